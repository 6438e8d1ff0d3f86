// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A client that gets no answer gives up waiting in time, and keeps the task.
package enum QueueNoAnswer {
  /// How long the client is asked to wait for an answer, in milliseconds.
  private static let requestTimeoutMilliseconds = 500

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // No answer, none behind the commit, one that waits for the next delivery's, one that comes byte by byte
    // and takes seconds, or one that stops within its body.
    var faults: [Fault] = [
      .stallBeforeCommit, .stallAfterCommit, .lateRelease, .slowTrickle(pauseMilliseconds: 20),
    ]
    if queue.profile.success.hasBody { faults.append(.stallMidResponse(bytes: 1)) }
    let tasks = try queue.submit(oneTaskForEach: faults.map(FaultScript.once))
    try queue.serverAppears()

    queue.requestTimeoutMilliseconds = requestTimeoutMilliseconds
    try queue.resumeUntilSettled(tasks) { task, listing in
      queue.checkKept(task, listing, whenGone: .droppedOnUnknownOutcome)
    }
    queue.checkRecords()
  }
}
