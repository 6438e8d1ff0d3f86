// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import oncegate

struct CompletionTests {
  /// What is typed, what must be offered, and what must not.
  struct Typed: Sendable, CustomTestStringConvertible {
    let line: String
    let offered: [String]
    var missing: [String] = []
    var testDescription: String { line }
  }

  private static let lines = [
    Typed(line: "", offered: ["run", "list", "report", "completion", "help"], missing: ["gate"]),
    Typed(line: "ru", offered: ["run"], missing: ["list"]),
    Typed(line: "run --fo", offered: ["--format"], missing: ["--suite"]),
    Typed(line: "run --format ", offered: ["human", "json", "tap"], missing: ["queue.relaunch"]),
    Typed(line: "run --color n", offered: ["never"], missing: ["always"]),
    Typed(line: "run --suite ", offered: ["gate", "all", "own-suite"]),
    Typed(line: "run --profile o", offered: ["own-server"], missing: ["ietf"]),
    Typed(line: "run queue.re", offered: ["queue.relaunch"], missing: ["queue.disconnect"]),
    Typed(line: "run --quiet state.", offered: ["state.rejection"]),
    Typed(line: "run own.", offered: ["own.checkout"], missing: ["queue.relaunch"]),
    Typed(line: "explain own.", offered: ["own.checkout"]),
    Typed(line: "explain --config other.json other.", offered: ["other.thing"]),
    Typed(
      line: "run --config other.json --profile ",
      offered: ["stripe"],
      missing: ["$(touch hit)"]
    ),
    Typed(line: "run --client cli", offered: ["client.txt"], missing: ["reports"]),
    Typed(line: "report ", offered: ["merge", "check"], missing: ["run"]),
    Typed(line: "report merge cli", offered: ["client.txt"]),
    Typed(line: "report merge client.txt -o oth", offered: ["other.json"]),
    Typed(line: "report merge --verdict-of ", offered: ["worst", "last"]),
    Typed(line: "report diff oth", offered: ["other.json"]),
    Typed(line: "selftest new-key-on-rel", offered: ["new-key-on-relaunch"]),
    Typed(line: "init --language ", offered: ["swift", "python", "node", "shell", "java"]),
    Typed(line: "help pi", offered: ["pipelines"], missing: ["run"]),
    Typed(line: "completion ", offered: ["bash", "zsh", "fish"]),
  ]

