// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A task has one sender at a time, and another takes over when that one is killed.
package enum QueueTwoSenders {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)
    try queue.serverAppears()

    // A first process waits for its answer; a second one goes through the queue and leaves the task alone.
    var sender = try queue.holdAnswer(of: action, whenGone: .taskLostOnRelaunch)
    let isWaiting = try queue.resumeSecondSender(of: action, beside: sender, .twoSendersAtOnce)
    if !isWaiting {
      // The second one waited for its turn instead, until the first one gave up.
      try queue.release(sender)
      queue.checkIdentities()
      let isDone = queue.isSettled(action, try queue.listing(of: action))
      if isDone { return queue.checkRecords() }
      sender = try queue.holdAnswer(of: action, whenGone: .droppedOnUnknownOutcome)
    }
    queue.checkIdentities()

    // The sender dies over its answer, and the next one takes over. Its first answer is a failure.
    try queue.kill(sender)
    let killedAfter = queue.deliveries.count
    queue.nextDelivery(of: action, meets: .statusBeforeCommit(503))
    let kept = try queue.listing(of: action)
    queue.checkKept(action, kept, whenGone: .removedWithoutSuccess)
    for _ in 1...QueueScenario.resumesMax where queue.deliveries.count == killedAfter {
      try queue.resume()
    }
    queue.check(queue.deliveries.count > killedAfter, .notSentAfterRelaunch)
    try queue.resumeUntilSettled([action], relaunchedAfter: killedAfter) { action, listing in
      queue.checkKept(action, listing, whenGone: .removedWithoutSuccess)
    }
    queue.checkRecords()
  }
}
