// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts

/// A task is sent for the account that made it, and waits while another one is signed in.
package enum QueueAccountBound {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.accounts)
    queue.account = "account-a"
    let first = try queue.submit()

    // Another account signs in on the same device; what it does is sent, and nothing else.
    queue.account = "account-b"
    let second = try queue.submit()
    try queue.serverAppears()
    try settle(queue, second, beside: first)
    queue.turn(to: first)
    let waiting = try queue.listing(of: first)
    queue.check(waiting?.state == .pending, .droppedOnAccountChange)

    // The first account comes back, and its task with it.
    queue.account = "account-a"
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      queue.checkIdentity(ofEach: [first, second])
      settled = queue.isSettled(first, try queue.listing(of: first))
    }
    queue.check(settled, .droppedOnAccountChange)
  }

  /// Resumes until an action is settled, and asserts that nothing of another account is sent meanwhile.
  private static func settle(
    _ queue: QueueScenario,
    _ action: UserAction,
    beside other: UserAction
  ) throws(CaseStop) {
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      let foreign = queue.deliveries(of: other).first
      queue.check(foreign == nil, .sentAsOtherAccount, at: foreign)
      settled = queue.isSettled(action, try queue.listing(of: action))
    }
    queue.check(settled, .notSettledOnceReachable)
  }
}