  /// A project with cases of its own, and another with a profile whose name a shell would obey.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let text = #"""
      {"profile": {"name": "own-server"}, "cases": [
        {"name": "own.checkout", "command": "./x", "promise": "p", "suite": "own-suite"}]}
      """#
    try Files.create(folder.file("oncegate.json"), text, isExecutable: false)
    try Files.create(
      folder.file("other.json"),
      #"""
      {"profile": {"name": "$(touch hit)"}, "cases": [
        {"name": "other.thing", "command": "./x", "promise": "p"}]}
      """#,
      isExecutable: false
    )
    try Files.create(folder.file("client.txt"), "", isExecutable: false)
    _ = try Files.makeFolder(folder.file("reports"))
    return folder
  }

  private func run(_ words: [String], in folder: TemporaryFolder) throws -> FinishedCommand {
    try ChildProcess.run(
      Command(
        words,
        environment: [
          "PATH": "\(BuiltProducts.folder):\(GateRun.searchPath)", "HOME": folder.path,
          "TMPDIR": folder.path, "TERM": "dumb",
        ],
        workingDirectory: folder.path
      ),
      outputBytesMax: 1 << 20,
      timeLimit: GateRun.timeMax
    )
  }

  private static func isThere(_ program: String) -> Bool {
    GateRun.searchPath.split(separator: ":").contains { Files.exists("\($0)/\(program)") }
  }

  /// Completes every line in one shell; the answers stand between the lines that are told first.
  private func check(_ shell: [String], script: String, name: String) throws {
    guard Self.isThere(shell[0]) else { return }
    let folder = try project()
    let completion = try run([BuiltProducts.path(of: "oncegate"), "completion", name], in: folder)
    #expect(completion.exit == .exited(0))
    let file = folder.file("script.\(name)")
    try Files.create(file, String(decoding: completion.output, as: UTF8.self), isExecutable: false)
    try Files.create(folder.file("try"), script, isExecutable: false)
    let typed = Self.lines.map { "oncegate \($0.line)" }
    let finished = try run(shell + [folder.file("try"), file] + typed, in: folder)
    #expect(finished.exit == .exited(0))
    let text = String(decoding: finished.output, as: UTF8.self)
    let answers = text.components(separatedBy: "== oncegate ").dropFirst()
    try #require(answers.count == Self.lines.count, "\(text)")
    for (line, answer) in zip(Self.lines, answers) {
      let rows = answer.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      let words = rows.map { $0.prefix { $0 != "\t" }.trimmingCharacters(in: .whitespaces) }
      for word in line.offered { #expect(words.contains(word), "\(name): \(line.line): \(words)") }
      for word in line.missing { #expect(!words.contains(word), "\(name): \(line.line)") }
    }
    #expect(!Files.exists(folder.file("hit")), "a name was obeyed")
  }

  @Test(.timeLimit(.minutes(30)))
  func `bash completes a line from what the command says`() throws {
    let script = #"""
      . "$1"; shift
      for line in "$@"; do
        COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
        read -r -a COMP_WORDS <<<"$line"
        _oncegate 2>/dev/null
        printf '== %s\n' "$line"
        printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
      done
      """#
    try check(["bash"], script: script, name: "bash")
  }

  @Test(.timeLimit(.minutes(30)))
  func `fish completes a line from what the command says`() throws {
    let script = #"""
      source $argv[1]
      for line in $argv[2..-1]
        printf '== %s\n' $line
        complete -C "$line"
      end
      """#
    try check(["fish", "--no-config"], script: script, name: "fish")
  }

  @Test(.timeLimit(.minutes(30)))
  func `zsh completes a line from what the command says`() throws {
    try check(["zsh", "-f"], script: Self.zshDriver, name: "zsh")
  }

  /// Stands in for the line editor: the completion functions of zsh itself work on what they are told.
  private static let zshDriver = #"""
    zmodload zsh/zpty
    script=$1; shift
    cat > setup.zsh <<'END'
    PS1= PS2= PROMPT_EOL_MARK=
    # Found as it is where it was installed: by its name, in a folder of functions.
    mkdir functions
    cp $SCRIPT functions/_oncegate
    fpath=($PWD/functions $fpath)
    autoload -Uz compinit
    compinit -u -D
    # Everything that would be offered goes to a file.
    compadd() {
      local -a offered
      builtin compadd -O offered "$@"
      print -rl -- $offered >> $ANSWERS
      builtin compadd "$@"
    }
    complete-line() { zle complete-word; zle kill-whole-line; print -r -- done >> $ANSWERS.done }
    zle -C complete-word complete-word _main_complete
    zle -N complete-line
    bindkey '^X' complete-line
    zstyle ':completion:*' verbose no
    print -r -- ready > $ANSWERS.done
    END
    export SCRIPT=$script ANSWERS=$PWD/answers
    : > $ANSWERS
    zpty shell zsh -f -i
    zpty -w shell '. ./setup.zsh'
    await() {
      local text
      until [[ -s $ANSWERS.done ]]; do zpty -r -t shell text || zselect -t 1; done
      rm -f $ANSWERS.done
    }
    zmodload zsh/zselect
    await
    for line in "$@"; do
      : > $ANSWERS
      zpty -w -n shell "$line"$'\x18'
      await
      print -r -- "== $line"
      cat $ANSWERS
    done
    zpty -d shell
    """#

  @Test func `every value that is one of a list is known to the shells`() throws {
    let script = CompletionScript(Commands.all)
    for command in Commands.withSubcommands {
      for option in command.options {
        guard case .choices(let words) = option.words else { continue }
        for word in words {
          #expect(option.help.contains(word), "\(command.name) \(option.name) \(word)")
        }
      }
    }
    for option in Commands.run.options {
      guard case .choices(let words) = option.words else { continue }
      for word in words {
        let arguments = try ParsedArguments([option.name, word], syntax: Commands.run)
        _ = try RunOptions(arguments, cores: 1)
      }
    }
    for shell in Shell.allCases {
      let text = script.text(for: shell)
      for command in Commands.withSubcommands {
        for option in command.options {
          let name = shell == .fish ? String(option.name.drop { $0 == "-" }) : option.name
          #expect(text.contains(name), "\(shell) \(option.name)")
        }
      }
    }
  }

  @Test(arguments: [
    (
      ["completion", "powershell"],
      "unknown shell 'powershell'; there are: bash, zsh, fish"
    ),
    (["completion"], "SHELL is missing; see 'oncegate completion --help'"),
  ])
  func `a shell has to be named`(arguments: [String], words: String) {
    let error = #expect(throws: ArgumentError.self) {
      try CompletionCommand(ParsedArguments(arguments.dropFirst(), syntax: Commands.completion))
    }
    #expect(error?.description == words)
  }
}
