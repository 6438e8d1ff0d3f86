// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A relaunched app repeats the same operation, not a new one.
package enum QueueRelaunch {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)

    // The first delivery is committed, and the client dies while it waits for the answer.
    try queue.serverAppears(FaultScript(perAttempt: [.stallAfterCommit]))
    try killInFlight(queue, action)
    let killedAfter = queue.deliveries.count
    queue.faultsEnd()

    // The app starts again: it still knows the task, and repeats the same operation.
    let kept = try queue.listing(of: action)
    queue.checkKept(action, kept, whenGone: .removedWithoutSuccess)
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      queue.checkIdentity(of: action, relaunchedAfter: killedAfter)
      let now = try queue.listing(of: action)
      queue.checkKept(action, now, whenGone: .removedWithoutSuccess)
      settled = queue.isSettled(action, now)
    }
    queue.check(queue.deliveries.count > killedAfter, .notSentAfterRelaunch)
    queue.check(settled, .notSettledOnceReachable)
    queue.check(queue.records.count == 1, .twoRecordsForOneAction)

    try actAgain(queue, after: action)
  }

  /// Resumes until the client has been killed over an answer that is held back.
  private static func killInFlight(
    _ queue: QueueScenario,
    _ action: UserAction
  ) throws(CaseStop) {
    for _ in 1...QueueScenario.resumesMax {
      if try queue.resumeAndKillWhenHeld() { return }
      queue.checkIdentity(of: action)
      // Nothing was sent, so there was no outcome that could have ended the task.
      queue.checkKept(action, try queue.listing(of: action), whenGone: .taskLostOnRelaunch)
    }
    throw .unjudged(.vacuous)
  }

  /// Lets the user submit the same content once more, which is another action.
  private static func actAgain(
    _ queue: QueueScenario,
    after first: UserAction
  ) throws(CaseStop) {
    let sentBefore = queue.deliveries.count
    let second = try queue.submit()
    queue.check(second.key != first.key, .newActionReusedKey)
    var settled = false
    for round in 0...QueueScenario.resumesMax where !settled {
      if round > 0 { try queue.resume() }
      let arrived = Array(queue.deliveries.dropFirst(sentBefore))
      let reused = arrived.first { $0.key == first.key }
      queue.check(reused == nil, .newActionReusedKey, at: reused)
      queue.checkIdentity(of: second, in: arrived)
      settled = queue.isSettled(second, try queue.listing(of: second))
    }
    queue.check(queue.records.count != 1, .newActionMadeNoRecord)
    queue.check(queue.records.count == 2, .twoRecordsForOneAction)
    queue.check(settled, .notSettledOnceReachable)
  }
}
