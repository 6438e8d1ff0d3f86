// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A claim lasts as long as its sender may wait for an answer, and no longer than the sender lives.
package enum QueueClaimOutlastsStall {
  /// How long after its sender's death a claim may still hold a task up, in seconds.
  private static let daySeconds: Int64 = 86_400

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.clock)
    queue.clock = QueueScenario.startOfClock
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)
    try queue.serverAppears()

    // The first process waits for its answer nearly as long as it may. By its clock the second one starts
    // just before that time is over.
    let sender = try queue.holdAnswer(of: action, whenGone: .taskNotListed)
    queue.clock += max(1, Int64(queue.requestTimeoutMilliseconds) / 1000 - 1)
    let isWaiting = try queue.resumeSecondSender(of: action, beside: sender, .claimTooShort)
    if isWaiting { try queue.kill(sender) } else { try queue.release(sender) }
    queue.checkIdentities()

    queue.clock += daySeconds
    queue.nextDelivery(of: action, meets: .statusAfterCommit(503))
    try queue.resumeUntilSettled([action]) { action, listing in
      queue.checkKept(action, listing, whenGone: .taskNotListed)
    }
  }
}
