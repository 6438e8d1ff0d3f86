// SPDX-License-Identifier: Apache-2.0

/// A script by which a shell completes command lines, made from the tables that read them.
struct CompletionScript {
  /// What can be typed behind a row of words, such as `oncegate run`.
  struct Place: Hashable, Sendable {
    /// The words behind the command's name; none where a command is still to be chosen.
    let path: [String]
    /// What may come next, each with what it does, where a word is still to be chosen.
    let next: [Choice]
    let options: [OptionSyntax]
    let operands: WordKind
  }

  struct Choice: Hashable, Sendable {
    let word: String
    let help: String
  }

  let places: [Place]

  init(_ commands: [CommandSyntax], topics: [Topic] = Topic.all) {
    let choices = commands.map { Choice(word: $0.name, help: $0.summary) }
    let start = Place(
      path: [],
      next: choices + [Choice(word: "help", help: "explain a command or a topic")],
      options: [Self.help, .flag("--version", "print the version")],
      operands: .free
    )
    let explained = Place(
      path: ["help"],
      next: choices + topics.map { Choice(word: $0.name, help: $0.summary) },
      options: [],
      operands: .free
    )
    places = [start] + commands.flatMap(Self.places) + [explained]
  }

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let help = OptionSyntax.flag("--help", "print help")

  /// The places of a command and of all below it.
  private static func places(of command: CommandSyntax) -> [Place] {
    [
      Place(
        path: command.name.split(separator: " ").map(String.init),
        next: command.subcommands.map { Choice(word: $0.word, help: $0.summary) },
        options: command.options + [help],
        operands: command.operandWords == .free
          ? WordKind(for: command.operands.prefix { $0.isLetter }) : command.operandWords
      )
    ] + command.subcommands.flatMap(places)
  }

  /// A text between single quotes, as each of the three shells reads it.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
