// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Runner {
  /// Runs the process with a false precondition, which proves by its death that preconditions are checked.
  func letCanaryDie() -> RunProblem? {
    guard var command = plan.canary else { return nil }
    guard let own = PrivateFolder.makeForRound("canary", in: folder) else {
      return .canaryNotStarted(code: EACCES)
    }
    defer { PrivateFolder.remove(own) }
    command.environment = CaseEnvironment.whole(command.environment, folder: own)
    let process: ChildProcess
    do throws(SpawnError) {
      process = try ChildProcess.start(
        command,
        whenEnded: { [interruptions] in interruptions.post(.ended(0, $0)) }
      )
    } catch {
      return .canaryNotStarted(code: error.code)
    }
    switch interruptions.next(atMost: Self.canaryTimeMax) {
    case .ended(_, let end): return Self.problem(with: end)
    case .interrupted(let signal):
      interruption = signal
      post(.interrupted(signal: signal))
      process.kill(SIGKILL)
      _ = process.waitUntilEnded(atMost: Self.killTimeMax)
      return nil
    case nil:
      process.kill(SIGKILL)
      _ = process.waitUntilEnded(atMost: Self.killTimeMax)
      return .canarySurvived
    }
  }

  /// Says what the end of the canary proves.
  static func problem(with end: FinishedCommand) -> RunProblem? {
    switch end.exit {
    case .some(let exit) where exit.isTrap: nil
    // The shell's and the loader's words for a program that could not be run.
    case .exited(126), .exited(127): .canaryNotStarted(code: ENOEXEC)
    case .exited: .canarySurvived
    case .signalled, nil: .canaryNotStarted(code: EINTR)
    }
  }
}
