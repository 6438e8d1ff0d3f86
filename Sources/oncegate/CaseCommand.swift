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
    let own = [
      "PATH": searchPath,
      CaseParameters.variable: parameters.json,
    ]
    return Command(
      [Surroundings.program("oncegate-case"), name.description],
      environment: passed.merging(own) { $1 }
    )
  }

  /// Makes the command of a user's own case.
  static func own(_ arguments: [String], passed: [String: String]) -> Command {
    Command(
      arguments,
      environment: passed.merging(["PATH": searchPath]) { $1 }
    )
  }

  private static var searchPath: String { Terminal.environment("PATH") ?? "/usr/bin:/bin" }

  /// The process with a false precondition, which has to die.
  static var canary: Command { Command([Surroundings.program("oncegate-case"), "canary"]) }
}
