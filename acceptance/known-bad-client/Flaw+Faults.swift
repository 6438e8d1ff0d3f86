// SPDX-License-Identifier: Apache-2.0

extension Flaw {
  /// The expectation of a flaw that needs a case beyond the gate.
  var expectationBeyondGate: Expectation {
    switch self {
    case .deletedOn429, .stoppedOn408:
      Expectation("queue.transient-rejection", "unknown-is-not-failure")
    case .believesCutAnswer:
      Expectation("queue.broken-answer", "removed-only-after-explicit-success")
    case .believesAny200:
      Expectation("queue.false-success", "success-needs-declared-shape")
    case .believesPartialSuccess:
      Expectation("queue.false-success", "partial-success-per-item")
    case .redirectAsRead, .redirectWithoutBody:
      Expectation("queue.redirect", "redirect-preserves-write")
    case .transportResends:
      Expectation("queue.transport-resend", "one-action-one-record")
    case .lateAnswerRestores:
      Expectation("queue.answer-late", "late-answer-harmless")
    case .retriesRejection, .droppedOnRejection:
      Expectation("queue.permanent-rejection", "permanent-rejection-is-terminal")
    case .headBlocks:
      Expectation("queue.poisoned-head", "poisoned-head-isolated")
    case .sendsAllAtOnce:
      Expectation("queue.reconnect-burst", "reconnect-burst-bounded")
    case .twoSenders:
      Expectation("queue.two-senders", "single-sender-per-task")
    case .lostDuringDrain:
      Expectation("queue.submit-during-drain", "enqueue-during-drain-kept")
    default: preconditionFailure("this flaw needs no case beyond the gate")
    }
  }
}
