// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// What the user takes back is not sent; what may have been sent cannot be taken back in silence.
package enum QueueCancel {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.cancel)
    let unsent = try queue.submit(content: 0)
    let sent = try queue.submit(content: 1)
    let settled = try queue.submit(content: 2)

    // The server has heard of nothing yet.
    try queue.cancel(unsent)
    try checkEnded(queue, unsent)

    // The server has committed this one, which the client cannot know.
    try queue.serverAppears(.always(.statusAfterCommit(503)))
    for _ in 1...QueueScenario.resumesMax where queue.deliveries(of: sent).isEmpty {
      try queue.resume()
      checkNotSent(queue, unsent, after: 0)
    }
    guard let last = queue.deliveries(of: sent).last?.number else { throw .unjudged(.vacuous) }
    queue.checkIdentities()
    try queue.cancel(sent)
    let listing = try queue.listing(of: sent)
    checkKept(queue, sent, listing)

    // It goes on until it is settled, or it is stopped for good.
    let isOver = listing?.state == .stopped
    queue.faultsEnd()
    try queue.resumeUntilSettled(
      [sent, settled],
      afterResume: {
        checkNotSent(queue, unsent, after: 0)
        if isOver { checkNotSent(queue, sent, after: last) }
      },
      isSettled: { task, listing in
        task == sent && listing?.state == .stopped || queue.isSettled(task, listing)
      },
      checkTask: { task, listing in if task == sent { checkKept(queue, task, listing) } }
    )
    try checkEnded(queue, unsent)

    // What is done is done.
    try queue.cancel(settled)
    try queue.resume()
    let done = try queue.listing(of: settled)
    queue.check(
      done == nil || done?.state == .completed,
      .completedUndoneByCancel,
      of: settled
    )
    queue.checkIdentities()
    queue.checkRecords()
  }

  /// Asserts that a task that was never sent has ended.
  private static func checkEnded(_ queue: QueueScenario, _ action: UserAction) throws(CaseStop) {
    let listing = try queue.listing(of: action)
    let hasEnded = listing == nil || listing?.state == .stopped
    queue.check(hasEnded, .cancelledStaysPending, of: action)
  }

  private static func checkNotSent(
    _ queue: QueueScenario,
    _ action: UserAction,
    after number: Int
  ) {
    let further = queue.deliveries(of: action).first { $0.number > number }
    queue.check(further == nil, .sentAfterCancel, of: action, at: further)
  }

  /// Asserts that a task whose outcome is unknown is still there to be looked at.
  private static func checkKept(
    _ queue: QueueScenario,
    _ action: UserAction,
    _ listing: TaskListing?
  ) {
    if queue.hasSucceeded(action) { return }
    queue.check(listing != nil, .droppedOnCancel, of: action)
    queue.check(listing?.state != .completed, .completedWithoutSuccess, of: action)
  }
}
