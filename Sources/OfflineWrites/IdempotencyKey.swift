// SPDX-License-Identifier: Apache-2.0

/// What tells a server that two requests are the same user action.
public struct IdempotencyKey: Hashable, Sendable {
  /// The longest key, in bytes.
  public static let bytesMax = 255

  /// The key as text: 1 to `bytesMax` printable ASCII characters without space, `"` and `\`.
  public let text: String

  /// Creates a key from a text that every server can be told, or nothing.
  ///
  /// A quotation mark or a backslash would be another key once it is quoted.
  public init?(_ text: String) {
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    let isKey = text.utf8.allSatisfy { byte in
      printable.contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard isKey, (1...Self.bytesMax).contains(text.utf8.count) else { return nil }
    self.text = text
  }

  /// Creates a key that nobody else has: a random UUID.
  init(using generator: inout some RandomNumberGenerator) {
    text = randomUUID(using: &generator)
  }
}

/// A UUID of version 4 in lower case.
///
/// Source: RFC 9562 section 5.4.
func randomUUID(using generator: inout some RandomNumberGenerator) -> String {
  let high: UInt64 = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
  let low: UInt64 = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  let digits = [high, low].map { half in
    let text = String(half, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }.joined()
  var result = ""
  for (index, digit) in digits.enumerated() {
    if [8, 12, 16, 20].contains(index) { result += "-" }
    result.append(digit)
  }
  return result
}
