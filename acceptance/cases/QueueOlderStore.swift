// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// An app whose data was put back from a backup repeats the same operation, not a new one.
package enum QueueOlderStore {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)
    try queue.backUpStore()

    // The write is done, after one lost answer.
    try queue.serverAppears(.once(.statusAfterCommit(503)))
    try queue.resumeUntilSettled([action]) { action, listing in
      queue.checkKept(action, listing, whenGone: .removedWithoutSuccess)
    }

    // The backup knows nothing of that, and the app does its part once more. One that keeps its tasks
    // somewhere else than in its folder has met no older store.
    let doneBefore = queue.deliveries.count
    try queue.restoreStore()
    guard try queue.listing(of: action)?.state == .pending else { throw .unjudged(.vacuous) }
    for _ in 1...QueueScenario.resumesMax where queue.deliveries.count == doneBefore {
      try queue.resume()
    }
    guard queue.deliveries.count > doneBefore else { throw .unjudged(.vacuous) }
    try queue.resumeUntilSettled([action]) { _, _ in }
  }
}
