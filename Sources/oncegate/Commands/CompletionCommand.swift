// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// A shell that can complete a command line.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

/// Words that a completion script asks for at the moment when they are wanted.
enum AskedWords: String, CaseIterable, Sendable {
  case cases
  case suites
  case profiles
  case flaws
  case checks
}

/// `oncegate completion`.
struct CompletionCommand {
  private enum Task {
    case script(Shell)
    case words([String])
  }

  private let task: Task

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    let wanted =
      arguments.value("--words") == nil
      ? nil : try arguments.choice("--words", AskedWords.allCases, default: .cases)
    if let wanted {
      if let operand = arguments.operands.first {
        throw .unexpectedOperand(operand, command: Commands.completion.name)
      }
      task = .words(try Self.words(wanted, RunOptions.configuration(arguments)))
      return
    }
    let shells = Shell.allCases.map(\.rawValue)
    guard let name = arguments.operands.first else {
      throw .missingOperand("SHELL", command: Commands.completion.name)
    }
    guard let shell = Shell(rawValue: name) else { throw .unknownShell(name, known: shells) }
    task = .script(shell)
  }

  func carryOut() -> ExitStatus {
    switch task {
    case .script(let shell):
      Terminal.print(CompletionScript(Commands.all).text(for: shell))
    case .words(let words):
      for word in words { Terminal.print(word) }
    }
    return .allPassed
  }

  /// The words of a kind, without those that a shell would have to quote.
  static func words(
    _ kind: AskedWords,
    _ configuration: Configuration
  ) -> [String] {
    let words =
      switch kind {
      case .cases: configuration.allCases.map(\.name.description)
      case .suites: CaseSelection.suites(of: configuration.allCases) + ["all"]
      case .profiles:
        Profile.builtIn.map(\.name)
          + (configuration.profile.map { Profile.builtIn.contains($0) ? [] : [$0.name] } ?? [])
      case .flaws:
        KnownBad.Kind.allCases.flatMap { kind in
          ((try? KnownBad.all(of: kind)) ?? []).map(\.flaw)
        }
      case .checks: CaseCatalogue.checks.map(\.description)
      }
    // Such a name could be a command to the shell into whose line it is put.
    return words.filter { ShellWords.quoted($0) == $0 && !$0.hasPrefix("-") }
  }
}
