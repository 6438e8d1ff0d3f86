// SPDX-License-Identifier: Apache-2.0

/// Texts that may go onto a terminal, or into the log of a pipeline.
enum TerminalText {
  /// One clean line in which GitHub finds no command.
  ///
  /// Its runner obeys `##[` wherever it stands in a line, and `::` at the start of one.
  static func line(_ text: String) -> String {
    let clean = CleanText(text).oneLine.cut(toCharacters: TextLimit.lineCharactersMax).description
    let parts = clean.split(separator: "##[", omittingEmptySubsequences: false)
    let harmless = parts.joined(separator: "# #[")
    return harmless.drop { $0 == " " }.hasPrefix("::") ? "'\(harmless)'" : harmless
  }
}
