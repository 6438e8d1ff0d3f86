// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a run learns that it is to stop.
package final class Interruptions: Sendable {
  /// What a run is waiting for.
  enum Notice: Sendable {
    case ended(Int, FinishedCommand)
    case interrupted(signal: Int32)
  }

  private struct State: Sendable {
    var notices: [Notice] = []
    var wasInterrupted = false
  }

  private let state = Monitor(State())

  /// Creates a source of interruptions that nothing but `interrupt` feeds.
  package init() {}

  /// Creates a source that takes SIGINT, SIGTERM and SIGHUP of this process.
  ///
  /// The first one stops the run; the second one kills everything, this process included. So the whole
  /// process is the run's, and every child of it too.
  package static func fromSignals() -> Interruptions {
    let interruptions = Interruptions()
    ProcessTree.ownEveryChild()
    // Where signals cannot be watched, they end the process as ever.
    try? SignalWatch.start([SIGINT, SIGTERM, SIGHUP]) { signal in
      if interruptions.interrupt(signal: signal) { return }
      ProcessTree.killEverything()
      SignalWatch.end(by: signal)
    }
    return interruptions
  }

  /// Stops the run, as the first signal does; `false` means that it has been stopped before.
  @discardableResult
  package func interrupt(signal: Int32) -> Bool {
    state.withLock { state in
      defer { state.wasInterrupted = true }
      guard !state.wasInterrupted else { return false }
      state.notices.append(.interrupted(signal: signal))
      return true
    }
  }

  func post(_ notice: Notice) { state.withLock { $0.notices.append(notice) } }

  /// Waits for the next notice.
  func next(atMost limit: Duration) -> Notice? {
    state.wait(atMost: limit) { $0.notices.isEmpty ? nil : $0.notices.removeFirst() }
  }
}
