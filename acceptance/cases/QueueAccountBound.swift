// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// A task is sent for the account that made it, and waits while another one is signed in.
package enum QueueAccountBound {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.accounts)
    queue.account = "account-a"
    let first = try queue.submit(content: 0)

    // Another account signs in on the same device; what it does is sent, and nothing else.
    queue.account = "account-b"
    let second = try queue.submit(content: 1)
    try queue.serverAppears(.once(.statusAfterCommit(503)))
    try queue.resumeUntilSettled(
      [second],
      afterResume: {
        let foreign = queue.deliveries(of: first).first
        queue.check(foreign == nil, .sentAsOtherAccount, of: first, at: foreign)
      },
      checkTask: { _, _ in }
    )
    let waiting = try queue.listing(of: first)
    queue.check(waiting?.state == .pending, .droppedOnAccountChange, of: first)

    // The first account comes back, and its task with it.
    queue.account = "account-a"
    try queue.resumeUntilSettled([first]) { _, _ in }
  }
}
