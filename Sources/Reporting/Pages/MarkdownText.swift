// SPDX-License-Identifier: Apache-2.0

/// Puts texts from outside into Markdown, where they stay texts.
///
/// Source: https://github.github.com/gfm/.
enum MarkdownText {
  /// Escapes a line of words, so that nothing in it is taken for markup.
  static func words(_ text: String) -> String {
    var escaped = ""
    let characters = Array(line(text).unicodeScalars)
    for (index, character) in characters.enumerated() {
      // A colon before a space starts neither an address nor an emoji.
      let isPlainColon = character == ":" && characters.dropFirst(index + 1).first == " "
      // Any ASCII punctuation may be escaped; words alone read better as they are.
      if "\\`*_{}[]<>#|~&@$:".unicodeScalars.contains(character) && !isPlainColon {
        escaped += "\\"
      }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }

  /// A line as code: nobody is mentioned, nothing is linked, no tag is opened.
  static func code(_ text: String) -> String {
    let line = line(text)
    guard line.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return "–" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: line) + 1)
    // One space at each end is taken away again; it keeps backquotes and spaces at the ends.
    return "\(fence) \(line) \(fence)"
  }

  /// The same in a cell of a table, where a bar would end the cell even inside code.
  static func cellCode(_ text: String) -> String {
    code(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// Lines as a block of code.
  static func block(_ lines: [String]) -> String {
    let clean = lines.map(line)
    let longest = clean.map { longestRun(of: "`", in: $0) }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)text\n\(clean.joined(separator: "\n"))\n\(fence)\n"
  }

  private static func line(_ text: String) -> String {
    CleanText(text).oneLine.cut(toCharacters: TextLimit.lineCharactersMax).description
  }

  private static func longestRun(of character: Character, in text: String) -> Int {
    var longest = 0
    var current = 0
    for found in text {
      current = found == character ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
