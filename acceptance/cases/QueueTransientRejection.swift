// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A rejection that will pass keeps the task for another attempt.
package enum QueueTransientRejection {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // Each task meets one of them at its first delivery; nothing is stored by that.
    let faults = rejections + inFlight(queue.profile)
    let tasks = try queue.submit(oneTaskForEach: faults.map(FaultScript.once))
    try queue.serverAppears()

    // No task is given up, and each is sent again as it is.
    try queue.resumeUntilSettled(tasks) { task, listing in
      queue.checkKept(task, listing, whenGone: .droppedOnUnknownOutcome)
    }
    queue.checkRecords()
  }

  private static let rejections: [Fault] = [
    .tooManyRequests(retryAfter: "1"), .unavailable(retryAfter: "1"), .statusBeforeCommit(408),
    .statusBeforeCommit(425), .statusBeforeCommit(500), .statusBeforeCommit(502),
    .statusBeforeCommit(504),
    .closeBeforeCommit, .resetBeforeCommit,
  ]

  /// That the key is still being worked on, where the server has an answer of its own for it.
  private static func inFlight(_ profile: Profile) -> [Fault] {
    if case .refused(let status) = profile.inFlight, status != profile.otherBody {
      [.keyInFlight]
    } else {
      []
    }
  }
}
