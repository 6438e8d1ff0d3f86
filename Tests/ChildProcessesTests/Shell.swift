// SPDX-License-Identifier: Apache-2.0

import ChildProcesses

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A script for the system's shell.
func shell(_ script: String, environment: [String: String] = [:]) -> Command {
  Command(["/bin/sh", "-c", script], environment: environment)
}

/// Runs a script with limits that no test reaches.
func run(
  _ script: String,
  input: ChildProcess.Input = .empty,
  outputBytesMax: Int = 1000,
  timeLimit: Duration = .seconds(30)
) throws -> FinishedCommand {
  try ChildProcess.run(
    shell(script),
    input: input,
    outputBytesMax: outputBytesMax,
    timeLimit: timeLimit
  )
}

extension FinishedCommand {
  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [Substring] { text.split(separator: "\n") }
}

/// Whether a process of a test's script lives, one that sleeps for 98765 seconds; a zombie does not.
///
/// The number tells it from a later process with the same ID: IDs come round again within minutes while the
/// tests run.
func isAlive(_ processID: Int32) -> Bool {
  guard kill(processID, 0) == 0 else { return false }
  let state = try? ChildProcess.run(
    Command(["ps", "-o", "stat=,args=", "-p", "\(processID)"]),
    outputBytesMax: 1000,
    timeLimit: .seconds(30)
  )
  return state.map { $0.text.contains("98765") && !$0.text.hasPrefix("Z") } ?? true
}

/// Waits until a process is gone, at most ten seconds; who kills does not wait for the effect.
func isGoneSoon(_ processID: Int32) -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(10)
  while clock.now < deadline {
    if !isAlive(processID) { return true }
  }
  return false
}
