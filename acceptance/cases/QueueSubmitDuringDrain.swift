// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A write that is submitted while others are being sent is kept and sent.
package enum QueueSubmitDuringDrain {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let first = try queue.submit()
    queue.check(try queue.listing(of: first) != nil, .taskNotListed)
    try queue.serverAppears(.always(.statusBeforeCommit(503)))

    // The queue is being sent, and waits for an answer. The user acts meanwhile; whatever else is sent is
    // answered 503, so that the new task is not settled before the drain ends.
    let drain = try queue.holdAnswer(of: first, whenGone: .taskLostOnRelaunch)
    let second = try queue.submit(content: 1, whileHolding: true)
    queue.check(second.key != first.key, .newActionReusedKey, of: second)
    queue.checkKept(second, try queue.listing(of: second), whenGone: .lostDuringDrain)

    // The answer arrives and the drain ends. What was submitted meanwhile is still there.
    try queue.release(drain)
    queue.checkIdentities()
    queue.checkKept(second, try queue.listing(of: second), whenGone: .lostDuringDrain)

    try queue.resumeUntilSettled([first, second]) { task, listing in
      queue.checkKept(task, listing, whenGone: .lostDuringDrain)
    }
    queue.checkRecords()
  }
}
