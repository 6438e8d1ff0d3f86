// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness

extension CaseDispatch {
  /// The queue cases beyond the gate.
  static let beyondGate: [String: @Sendable (QueueScenario) throws(CaseStop) -> Void] = [
    "queue.transient-rejection": { queue throws(CaseStop) in try QueueTransientRejection.run(queue)
    },
    "queue.broken-answer": { queue throws(CaseStop) in try QueueBrokenAnswer.run(queue) },
    "queue.no-answer": { queue throws(CaseStop) in try QueueNoAnswer.run(queue) },
    "queue.exhausted": { queue throws(CaseStop) in try QueueExhausted.run(queue) },
    "queue.kill-before-answer": { queue throws(CaseStop) in try QueueKillBeforeAnswer.run(queue) },
    "queue.kill-in-answer": { queue throws(CaseStop) in try QueueKillInAnswer.run(queue) },
    "queue.kill-inside": { queue throws(CaseStop) in try QueueKillInside.run(queue) },
    "queue.full-store": { queue throws(CaseStop) in try QueueStoreFault.runOnFullDisk(queue) },
    "queue.torn-store": { queue throws(CaseStop) in try QueueStoreFault.runWithTornWrites(queue) },
    "queue.older-store": { queue throws(CaseStop) in try QueueOlderStore.run(queue) },
    "queue.false-success": { queue throws(CaseStop) in try QueueFalseSuccess.run(queue) },
    "queue.redirect": { queue throws(CaseStop) in try QueueRedirect.run(queue) },
    "queue.transport-resend": { queue throws(CaseStop) in try QueueTransportResend.run(queue) },
    "queue.answer-late": { queue throws(CaseStop) in try QueueAnswerLate.run(queue) },
    "queue.permanent-rejection": { queue throws(CaseStop) in try QueuePermanentRejection.run(queue)
    },
    "queue.poisoned-head": { queue throws(CaseStop) in try QueuePoisonedHead.run(queue) },
    "queue.reconnect-burst": { queue throws(CaseStop) in try QueueReconnectBurst.run(queue) },
    "queue.two-senders": { queue throws(CaseStop) in try QueueTwoSenders.run(queue) },
    "queue.submit-during-drain": { queue throws(CaseStop) in try QueueSubmitDuringDrain.run(queue)
    },
  ]
}
