// SPDX-License-Identifier: Apache-2.0

/// The words of HTTP's grammar that more than one place needs.
///
/// Source: RFC 9110, section 5.6.2; RFC 9112, section 3.
enum HTTPSyntax {
  /// Says whether a text may be a method or a field's name.
  static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"),
      UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Says whether a text may be a field's value: no control characters but tabs.
  static func isFieldValue(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy(isFieldValueByte)
  }

  static func isFieldValueByte(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte >= 0x20 && byte != 0x7f
  }

  /// Says whether a text may be a request's target: visible ASCII alone.
  static func isTarget(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7e ~= $0 }
  }

  /// Returns a text with the ASCII capitals made small; field names and hosts are compared so.
  static func lowercased(_ text: some StringProtocol) -> String {
    String(
      decoding: text.utf8.map {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
      },
      as: UTF8.self
    )
  }
}
