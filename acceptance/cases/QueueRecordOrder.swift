// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// Writes on one record arrive in the order of the user's actions, and hold up no other record.
package enum QueueRecordOrder {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.records)
    var writes: [UserAction] = []
    queue.record = "r1"
    writes.append(try queue.submit(content: 0))
    queue.record = "r2"
    let other = try queue.submit(content: 1)
    queue.record = "r1"
    for content in 2...3 { writes.append(try queue.submit(content: content)) }

    // The first write fails and fails. Those behind it on the same record wait for it, and no other does.
    queue.setFaults(.always(.statusBeforeCommit(503)), of: writes[0])
    try queue.serverAppears()
    var isOtherSettled = false
    for _ in 1...QueueScenario.resumesMax where !isOtherSettled {
      try queue.resume()
      queue.checkIdentities()
      checkOrder(queue, writes)
      isOtherSettled = queue.isSettled(other, try queue.listing(of: other))
    }
    guard !queue.deliveries.isEmpty else { throw .unjudged(.vacuous) }
    queue.check(isOtherSettled, .blockedByPoisonedHead, of: other)

    queue.faultsEnd()
    try queue.resumeUntilSettled(
      writes,
      afterResume: {
        queue.checkIdentities()
        checkOrder(queue, writes)
      },
      checkTask: { _, _ in }
    )
  }

  /// Asserts that what is stored of the writes are the first of them, in their order.
  private static func checkOrder(_ queue: QueueScenario, _ writes: [UserAction]) {
    let keys = writes.map(\.key)
    let stored = queue.records.map(\.key).filter(keys.contains)
    let isInOrder = zip(stored, keys).allSatisfy { $0 == $1 }
    let early = stored.first.flatMap { key in writes.first { $0.key == key } }
    queue.check(isInOrder, .recordOrderBroken, of: early)
  }
}
