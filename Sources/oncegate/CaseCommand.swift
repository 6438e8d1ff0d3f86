// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

/// The command that runs one case.
enum CaseCommand {
  /// Makes the command of a case.
  ///
  /// - Parameters:
  ///   - name: the case.
  ///   - parameters: what the case is given.
  ///   - passed: environment variables that the user wants children to have.
  /// - Returns: the command, with its environment.
  static func make(
    _ name: CaseName,
    _ parameters: CaseParameters,
    passed: [String: String] = [:]
  ) -> Command {
    command([name.description], parameters, passed)
  }

  /// Makes the command that walks through a contract with the user's program.
  ///
  /// - Parameters:
  ///   - contract: `client` or `subject`.
  ///   - parameters: what a case would be given.
  ///   - passed: environment variables that the user wants children to have.
  /// - Returns: the command, with the environment of a case.
  static func walk(
    _ contract: String,
    _ parameters: CaseParameters,
    passed: [String: String]
  ) -> Command {
    command(["walk", contract], parameters, passed)
  }

  /// Makes the command of a user's own case.
  static func own(_ arguments: [String], passed: [String: String]) -> Command {
    Command(
      arguments,
      environment: passed.merging(["PATH": searchPath]) { $1 }
    )
  }

  private static func command(
    _ arguments: [String],
    _ parameters: CaseParameters,
    _ passed: [String: String]
  ) -> Command {
    let own = ["PATH": searchPath, CaseParameters.variable: parameters.json]
    return Command(
      [Surroundings.program("oncegate-case")] + arguments,
      environment: passed.merging(own) { $1 }
    )
  }

  private static var searchPath: String { Terminal.environment("PATH") ?? "/usr/bin:/bin" }

  /// The process with a false precondition, which has to die.
  static var canary: Command { Command([Surroundings.program("oncegate-case"), "canary"]) }
}
