// SPDX-License-Identifier: Apache-2.0

/// A command as a user writes it in one option, split into an argument vector.
enum ShellWords {
  /// Splits at spaces, as a shell does, with quotes and backslashes and without any expansion.
  ///
  /// - Returns: the words, or nothing where a quote is not closed.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var escaped = false
    for character in text {
      if escaped {
        word = (word ?? "") + String(character)
        escaped = false
      } else if character == "\\", quote != "'" {
        escaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !escaped else { return nil }
    if let ended = word { words.append(ended) }
    return words
  }

  /// Quotes a word so that a shell reads it as one.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./:=,@%+".utf8.contains($0)
      }
    }
    if plain, !word.isEmpty { return word }
    let escaped = word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#)
    return "'\(escaped)'"
  }
}
