// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// An option of a command, as its help shows it and as it is read.
struct OptionSyntax: Hashable, Sendable {
  /// The name with its hyphens, such as `--suite`.
  let name: String
  /// What stands for the value in the help, or nothing for a flag.
  let value: String?
  let help: String
  /// What a shell offers as the value.
  var words = WordKind.free

  static func flag(_ name: String, _ help: String) -> OptionSyntax {
    OptionSyntax(name: name, value: nil, help: help)
  }

  static func value(
    _ name: String,
    _ value: String,
    _ help: String,
    words: WordKind? = nil
  ) -> OptionSyntax {
    OptionSyntax(name: name, value: value, help: help, words: words ?? WordKind(for: value))
  }

  /// An option whose value is one word of a closed list.
  static func choice(
    _ name: String,
    _ value: String,
    _ choices: [String],
    _ help: String
  ) -> OptionSyntax {
    OptionSyntax(name: name, value: value, help: help, words: .choices(choices))
  }
}

/// What may stand in a place of a command line, for shells that complete it.
enum WordKind: Hashable, Sendable {
  /// Anything; nothing is offered.
  case free
  /// One of these.
  case choices([String])
  /// What only the command itself can tell, from its own tables and the user's configuration.
  case asked(AskedWords)
  case file
  case folder

  /// The kind that the word in the help stands for, where that says it.
  init(for placeholder: some StringProtocol) {
    self =
      switch String(placeholder) {
      // A command begins with a program, which is a file of the project.
      case "FILE", "RUN", "OLD", "COMMAND": .file
      case "DIR": .folder
      default: .free
      }
  }
}

/// A command, as its help shows it and as its arguments are read.
///
/// A command with sub-commands only chooses among them; a sub-command is a command in all else.
struct CommandSyntax: Hashable, Sendable {
  /// The words behind `oncegate`, such as `run` or `report merge`.
  let name: String
  /// What stands for the operands in the help; empty where there are none.
  let operands: String
  let operandCountMax: Int
  /// What the command does, in one line.
  let summary: String
  /// What else a user should know: paragraphs and examples, a line each.
  let discussion: [String]
  let options: [OptionSyntax]
  /// What a shell offers as operands.
  var operandWords = WordKind.free
  var subcommands: [CommandSyntax] = []

  /// The word by which it is chosen: the last one of its name.
  var word: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The command and all below it.
  var withSubcommands: [CommandSyntax] { [self] + subcommands.flatMap(\.withSubcommands) }
}

/// A command with the arguments that are its own.
struct CommandCall: Hashable, Sendable {
  let command: CommandSyntax
  let arguments: ArraySlice<String>

  /// Goes down to the sub-command that the arguments name.
  ///
  /// The call of a command with sub-commands is returned only where none is named, or where help is
  /// asked for.
  init(
    _ command: CommandSyntax,
    _ arguments: ArraySlice<String>
  ) throws(ArgumentError) {
    guard !command.subcommands.isEmpty, let word = arguments.first, !word.hasPrefix("-") else {
      self.command = command
      self.arguments = arguments
      return
    }
    guard let next = command.subcommands.first(where: { $0.word == word }) else {
      throw .unknownSubcommand(
        word,
        command: command.name,
        known: command.subcommands.map(\.word)
      )
    }
    self = try CommandCall(next, arguments.dropFirst())
  }
}

/// What a user gave to a command, read by its syntax.
struct ParsedArguments: Hashable, Sendable {
  private(set) var operands: [String] = []
  private(set) var wantsHelp = false
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Reads arguments by a command's syntax.
  ///
  /// `--name value` and `--name=value` are the same; behind `--` everything is an operand.
  init(_ arguments: some Sequence<String>, syntax: CommandSyntax) throws(ArgumentError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument == "-h" || argument == "--help" {
        wantsHelp = true
      } else if argument.hasPrefix("-"), argument != "-" {
        try readOption(argument, &rest, syntax)
      } else {
        operands.append(argument)
      }
    }
    if operands.count > syntax.operandCountMax {
      throw .unexpectedOperand(operands[syntax.operandCountMax], command: syntax.name)
    }
  }

  /// The value of an option, or nothing where it was not given.
  func value(_ name: String) -> String? { values[name] }

  /// The same without an option, whose value means something else to whoever reads the rest.
  func without(_ option: String) -> ParsedArguments {
    var rest = self
    rest.values[option] = nil
    return rest
  }

  /// Tells whether a flag was given.
  func has(_ name: String) -> Bool { flags.contains(name) }

  /// Reads one word of a closed list.
  ///
  /// - Parameters:
  ///   - option: the option.
  ///   - choices: what it may be.
  ///   - otherwise: what it is where it was not given.
  /// - Returns: the choice.
  /// - Throws: an error with the nearest word where it is none of them.
  func choice<Choice: RawRepresentable<String>>(
    _ option: String,
    _ choices: [Choice],
    default otherwise: Choice
  ) throws(ArgumentError) -> Choice {
    guard let text = value(option) else { return otherwise }
    if let choice = Choice(rawValue: text) { return choice }
    let words = choices.map(\.rawValue)
    let nearest = NearestNames.to(text, among: words).first.map { " (did you mean '\($0)'?)" }
    throw .badValue(
      option,
      value: text,
      expected: words.joined(separator: ", ") + (nearest ?? "")
    )
  }

  private mutating func readOption(
    _ argument: String,
    _ rest: inout ArraySlice<String>,
    _ syntax: CommandSyntax
  ) throws(ArgumentError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = syntax.options.first(where: { $0.name == name }) else {
      throw .unknownOption(name, command: syntax.name, known: syntax.options.map(\.name))
    }
    if option.value == nil {
      guard parts.count == 1 else { throw .valueOfFlag(name) }
      flags.insert(name)
      return
    }
    if values[name] != nil { throw .optionTwice(name) }
    if parts.count == 2 {
      values[name] = String(parts[1])
    } else if let value = rest.popFirst() {
      values[name] = value
    } else {
      throw .missingValue(name, value: option.value ?? "VALUE")
    }
  }
}
