// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Shows log lines with their IDs shortened, and different IDs still different.
struct ShortTokens: Hashable, Sendable {
  /// The length that is enough for most IDs, in characters.
  static let charactersMin = 8

  private let characters: Int

  init(_ lines: some Sequence<LogLine>) {
    let tokens = Set(lines.flatMap { [Self.core($0.task.shown), Self.core($0.key.shown)] })
    var characters = Self.charactersMin
    // IDs that start with a time have much of their beginning in common.
    while characters < RedactedToken.bytesMax,
      Set(tokens.map { $0.prefix(characters) }).count < tokens.count
    {
      characters += 1
    }
    self.characters = characters
  }

  /// A line of a log for people, as in `0b7e41c2  key 5f1c9a70  attempts 1  committed`.
  func text(of line: LogLine) -> String {
    let (task, key) = (shown(line.task.shown), shown(line.key.shown))
    // Where a session begins there is neither.
    return "\(task.isEmpty ? "-" : task)  key \(key.isEmpty ? "-" : key)  attempts \(line.attempts)"
      + "  \(line.result)"
  }

  /// What a line is about, as in `task 0b7e41c2, key 5f1c9a70`; empty where it names nothing.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - words: what the two are called there.
  /// - Returns: the words with the IDs, as short as they can be told from others.
  func subject(of line: LogLine, called words: (task: String, key: String)) -> String {
    let names = [(words.task, line.task.shown), (words.key, line.key.shown)]
    return names.filter { !$1.description.isEmpty }.map { "\($0) \(shown($1))" }
      .joined(separator: ", ")
  }

  /// A task ID or a key, as short as it can be told from the others.
  func shown(_ token: RedactedToken) -> String {
    String(Self.core(token).prefix(characters))
  }

  /// The part that tells one token from another.
  private static func core(_ token: RedactedToken) -> Substring {
    let text = token.description
    return text.hasPrefix("digest-") ? text.dropFirst("digest-".count) : text[...]
  }
}
