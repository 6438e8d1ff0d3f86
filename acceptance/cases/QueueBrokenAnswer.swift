// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// An answer that broke off is not believed, and the write is repeated as the same operation.
package enum QueueBrokenAnswer {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // Each first delivery is committed, and its answer does not arrive whole.
    let faults = queue.profile.success.hasBody ? withoutAnswer + withPartOfAnswer : withoutAnswer
    let tasks = try queue.submit(oneTaskForEach: faults.map(FaultScript.once))
    try queue.serverAppears()

    try queue.resumeUntilSettled(tasks) { task, listing in
      queue.checkKept(task, listing, whenGone: .removedWithoutSuccess)
    }
    queue.checkRecords()
  }

  /// No answer, or one from something in front of the server that knows no better.
  private static let withoutAnswer: [Fault] = [
    .closeAfterCommit, .resetAfterCommit, .statusAfterCommit(500), .statusAfterCommit(502),
    .statusAfterCommit(504),
  ]

  /// The head says success; the body ends after its first byte, or before its last.
  private static let withPartOfAnswer: [Fault] = [
    .truncatedBody(bytes: 1), .truncatedBody(bytes: Fault.bytesMax), .resetMidResponse(bytes: 1),
  ]
}
