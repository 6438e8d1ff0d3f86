// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts

/// A write made without a network is kept as it is, and sent once it can be.
package enum QueueDisconnect {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // Nothing listens. The user acts, and the task is on the disk when submit has returned.
    let action = try queue.submit()
    queue.note(.unreachable)
    let queued = queue.require(try queue.listing(of: action), .taskNotListed)
    queue.check(queued.key == action.key, .listedKeyChanged)
    queue.checkKept(action, queued, whenGone: .taskNotListed)

    // The client tries in vain; only the count of attempts may change.
    try queue.resume()
    let tried = try queue.listing(of: action)
    if tried == nil {
      queue.check(try !queue.isListedUnderAnotherTask(action), .taskIdentityChanged)
    }
    let waiting = queue.require(tried, .droppedOnUnknownOutcome)
    queue.check(waiting.key == action.key, .listedKeyChanged)
    queue.checkKept(action, waiting, whenGone: .droppedOnUnknownOutcome)
    queue.check(waiting.attempts >= queued.attempts, .attemptsWentDown)

    // The server appears without a fault.
    try queue.serverAppears()
    var last: TaskListing? = waiting
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      queue.checkIdentity(of: action)
      let now = try queue.listing(of: action)
      queue.checkKept(action, now, whenGone: .removedWithoutSuccess)
      if let now, let last {
        queue.check(now.key == action.key, .listedKeyChanged)
        queue.check(now.attempts >= last.attempts, .attemptsWentDown)
      }
      last = now
      settled = queue.isSettled(action, now)
    }
    queue.check(settled, .notSettledOnceReachable)

    // One action has made one record, and the attempts were counted.
    queue.check(queue.records.count == 1, .twoRecordsForOneAction)
    if let last { queue.check(last.attempts >= queue.sendingCommands, .attemptsNotCounted) }
  }
}
