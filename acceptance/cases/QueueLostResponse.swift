// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A write whose answer was lost is repeated as the same operation.
package enum QueueLostResponse {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)

    // The first delivery is committed, and its answer says that the server is not available.
    try queue.serverAppears(FaultScript(perAttempt: [.statusAfterCommit(503)]))
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      queue.checkIdentity(of: action)
      let now = try queue.listing(of: action)
      let wasSent = !queue.deliveries.isEmpty
      queue.checkKept(
        action,
        now,
        whenGone: wasSent ? .droppedOnUnknownOutcome : .taskLostOnRelaunch
      )
      settled = queue.isSettled(action, now)
    }

    // An answer that nobody asked for cannot be lost.
    if queue.deliveries.isEmpty { throw .unjudged(.vacuous) }
    queue.check(queue.deliveries.count > 1, .droppedOnUnknownOutcome)
    queue.check(settled, .notSettledOnceReachable)
    queue.check(queue.records.count == 1, .twoRecordsForOneAction)
  }
}
