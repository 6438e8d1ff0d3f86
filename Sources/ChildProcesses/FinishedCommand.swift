// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What became of a command.
package struct FinishedCommand: Hashable, Sendable {
  /// How its process ended, or nothing where it could not be killed.
  package var exit: Exit?
  /// Whether it was killed because its time was over.
  package var timedOut = false
  /// What it wrote to standard output, as far as it was kept and not taken by `readLine`.
  package var output: [UInt8] = []
  /// Whether it wrote more than was kept.
  package var outputOverflowed = false
  /// Whether its output was at its end when its time was over.
  package var outputEndedEarly = false
  /// How many processes outlived it and were killed.
  package var leftProcesses = 0

  package init(exit: Exit?) { self.exit = exit }
}

extension ChildProcess {
  /// How long a killed process may take to be gone before it is given up.
  package static let killTimeMax = Duration.seconds(5)

  /// Runs a command to its end, and kills it where its time is over.
  ///
  /// - Parameters:
  ///   - command: what to run.
  ///   - input: what its process reads.
  ///   - outputBytesMax: how much of its output is kept.
  ///   - timeLimit: how long it may take, everything that it starts included.
  ///   - errors: what becomes of its complaints.
  ///   - whileRunning: called on this thread as soon as the process runs; it may kill the process.
  /// - Returns: what became of the command.
  /// - Throws: why the command could not be started.
  package static func run(
    _ command: Command,
    input: Input = .empty,
    outputBytesMax: Int,
    timeLimit: Duration,
    errors: Errors = .discard,
    whileRunning: (ChildProcess) -> Void = { _ in }
  ) throws(SpawnError) -> FinishedCommand {
    let clock = ContinuousClock()
    let deadline = clock.now + timeLimit
    let process = try start(
      command,
      input: input,
      output: .collect(bytesMax: outputBytesMax),
      errors: errors
    )
    whileRunning(process)
    return process.waitOrKill(atMost: max(.zero, deadline - clock.now))
  }

  /// Waits until nothing of the process lives on, and kills it where its time is over.
  package func waitOrKill(atMost limit: Duration) -> FinishedCommand {
    if let finished = waitUntilEnded(atMost: limit) { return finished }
    let outputEndedEarly = state.withLock { $0.outputEnded }
    kill(SIGKILL)
    var finished =
      waitUntilEnded(atMost: Self.killTimeMax + Self.lingerTimeMax) ?? FinishedCommand(exit: nil)
    finished.timedOut = true
    finished.outputEndedEarly = outputEndedEarly
    return finished
  }
}
