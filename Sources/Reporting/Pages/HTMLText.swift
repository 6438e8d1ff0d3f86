// SPDX-License-Identifier: Apache-2.0

/// Puts texts from outside into HTML, where they stay texts.
enum HTMLText {
  /// One clean line that is safe inside an element and inside a quoted attribute.
  static func escaped(_ text: String) -> String {
    let line = CleanText(text).oneLine.cut(toCharacters: TextLimit.lineCharactersMax).description
    var escaped = ""
    for character in line.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// The same for the beginning of a sentence.
  static func capitalised(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst())
  }

  /// Makes a list of terms with what belongs to them.
  ///
  /// - Parameters:
  ///   - rows: the terms, fixed words, and their markup.
  ///   - style: the class of the list.
  /// - Returns: a `dl` element.
  static func list(_ rows: [(term: String, markup: String)], style: String) -> String {
    let rows = rows.map { "<div><dt>\($0.term)</dt><dd>\($0.markup)</dd></div>\n" }
    return "<dl class=\"\(style)\">\n\(rows.joined())</dl>\n"
  }
}
