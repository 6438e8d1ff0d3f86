// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A clock that is set moves no task out of reach.
package enum QueueClockJump {
  /// How far the clock is set, in seconds: a year.
  private static let yearSeconds: Int64 = 365 * 86_400
  /// The longest that a task may wait, in seconds.
  private static let waitSecondsMax: Int64 = 86_400

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.clock)
    try queue.serverAppears()
    for (content, jump) in [-yearSeconds, yearSeconds].enumerated() {
      queue.clock = QueueScenario.startOfClock
      queue.setFaults(.once(.statusBeforeCommit(503)))
      let action = try queue.submit(content: content)
      for _ in 1...QueueScenario.resumesMax where queue.deliveries(of: action).isEmpty {
        try queue.resume()
      }
      guard !queue.deliveries(of: action).isEmpty else { throw .unjudged(.vacuous) }

      // The task waits. Somebody sets the clock; a day later by the new time it is due.
      queue.clock = QueueScenario.startOfClock + jump
      try queue.sendDue()
      queue.clock += waitSecondsMax
      try queue.sendDue()
      queue.checkIdentities()
      queue.check(
        queue.deliveries(of: action).count > 1,
        .stuckAfterClockJump,
        of: action
      )
      let listing = try queue.listing(of: action)
      queue.check(queue.isSettled(action, listing), .notSettledOnceReachable, of: action)
      queue.checkRecords()
    }
  }
}
