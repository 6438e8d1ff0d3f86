// SPDX-License-Identifier: Apache-2.0

/// What a value of a JUnit file means, and whether every reader sees the same in it.
enum JUnitValues {
  /// The words that GitLab's reader takes for a data type.
  ///
  /// Source: https://api.rubyonrails.org/classes/ActiveSupport/XMLConverter.html.
  static let dataTypes: Set<String> = [
    "symbol", "date", "datetime", "dateTime", "duration", "integer", "float", "decimal", "boolean",
    "string", "yaml", "base64Binary", "hexBinary", "file", "array", "hash",
  ]

  /// Tells whether a time is written with three decimals and nothing else, as in `0.107`.
  static func isTime(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].count == 3
      && parts.allSatisfy { $0.allSatisfy(isDigit) }
  }

  /// Tells whether a time is written as `YYYY-MM-DDThh:mm:ss`, without zone or fraction.
  static func isTimestamp(_ text: String) -> Bool {
    let form = "dddd-dd-ddTdd:dd:dd".utf8
    return text.utf8.count == form.count
      && zip(text.utf8, form).allSatisfy { byte, expected in
        expected == UInt8(ascii: "d") ? isDigit(byte) : byte == expected
      }
  }

  /// The time that is meant, or zero where it cannot be told.
  ///
  /// A comma followed by three digits separates thousands, unless a lone zero stands before it; any
  /// other comma is a decimal mark.
  static func time(_ text: String) -> Duration {
    var text = text
    let groups = text.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1 {
      let isThousands = groups[0] != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
      text =
        isThousands
        ? text.filter { $0 != "," } : String(text.map { $0 == "," ? "." : $0 })
    }
    // More than ten years is no time that a test takes.
    guard let seconds = Double(text), seconds >= 0, seconds < 315_360_000 else { return .zero }
    return ReportTime.roundedToMilliseconds(.seconds(seconds))
  }

  /// Tells whether a text has a character that a terminal or a page obeys.
  static func hasControls(_ text: String) -> Bool {
    // A carriage return is a character reference here: the parser has taken the others away.
    !text.utf8.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0a || $0 == 0x09 }
      && CleanText(text).description != text
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// A value of a file as a line can show it.
  static func shown(_ text: String) -> String {
    "'\(CleanText(text).oneLine.cut(toCharacters: 80))'"
  }
}

/// Cuts a text that comes in pieces into its lines, in bounded memory.
struct LinesOfText {
  /// How much of one line is kept, in bytes.
  static let lineBytesMax = 4096

  private(set) var bytes = 0
  private var line = ""

  /// Takes a piece and hands on each line that it ends.
  mutating func append(_ piece: String, _ take: (String) -> Void) {
    bytes += piece.utf8.count
    var parts = piece.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let part = parts.popFirst() {
      if line.utf8.count < Self.lineBytesMax { line += part.prefix(Self.lineBytesMax) }
      guard !parts.isEmpty else { return }
      take(line)
      line = ""
    }
  }

  /// Hands on the last line, which no line break ends.
  mutating func finish(_ take: (String) -> Void) {
    take(line)
    line = ""
  }
}
