// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// What a transport sends again by itself is the same operation.
package enum QueueTransportResend {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // The first answer of a pair keeps its connection. The second delivery is committed and its connection
    // reset before any byte of an answer; in the other pair it is reset before the commit. A client that
    // uses a connection twice meets both on a used one, where transports send again without being told to.
    // One that does not still loses the answer to the second: whoever sends it again, it is the same write.
    let tasks = try queue.submit(oneTaskForEach: [
      .once(.reusedConnectionReset), .once(.resetAfterCommit),
      .once(.reusedConnectionReset), .none,
    ])
    try queue.serverAppears()

    queue.names = [
      .keyChangedOnRetry: .transportResentAsNewWrite,
      .twoRecordsForOneAction: .transportResentAsNewWrite,
    ]

    try queue.resumeUntilSettled(tasks) { task, listing in
      queue.checkKept(task, listing, whenGone: .removedWithoutSuccess)
    }
    queue.checkRecords()
  }
}
