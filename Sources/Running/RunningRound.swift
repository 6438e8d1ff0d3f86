// SPDX-License-Identifier: Apache-2.0

import ChildProcesses

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

enum Signals {
  static let kill = SIGKILL
  static let terminate = SIGTERM
}

/// One round of a case while its process lives.
struct RunningRound {
  /// How far the process is on its way out.
  enum Stage {
    case running
    /// It was asked to end.
    case terminated
    case killed
  }

  let process: ChildProcess
  let index: Int
  let round: Int
  let folder: String
  let started: ContinuousClock.Instant
  /// How long it may stay in its stage.
  var timeLeft: Duration
  var stage = Stage.running
  var timedOut = false

  mutating func terminate() {
    guard stage == .running else { return }
    stage = .terminated
    timeLeft = Runner.termTimeMax
    process.kill(Signals.terminate)
  }

  mutating func kill() {
    stage = .killed
    timeLeft = Runner.killTimeMax
    process.kill(Signals.kill)
  }
}
