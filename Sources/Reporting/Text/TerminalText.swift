// SPDX-License-Identifier: Apache-2.0

/// Texts that may go onto a terminal, or into the log of a pipeline.
enum TerminalText {
  /// One clean line in which no pipeline's system finds a command.
  static func line(_ text: String) -> String {
    LogCommands.harmless(
      CleanText(text).oneLine.cut(toCharacters: TextLimit.lineCharactersMax).description
    )
  }
}
