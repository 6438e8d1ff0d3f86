// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// What other cases must find as well; together the flaws prove each check of each queue case.
  var furtherExpectations: [FlawExpectation] {
    furtherExpectationsOfGate + furtherExpectationsBeyondGate + inCapabilityCases + inCrashCases
      + inExhausted
  }

  private var furtherExpectationsOfGate: [FlawExpectation] {
    switch self {
    case .keyOnlyInMemory:
      FlawExpectation.each(.listedKeyChanged, in: "queue.disconnect")
        + FlawExpectation.each(
          .keyNotSentAsAcknowledged,
          in: "queue.lost-response",
          "queue.key-conflict"
        )
    case .resentAfter409:
      FlawExpectation.each(.resentAfterRejection, in: "queue.permanent-rejection")
    case .bodyRewrittenOnSubmit:
      FlawExpectation.each(
        .bodyNotAsSubmitted,
        in: "queue.lost-response",
        "queue.relaunch",
        "queue.key-conflict"
      )
    case .notDurable:
      FlawExpectation.each(
        .taskNotListed,
        in: "queue.lost-response",
        "queue.relaunch",
        "queue.key-conflict"
      )
    case .losesTaskOnRelaunch:
      FlawExpectation.each(.droppedOnUnknownOutcome, in: "queue.disconnect")
        + FlawExpectation.each(.taskLostOnRelaunch, in: "queue.lost-response", "queue.key-conflict")
    case .doubleSend:
      FlawExpectation.each(.twoRecordsForOneAction, in: "queue.lost-response", "queue.relaunch")
    case .noKeySent:
      FlawExpectation.each(
        .keyNotAccepted,
        in: "queue.lost-response",
        "queue.relaunch",
        "queue.key-conflict"
      )
    case .completedWhenRefused:
      FlawExpectation.each(
        .completedWithoutSuccess,
        in: "queue.lost-response",
        "queue.relaunch",
        "queue.key-conflict"
      )
    case .stoppedWhenRefused:
      FlawExpectation.each(
        .droppedOnUnknownOutcome,
        in: "queue.disconnect",
        "queue.lost-response",
        "queue.relaunch"
      )
    case .givenUpOnThirdAttempt:
      FlawExpectation.each(.droppedOnUnknownOutcome, in: "queue.lost-response")
        + FlawExpectation.each(.removedWithoutSuccess, in: "queue.relaunch")
    case .successNotNoticed:
      FlawExpectation.each(.notSettledOnceReachable, in: "queue.disconnect", "queue.relaunch")
    case .otherKeySent:
      FlawExpectation.each(
        .keyNotSentAsAcknowledged,
        in: "queue.lost-response",
        "queue.relaunch",
        "queue.key-conflict"
      )
    case .emptyRequestFirst:
      FlawExpectation.each(.bodyChangedOnRetry, in: "queue.lost-response", "queue.relaunch")
        + FlawExpectation.each(.bodyNotAsSubmitted, in: "queue.key-conflict")
    case .emptyRequestUnderOwnKey:
      FlawExpectation.each(.keyChangedOnRetry, in: "queue.lost-response", "queue.relaunch")
        + FlawExpectation.each(.keyNotSentAsAcknowledged, in: "queue.key-conflict")
    default: []
    }
  }
}
