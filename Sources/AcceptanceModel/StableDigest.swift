// SPDX-License-Identifier: Apache-2.0

/// A short digest that is the same on every machine and in every run, to tell orders of events apart.
///
/// It is no protection against anybody who makes equal digests on purpose.
/// Source: FNV-1a with 64 bits, https://datatracker.ietf.org/doc/html/draft-eastlake-fnv.
package struct StableDigest: Hashable, Sendable, CustomStringConvertible {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Adds a number, as its eight bytes.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(byte: UInt8(number >> shift & 0xff)) }
  }

  /// Adds a text and its end, so that two texts are never the same as their concatenation.
  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0)
  }

  /// The digest as 16 hexadecimal digits.
  package var description: String { Self.digits(value, count: 16) }

  /// The digest of half the length, as 8 hexadecimal digits.
  package var short: String { Self.digits((value >> 32) ^ (value & 0xffff_ffff), count: 8) }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  private static func digits(_ number: UInt64, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }
}

extension Counterexample {
  /// The name of the case that goes through these events: the same events have the same name.
  package var caseName: CaseName? {
    var digest = StableDigest()
    for step in steps { digest.add(step) }
    return CaseName("\(area.rawValue).explored-\(digest.short)")
  }
}
