// SPDX-License-Identifier: Apache-2.0

/// A JSON text as an exact value, which decides whether two bodies mean the same.
///
/// Foundation's readers accept trailing commas and duplicate members and lose digits; here `1`
/// equals `1.0` and differs from `true`, and every digit of a long number counts. Strings are
/// compared as UTF-8 bytes: two spellings of a letter that Unicode calls equivalent are two
/// strings.
///
/// Source: RFC 8259.
package enum StrictJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(ExactNumber)
  /// The string's UTF-8 bytes, without escapes.
  case string([UInt8])
  case array([StrictJSON])
  /// The members, sorted by the bytes of their names, each name once.
  case object([Member])

  /// A named value in an object.
  package struct Member: Hashable, Sendable {
    package let name: [UInt8]
    package let value: StrictJSON
  }

  /// The deepest nesting that is read, unless told otherwise; a reader's stack must hold it.
  package static let depthMax = 128

  /// Returns the value of a member, or nothing where this is no object or has no such member.
  package func member(_ name: some StringProtocol) -> StrictJSON? {
    guard case .object(let members) = self else { return nil }
    let name = Array(name.utf8)
    return members.first { $0.name == name }?.value
  }

  /// The string as text, or nothing where this is no string.
  package var text: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number as a machine integer, or nothing where this is no such number.
  package var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return number.integer
  }

  /// Bytes that are equal for two texts exactly where the texts mean the same value.
  package var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return bytes
  }

  private func appendCanonical(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .number(let number): bytes += Array(number.description.utf8)
    case .string(let string): Self.append(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        element.appendCanonical(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for member in members {
        Self.append(member.name, to: &bytes)
        member.value.appendCanonical(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes the length first, so that no content can look like an end.
  private static func append(_ string: [UInt8], to bytes: inout [UInt8]) {
    bytes += Array("\(string.count):".utf8)
    bytes += string
  }
}

/// A decimal number with all its digits.
///
/// The value is `digits` read as an integer, times ten to the power of `exponent`. Neither end of
/// `digits` is a zero, and zero itself has no digits, no sign and the exponent 0: equal numbers
/// have equal parts.
package struct ExactNumber: Hashable, Sendable, CustomStringConvertible {
  /// The greatest exponent, either way, that a number has which is read; its spelling does not matter.
  package static let exponentMax = 1_000_000_000

  package let isNegative: Bool
  /// The digits as values 0...9, most significant first.
  package let digits: [UInt8]
  package let exponent: Int

  package init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    let significant = digits.drop { $0 == 0 }
    guard let last = significant.lastIndex(where: { $0 != 0 }) else {
      (self.isNegative, self.digits, self.exponent) = (false, [], 0)
      return
    }
    self.isNegative = isNegative
    self.digits = Array(significant[...last])
    self.exponent = exponent + (significant.endIndex - 1 - last)
  }

  package var description: String {
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    return "\(isNegative ? "-" : "")\(text)e\(exponent)"
  }

  /// The number as a machine integer, or nothing where it is none.
  package var integer: Int? {
    // No machine integer has more than 19 digits.
    guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    return Int("\(isNegative ? "-" : "")\(text)\(String(repeating: "0", count: exponent))")
      ?? (digits.isEmpty ? 0 : nil)
  }
}
