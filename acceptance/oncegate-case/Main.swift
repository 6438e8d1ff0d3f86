// SPDX-License-Identifier: Apache-2.0

import AcceptanceCases
import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import QueueExploring
import StateExploring

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs one case, or walks through a contract, and tells what happened on standard output.
@main
enum Main {
  static func main() {
    CaseProcess.prepare()
    let log = CaseLog { ProcessTree.killEverything() }
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["canary"] {
      // The same check as in every case; where it lets this pass, no case proves anything.
      let name = CommandLine.arguments.last
      return log.check(
        name == nil,
        .changeWithoutCause,
        task: TaskID(redacting: "canary"),
        key: .none,
        attempts: 0
      )
    }
    if arguments.first == "walk" { exit(walk(arguments.last)) }
    do {
      try run(Array(arguments), log)
      CaseLog.end(.passed)
    } catch {
      CaseLog.end(error.verdict)
    }
  }

  private static func run(_ arguments: [String], _ log: CaseLog) throws(CaseStop) {
    guard arguments.count == 1, let name = CaseName(arguments[0]) else {
      throw .unjudged(.setupFailed(.unknownCase))
    }
    let environment = ProcessInfo.processInfo.environment
    guard let parameters = environment[CaseParameters.variable].flatMap(CaseParameters.init(json:))
    else { throw .unjudged(.setupFailed(.badParameters)) }
    guard let text = parameters.counterexample else {
      return try CaseDispatch.run(name, parameters, inherited: environment, log: log)
    }
    guard let example = Counterexample(json: Array(text.utf8)), example.caseName == name else {
      throw .unjudged(.setupFailed(.badParameters))
    }
    switch example.area {
    case .state:
      try StateCounterexample.run(example, parameters, inherited: environment, log: log)
    case .queue: try QueueReplay.run(example, parameters, inherited: environment, log: log)
    }
  }

  /// Walks through a contract with a user's program, and returns the status to exit with.
  private static func walk(_ contract: String?) -> Int32 {
    // The walk's own lines are shown, and what the program complains about is not.
    let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0, dup2(nothing, STDERR_FILENO) >= 0 else {
      return ExitStatus.notJudged.rawValue
    }
    close(nothing)
    let environment = ProcessInfo.processInfo.environment
    let parameters = environment[CaseParameters.variable].flatMap(CaseParameters.init(json:))
    let walk = ContractWalk(parameters, inherited: environment) { CaseLog.write(line: $0) }
    let isKept = contract == "client" ? walk.client() : walk.subject()
    return isKept ? ExitStatus.allPassed.rawValue : ExitStatus.notJudged.rawValue
  }
}
