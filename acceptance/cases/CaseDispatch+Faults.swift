// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness

extension CaseDispatch {
  /// The queue cases beyond the gate.
  static let beyondGate: [String: @Sendable (QueueScenario) throws(CaseStop) -> Void] = [
    "queue.transient-rejection": QueueTransientRejection.run,
    "queue.broken-answer": QueueBrokenAnswer.run,
    "queue.false-success": QueueFalseSuccess.run,
    "queue.redirect": QueueRedirect.run,
    "queue.transport-resend": QueueTransportResend.run,
    "queue.answer-late": QueueAnswerLate.run,
    "queue.permanent-rejection": QueuePermanentRejection.run,
    "queue.poisoned-head": QueuePoisonedHead.run,
    "queue.reconnect-burst": QueueReconnectBurst.run,
    "queue.two-senders": QueueTwoSenders.run,
    "queue.submit-during-drain": QueueSubmitDuringDrain.run,
  ]
}
