// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// A key conflict stops the write and is kept for a human to look at.
package enum QueueKeyConflict {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)

    // At the delivery, the server already holds another body under the arriving key.
    try queue.serverAppears(FaultScript(perAttempt: [.keyConflict]))
    let conflicted = try resumeUntilSent(queue, action)
    queue.checkIdentity(of: action, in: [conflicted])
    checkNothingSent(queue, after: conflicted)
    let stored = queue.records

    // One more resume: nothing may be sent, under whatever key.
    let first = try queue.listing(of: action)
    queue.check(first != nil, .droppedAfterConflict)
    try queue.resume()
    checkNothingSent(queue, after: conflicted)
    queue.note(.quiet)

    // The task is kept as it was, and a human can see that it has stopped.
    let second = queue.require(try queue.listing(of: action), .droppedAfterConflict)
    queue.check(first?.state == .stopped, .notStoppedAfterConflict)
    queue.check(second.state == .stopped, .notStoppedAfterConflict)
    queue.check(second.key == action.key, .listedKeyChanged)
    checkNothingSent(queue, after: conflicted)

    // No client can change a stored record; the server's own promise is taken for granted everywhere.
    precondition(queue.records.starts(with: stored))
    queue.note(.unchanged)
  }

  /// Resumes until something has arrived, and returns the first delivery.
  private static func resumeUntilSent(
    _ queue: QueueScenario,
    _ action: UserAction
  ) throws(CaseStop) -> SeenDelivery {
    for _ in 1...QueueScenario.resumesMax {
      try queue.resume()
      if let first = queue.deliveries.first { return first }
      queue.checkKept(action, try queue.listing(of: action), whenGone: .taskLostOnRelaunch)
    }
    throw .unjudged(.vacuous)
  }

  /// Asserts that nothing has arrived since the conflict.
  private static func checkNothingSent(
    _ queue: QueueScenario,
    after conflicted: SeenDelivery
  ) {
    let later = queue.deliveries.filter { $0.number > conflicted.number }
    let renamed = later.first { $0.key != conflicted.key }
    queue.check(renamed == nil, .newKeyAfterConflict, at: renamed)
    queue.check(later.isEmpty, .resentAfterConflict, at: later.first)
  }
}
