// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// The expectation of a flaw that needs a case beyond the gate.
  var expectationBeyondGate: FlawExpectation {
    switch self {
    case .deletedOn429, .stoppedOn408:
      FlawExpectation("queue.transient-rejection", .droppedOnUnknownOutcome)
    case .believesCutAnswer: FlawExpectation("queue.broken-answer", .completedWithoutSuccess)
    case .believesAny200: FlawExpectation("queue.false-success", .falseSuccessBelieved)
    case .believesPartialSuccess:
      FlawExpectation("queue.false-success", .partialSuccessBelieved)
    case .redirectAsRead: FlawExpectation("queue.redirect", .redirectBecameRead)
    case .redirectWithoutBody: FlawExpectation("queue.redirect", .writeMangledByRedirect)
    case .believesRedirect: FlawExpectation("queue.redirect", .redirectBelieved)
    case .transportResends:
      FlawExpectation("queue.transport-resend", .transportResentAsNewWrite)
    case .lateAnswerRestores: FlawExpectation("queue.answer-late", .lateAnswerChangedSettled)
    case .lateAnswerSettlesAnother:
      FlawExpectation("queue.answer-late", .lateAnswerSettledAnother)
    case .retriesRejection:
      FlawExpectation("queue.permanent-rejection", .notStoppedAfterRejection)
    case .droppedOnRejection:
      FlawExpectation("queue.permanent-rejection", .droppedAfterRejection)
    case .headBlocks: FlawExpectation("queue.poisoned-head", .blockedByPoisonedHead)
    case .rejectionBlocksAll:
      FlawExpectation("queue.permanent-rejection", .notSettledOnceReachable)
    case .neverRetried: FlawExpectation("queue.poisoned-head", .notSettledOnceReachable)
    case .sendsAllAtOnce: FlawExpectation("queue.reconnect-burst", .burstOnReconnect)
    case .twoSenders: FlawExpectation("queue.two-senders", .twoSendersAtOnce)
    case .lostDuringDrain: FlawExpectation("queue.submit-during-drain", .lostDuringDrain)
    default: preconditionFailure("this flaw needs no case beyond the gate")
    }
  }
}
