// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// The expectation of a flaw that shows where the client dies, cannot store, runs out of attempts or of
  /// time.
  var expectationOfCrash: FlawExpectation {
    switch self {
    case .droppedOnTimeout: FlawExpectation("queue.no-answer", .droppedOnUnknownOutcome)
    case .droppedWhenExhausted: FlawExpectation("queue.exhausted", .droppedWhenExhausted)
    case .resentWhenExhausted: FlawExpectation("queue.exhausted", .sentWhenExhausted)
    case .acknowledgedWhenFull: FlawExpectation("queue.full-store", .acknowledgedUnstored)
    case .acknowledgedFirst: FlawExpectation("queue.torn-store", .acknowledgedUnstored)
    case .storeRewritten: FlawExpectation("queue.full-store", .lostByStoreFault)
    case .clockTrusted: FlawExpectation("queue.clock-jump", .stuckAfterClockJump)
    case .orderIgnored: FlawExpectation("queue.record-order", .recordOrderBroken)
    case .claimTooShort: FlawExpectation("queue.claim-outlasts-stall", .claimTooShort)
    default: preconditionFailure("this flaw shows elsewhere")
    }
  }

  /// What the flaw must show in the cases of the suite `crash`; together the flaws prove each check of each.
  var inCrashCases: [FlawExpectation] {
    switch self {
    case .newKeyOnRelaunch: inKillCases(.keyChangedOnRelaunch)
    case .bodyRebuiltOnRelaunch: inKillCases(.bodyChangedOnRelaunch)
    case .claimNeverReleased: inKillCases(.notSentAfterRelaunch)
    case .deletedBeforeSend: inKillCases(.removedWithoutSuccess)
    case .noKeySent: inEach(.keyNotAccepted)
    case .otherKeySent: inEach(.keyNotSentAsAcknowledged)
    case .bodyRewrittenOnSubmit: inEach(.bodyNotAsSubmitted)
    case .newKeyOnRetry: inEach(.keyChangedOnRetry)
    case .bodyChangedOnRetry: inEach(.bodyChangedOnRetry)
    case .doubleSend: inEach(.twoRecordsForOneAction)
    case .completedOn503: inEach(.completedWithoutSuccess)
    case .stoppedOn503: inEach(.droppedOnUnknownOutcome)
    case .successNotNoticed: inEach(.notSettledOnceReachable)
    case .notDurable: inEach(.taskNotListed)
    case .deletedOn503: FlawExpectation.each(.removedWithoutSuccess, in: "queue.older-store")
    case .storeRewritten: FlawExpectation.each(.lostByStoreFault, in: "queue.torn-store")
    default: []
    }
  }

  /// What the flaw must show where a task is sent again and again in vain.
  var inExhausted: [FlawExpectation] {
    let finding: Finding? =
      switch self {
      case .notDurable: .taskNotListed
      case .completedOn503: .completedWithoutSuccess
      case .noKeySent: .keyNotAccepted
      case .otherKeySent: .keyNotSentAsAcknowledged
      case .bodyRewrittenOnSubmit: .bodyNotAsSubmitted
      case .newKeyOnRetry: .keyChangedOnRetry
      case .bodyChangedOnRetry: .bodyChangedOnRetry
      case .doubleSend: .twoRecordsForOneAction
      case .successNotNoticed: .notSettledOnceReachable
      default: nil
      }
    return finding.map { [FlawExpectation("queue.exhausted", $0)] } ?? []
  }

  private func inEach(_ finding: Finding) -> [FlawExpectation] {
    CaseCatalogue.crash.map { FlawExpectation($0.name.description, finding) }
  }

  private func inKillCases(_ finding: Finding) -> [FlawExpectation] {
    FlawExpectation.each(
      finding,
      in: "queue.kill-before-answer",
      "queue.kill-in-answer",
      "queue.kill-inside"
    )
  }
}
