// SPDX-License-Identifier: Apache-2.0

/// A text that every report can hold: only what XML 1.0 allows, and nothing that steers a terminal.
///
/// Terminal sequences are removed. Every byte that is not UTF-8 is shown as `\xNN`, as is every
/// control character but tab and line feed. Characters outside XML 1.0, C1 controls and characters
/// that reorder the text around them are shown as `\u{N}`. CR and CRLF become LF. Cleaning twice
/// changes nothing more.
///
/// libxml2 does not protect: it writes such characters, reports success, and nobody can read the
/// file. Source: https://www.w3.org/TR/xml/#charsets.
package struct CleanText: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ text: String) {
    description =
      text.utf8.allSatisfy(Self.isPlain) ? text : Self.clean(Array(text.utf8))
  }

  package init(bytes: some Sequence<UInt8>) { description = Self.clean(Array(bytes)) }

  private init(alreadyClean text: String) { description = text }

  /// The text with a space in place of each line break and tab.
  package var oneLine: CleanText {
    guard description.utf8.contains(where: { $0 < 0x20 }) else { return self }
    return CleanText(
      alreadyClean: String(
        String.UnicodeScalarView(
          description.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }
        )
      )
    )
  }

  /// The text, cut so that it has at most that many characters of XML; an ellipsis ends what was
  /// cut.
  package func cut(toCharacters charactersMax: Int) -> CleanText {
    guard description.utf8.count > charactersMax,
      description.unicodeScalars.count > charactersMax
    else { return self }
    let kept = description.unicodeScalars.prefix(max(0, charactersMax - 1))
    return CleanText(alreadyClean: String(String.UnicodeScalarView(kept)) + "\u{2026}")
  }

  /// Whether there is nothing in it to see.
  var isBlank: Bool { description.utf8.allSatisfy { $0 <= 0x20 } }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7e).contains(byte) || byte == 0x0a || byte == 0x09
  }
}

extension CleanText {
  private static func clean(_ bytes: [UInt8]) -> String {
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isPlain(byte) {
        cleaned.append(byte)
        index += 1
      } else if byte == 0x0d {
        cleaned.append(0x0a)
        index += index + 1 < bytes.count && bytes[index + 1] == 0x0a ? 2 : 1
      } else if let end = TerminalSequence.end(in: bytes, from: index) {
        index = end
      } else if byte < 0x80 {
        cleaned += visible(byte: byte)
        index += 1
      } else if let (scalar, length) = UTF8Decoding.scalar(in: bytes, at: index) {
        cleaned +=
          isShownAsItIs(scalar) ? Array(bytes[index..<index + length]) : visible(scalar: scalar)
        index += length
      } else {
        cleaned += visible(byte: byte)
        index += 1
      }
    }
    return String(decoding: cleaned, as: UTF8.self)
  }

  private static func isShownAsItIs(_ scalar: UInt32) -> Bool {
    switch scalar {
    // C1 controls: a terminal may obey them.
    case 0x80...0x9f: false
    // Embeddings, overrides and isolates: they show a text in another order than it has.
    // Source: https://www.unicode.org/reports/tr9/#Explicit_Directional_Embeddings.
    case 0x202a...0x202e, 0x2066...0x2069: false
    // Not a Char of XML 1.0. Surrogates cannot be decoded from UTF-8 at all.
    case 0xfffe, 0xffff: false
    default: true
    }
  }

  private static func visible(byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16)
    return Array("\\x\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
  }

  private static func visible(scalar: UInt32) -> [UInt8] {
    Array("\\u{\(String(scalar, radix: 16, uppercase: true))}".utf8)
  }
}
