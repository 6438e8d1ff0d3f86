// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// What the server rejects for good is not sent again, and is kept for a human to look at.
package enum QueuePermanentRejection {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // Each task is rejected with another status, however often it is sent.
    let statuses = rejections(queue.profile)
    let tasks = try queue.submit(
      oneTaskForEach: statuses.map { .always(.statusBeforeCommit($0)) }
    )
    try queue.serverAppears()
    // Nothing may come after a rejection, not even under another key or with another body.
    queue.names = [
      .keyChangedOnRetry: .resentAfterRejection, .bodyChangedOnRetry: .resentAfterRejection,
      .twoRecordsForOneAction: .resentAfterRejection,
    ]

    try queue.resumeUntilSettled(
      tasks,
      afterResume: { checkSentOnce(queue, tasks) },
      isSettled: { task, listing in isRejected(queue, task) && listing?.state == .stopped },
      checkTask: { task, listing in
        guard isRejected(queue, task) else {
          return queue.checkKept(task, listing, whenGone: .taskLostOnRelaunch)
        }
        queue.check(listing != nil, .droppedAfterRejection, of: task)
        queue.check(listing?.state != .completed, .completedWithoutSuccess, of: task)
        queue.check(listing?.state == .stopped, .notStoppedAfterRejection, of: task)
      }
    )

    // Further resumes send nothing, and the tasks are still there.
    for _ in 1...2 {
      try queue.resume()
      checkSentOnce(queue, tasks)
    }
    queue.note(.quiet)
    let listings = try queue.listings()
    for task in tasks {
      queue.check(listings[task.task] != nil, .droppedAfterRejection, of: task)
      queue.check(listings[task.task]?.state == .stopped, .notStoppedAfterRejection, of: task)
    }
    queue.checkRecords()
  }

  private static let statuses = [400, 403, 404, 410, 412, 413, 415, 422]

  /// The statuses that mean that a server will never take the write; on some, one means something else.
  private static func rejections(_ profile: Profile) -> [Int] {
    if case .refused(let inFlight) = profile.inFlight {
      statuses.filter { $0 != inFlight }
    } else {
      statuses
    }
  }

  private static func isRejected(_ queue: QueueScenario, _ task: UserAction) -> Bool {
    !queue.deliveries(of: task).isEmpty
  }

  private static func checkSentOnce(_ queue: QueueScenario, _ tasks: [UserAction]) {
    for task in tasks {
      let again = queue.deliveries(of: task).dropFirst().first
      queue.check(again == nil, .resentAfterRejection, of: task, at: again)
    }
  }
}
