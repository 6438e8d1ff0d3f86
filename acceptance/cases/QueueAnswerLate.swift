// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// An answer that arrives late counts for its own task, and changes nothing that was settled since.
package enum QueueAnswerLate {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let tasks = try queue.submit(oneTaskForEach: [.none, .once(.statusBeforeCommit(503)), .none])
    let (late, failing) = (tasks[0], tasks[1])
    try queue.serverAppears()

    // The answer to the first task is held back, and a second process goes through the queue meanwhile.
    let waiting = try queue.holdAnswer(of: late, whenGone: .taskLostOnRelaunch)
    try queue.resume(whileHolding: true)
    let between = try queue.listings()
    checkKept(queue, tasks, between)
    let settled = tasks.filter { queue.isSettled($0, between[$0.task]) }

    // The late answer arrives. It is not the answer to a task that failed, nor does it undo a success.
    try queue.release(waiting)
    queue.checkIdentities()
    let listings = try queue.listings()
    for task in settled {
      let listing = listings[task.task]
      let isUnchanged = listing == nil || listing?.state == .completed
      queue.check(isUnchanged, .lateAnswerChangedSettled, of: task)
    }
    if !queue.hasSucceeded(failing) {
      let state = listings[failing.task]?.state
      queue.check(state != .completed, .lateAnswerSettledAnother, of: failing)
    }
    checkKept(queue, tasks, listings)

    try queue.resumeUntilSettled(tasks) { task, listing in
      queue.checkKept(task, listing, whenGone: .removedWithoutSuccess)
    }
    queue.checkRecords()
  }

  private static func checkKept(
    _ queue: QueueScenario,
    _ tasks: [UserAction],
    _ listings: [String: TaskListing]
  ) {
    for task in tasks {
      queue.checkKept(task, listings[task.task], whenGone: .removedWithoutSuccess)
    }
  }
}
