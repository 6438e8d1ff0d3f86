// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The queue cases beyond the gate that any client goes through.
private let cases = [
  "queue.transient-rejection", "queue.broken-answer", "queue.false-success", "queue.redirect",
  "queue.transport-resend", "queue.answer-late", "queue.permanent-rejection", "queue.poisoned-head",
  "queue.reconnect-burst", "queue.two-senders", "queue.submit-during-drain", "queue.no-answer",
]

extension Flaw {
  /// What the cases beyond the gate must find as well.
  var furtherExpectationsBeyondGate: [FlawExpectation] {
    switch self {
    case .newKeyOnRelaunch: FlawExpectation.each(.keyChangedOnRelaunch, in: "queue.two-senders")
    case .keyOnlyInMemory: each(.keyNotSentAsAcknowledged)
    case .newKeyOnRetry:
      each(
        .keyChangedOnRetry,
        but: "queue.redirect",
        "queue.transport-resend",
        "queue.permanent-rejection"
      )
    case .bodyChangedOnRetry:
      each(.bodyChangedOnRetry, but: "queue.redirect", "queue.permanent-rejection")
    case .bodyRebuiltOnRelaunch:
      FlawExpectation.each(.bodyChangedOnRelaunch, in: "queue.two-senders")
    case .bodyRewrittenOnSubmit: each(.bodyNotAsSubmitted)
    case .completedOn503:
      FlawExpectation.each(
        .completedWithoutSuccess,
        in: "queue.transient-rejection",
        "queue.answer-late",
        "queue.poisoned-head",
        "queue.two-senders",
        "queue.submit-during-drain"
      )
    case .oneKeyForAll: each(.newActionReusedKey, but: "queue.two-senders")
    case .notDurable: each(.taskNotListed)
    case .losesTaskOnRelaunch:
      FlawExpectation.each(
        .taskLostOnRelaunch,
        in: "queue.answer-late",
        "queue.permanent-rejection",
        "queue.reconnect-burst",
        "queue.two-senders",
        "queue.submit-during-drain"
      )
    case .deletedBeforeSend: FlawExpectation.each(.removedWithoutSuccess, in: "queue.two-senders")
    case .claimNeverReleased: FlawExpectation.each(.notSentAfterRelaunch, in: "queue.two-senders")
    case .doubleSend:
      each(.twoRecordsForOneAction, but: "queue.transport-resend", "queue.permanent-rejection")
    case .noKeySent: each(.keyNotAccepted)
    case .completedWhenRefused:
      FlawExpectation.each(
        .completedWithoutSuccess,
        in: "queue.transport-resend",
        "queue.permanent-rejection",
        "queue.reconnect-burst",
        "queue.no-answer"
      )
    case .stoppedWhenRefused: each(.droppedOnUnknownOutcome, but: "queue.transient-rejection")
    case .givenUpOnThirdAttempt:
      FlawExpectation.each(
        .removedWithoutSuccess,
        in: "queue.broken-answer",
        "queue.transport-resend",
        "queue.answer-late",
        "queue.poisoned-head",
        "queue.reconnect-burst"
      )
    case .successNotNoticed:
      each(.notSettledOnceReachable, but: "queue.permanent-rejection", "queue.poisoned-head")
    default: []
    }
  }

  /// The same finding in each of these cases, apart from some.
  private func each(_ finding: Finding, but others: String...) -> [FlawExpectation] {
    cases.filter { !others.contains($0) }.map { FlawExpectation($0, finding) }
  }
}
