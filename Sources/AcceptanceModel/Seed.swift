// SPDX-License-Identifier: Apache-2.0

/// What a run's chosen values are derived from; the same seed gives the same values.
package struct Seed: Hashable, Sendable, CustomStringConvertible {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }

  /// Reads 1 to 16 hexadecimal digits, or nothing where the text is something else.
  package init?(_ text: String) {
    guard (1...16).contains(text.utf8.count), text.allSatisfy(\.isHexDigit),
      let value = UInt64(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// Draws a seed of six digits, short enough to be typed.
  package static func random() -> Seed { Seed(UInt64.random(in: 0x10_0000...0xff_ffff)) }

  package var description: String { String(value, radix: 16) }
}

/// A random source that gives the same numbers for the same seed on every platform.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// https://doi.org/10.1145/2714064.2660195 (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: Seed) { state = seed.value }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
