// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import oncegate

struct ParsedArgumentsTests {
  private func parse(_ arguments: [String]) throws(ArgumentError) -> ParsedArguments {
    try ParsedArguments(arguments, syntax: Commands.run)
  }

  @Test func `a value follows its option or an equals sign`() throws {
    #expect(try parse(["--suite", "gate"]).value("--suite") == "gate")
    #expect(try parse(["--suite=gate"]).value("--suite") == "gate")
    #expect(try parse(["--client=a=b"]).value("--client") == "a=b")
    #expect(try parse(["--client="]).value("--client") == "")
  }

  @Test func `names may stand before, between and behind options`() throws {
    let parsed = try parse(["a.b", "--fail-fast", "c.d", "--", "--e"])
    #expect(parsed.operands == ["a.b", "c.d", "--e"])
    #expect(parsed.has("--fail-fast"))
  }

  @Test func `what cannot be read is named`() {
    let cases: [([String], ArgumentError)] = [
      (
        ["--suit", "x"],
        .unknownOption(
          "--suit",
          command: "run",
          known: Commands.run.options.map(\.name)
        )
      ),
      (["--suite"], .missingValue("--suite", value: "NAME")),
      (["--quiet=yes"], .valueOfFlag("--quiet")),
      (["--seed", "1", "--seed", "2"], .optionTwice("--seed")),
    ]
    for (arguments, expected) in cases {
      #expect(throws: expected) { try parse(arguments) }
    }
    #expect(throws: ArgumentError.unexpectedOperand("x", command: "list")) {
      try ParsedArguments(["x"], syntax: Commands.list)
    }
  }

  @Test func `each option has a place in the help of its command`() {
    for command in Commands.all {
      #expect(Help.overview(Commands.all).contains(command.summary))
    }
    for command in Commands.withSubcommands {
      for option in command.options { #expect(Help.of(command).contains(option.name)) }
      for below in command.subcommands { #expect(Help.of(command).contains(below.summary)) }
      for line in Help.of(command).split(separator: "\n") { #expect(line.count <= Help.columns) }
    }
  }
}

struct ArgumentErrorTests {
  @Test(arguments: [
    (
      ArgumentError.unknownCommand("rnu", known: ["run", "list"]),
      "unknown command 'rnu'; did you mean 'run'?; see 'oncegate --help'"
    ),
    (
      .unknownOption("--suit", command: "run", known: ["--suite"]),
      "unknown option '--suit'; did you mean '--suite'?; see 'oncegate run --help'"
    ),
    (.missingValue("--seed", value: "N"), "option '--seed' needs a value: --seed N"),
    (
      .missingOption("-o", command: "report merge", value: "FILE"),
      "'-o FILE' is missing; see 'oncegate report merge --help'"
    ),
    (
      .missingOperand("FILE", command: "report check"),
      "FILE is missing; see 'oncegate report check --help'"
    ),
    (.valueOfFlag("--quiet"), "option '--quiet' takes no value"),
    (.optionTwice("--seed"), "option '--seed' is given twice"),
    (
      .unknownCase("queue.relanch", known: ["queue.relaunch", "state.rejection"]),
      "unknown case 'queue.relanch'; did you mean 'queue.relaunch'?; "
        + "'oncegate list' shows all cases"
    ),
    (
      .unknownCase("nothing.*", known: ["queue.relaunch"]),
      "no case matches 'nothing.*'; 'oncegate list' shows all cases"
    ),
    (
      .badValue("--jobs", value: "0", expected: "a whole number from 1 to 256"),
      "option '--jobs' is '0'; expected a whole number from 1 to 256"
    ),
    (.emptyCommand("--client"), "option '--client' is empty; expected a command"),
    (.unbalancedQuote("--client"), "option '--client' has a quote that is not closed"),
  ])
  func `an error says what was wrong and what to do`(error: ArgumentError, words: String) {
    #expect(error.description == words)
  }
}

struct ShellWordsTests {
  @Test(arguments: [
    ("", []), ("  ", []), ("a", ["a"]), ("a  b\tc", ["a", "b", "c"]),
    ("'a b' c", ["a b", "c"]), ("\"a b\"c", ["a bc"]), ("a\\ b", ["a b"]), ("''", [""]),
    ("'a\\b'", ["a\\b"]), ("\"a\\\"b\"", ["a\"b"]), ("$HOME *", ["$HOME", "*"]),
  ])
  func `a command is split as a shell does, without expansion`(text: String, words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'a", "\"a", "a\\"])
  func `an open quote is refused`(text: String) {
    #expect(ShellWords.split(text) == nil)
  }

  @Test(arguments: ["", "a", "a b", "it's", "$HOME", "\"", "./x --y=z", "é", "a\nb"])
  func `a quoted word is read back as one`(word: String) {
    #expect(ShellWords.split(ShellWords.quoted(word)) == [word])
  }
}

struct RunOptionsTests {
  private func options(_ arguments: [String]) throws -> RunOptions {
    try RunOptions(ParsedArguments(arguments, syntax: Commands.run), cores: 2)
  }

  @Test func `the default is the gate on the bundled client with all cores`() throws {
    let options = try options([])
    #expect(options.suite == "gate")
    #expect(options.cases.count == 7)
    #expect(options.clientCommand == nil && options.subjectCommand == nil)
    #expect(options.jobs == 2 && options.rounds == 1 && options.timeout == .seconds(120))
    #expect(options.reportFolder == "oncegate-report" && options.repeatOptions.isEmpty)
  }

  @Test func `a run of named cases can be repeated with its options`() throws {
    let options = try options([
      "queue.*", "--client", "./my client", "--profile", "ietf", "--seed", "7F3A1C",
    ])
    #expect(options.suite == "selection")
    #expect(options.cases == CaseCatalogue.all.filter { $0.name.area == "queue" })
    #expect(options.seed.description == "7f3a1c")
    #expect(options.repeatOptions == "--client './my client' --profile ietf")
  }

  @Test func `parts hold every case once`() throws {
    let parts = try (1...3).flatMap { try options(["--partition", "\($0)/3"]).cases }
    #expect(parts.map(\.name).sorted() == CaseCatalogue.gate.map(\.name).sorted())
  }

  @Test(arguments: [
    ["nothing.*"], ["queue.relanch"], ["--suite", "gaet"], ["--jobs", "0"], ["--jobs", "many"],
    ["--timeout", "0"], ["--repeat", "-1"], ["--seed", "xyz"], ["--partition", "0/2"],
    ["--partition", "3/2"], ["--partition", "1"], ["--format", "xml"], ["--color", "red"],
    ["--profile", "sripte"], ["--client", "'"], ["--client", " "], ["--partition", "9/9"],
  ])
  func `what cannot be carried out as written is refused`(arguments: [String]) {
    #expect(throws: ArgumentError.self) { try options(arguments) }
  }
}

struct CommandCallTests {
  @Test func `a sub-command is reached by its words`() throws {
    let call = try CommandCall(Commands.report, ["merge", "a.xml", "-o", "b.xml"])
    #expect(call.command == Commands.reportMerge)
    #expect(call.arguments == ["a.xml", "-o", "b.xml"])
    #expect(try CommandCall(Commands.run, ["merge"]).arguments == ["merge"])
  }

  @Test func `without a sub-command the command itself is meant`() throws {
    for arguments in [[], ["--help"], ["-h"]] {
      #expect(try CommandCall(Commands.report, arguments[...]).command == Commands.report)
    }
  }

  @Test func `an unknown sub-command is told with the nearest`() {
    let error = #expect(throws: ArgumentError.self) {
      try CommandCall(Commands.report, ["merg"])
    }
    #expect(
      error?.description
        == "'oncegate report' has no command 'merg'; did you mean 'merge'?; "
        + "see 'oncegate report --help'"
    )
  }

  @Test(arguments: Commands.withSubcommands)
  func `a sub-command's name starts with that of its command`(command: CommandSyntax) {
    for below in command.subcommands { #expect(below.name == "\(command.name) \(below.word)") }
    #expect(command.subcommands.isEmpty || command.options.isEmpty)
  }
}
