// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Whether an order of submits, faults, kills and second senders can show a flaw.
enum ScheduleEvidence: Hashable, Sendable {
  /// These steps show it, and as this finding.
  case shown([String], Finding)
  /// No schedule can, because of that.
  case notShown(Obstacle)

  /// What a schedule has not, and why.
  enum Obstacle: String, Hashable, Sendable {
    /// The key holds another body on the server: who submits never brings that about, and the task is lost
    /// to the queue on purpose.
    case conflict
    /// The server refuses the write for good, or for ever: a schedule's faults end, so that every action can
    /// be asked to end with a record.
    case permanentRejection = "permanent-rejection"
    /// Only a client that is told more than version 1 of the contract says shows it.
    case capability
    /// It takes more tasks than a schedule has.
    case manyTasks = "many-tasks"
    /// It takes more attempts than any queue has to make before it may park a task.
    case manyAttempts = "many-attempts"
    /// The store cannot be written to.
    case storeFault = "store-fault"
    /// The app dies in the midst of a submit, of which nothing was acknowledged.
    case killInSubmit = "kill-in-submit"
    /// A kill meets it by chance alone: it lies between two moments that nobody outside can tell apart.
    case chance
  }

  static func shown(_ finding: Finding, by steps: String...) -> ScheduleEvidence {
    .shown(steps, finding)
  }
}

extension Flaw {
  /// The fewest steps that show the flaw, or why there are none.
  var schedule: ScheduleEvidence {
    switch self {
    case .newKeyOnRelaunch:
      .shown(.keyChangedOnRelaunch, by: "submit", "resume kill server-committed")
    case .bodyRebuiltOnRelaunch:
      .shown(.bodyChangedOnRelaunch, by: "submit", "resume kill request-sent")
    case .stoppedOnRelaunch:
      .shown(.droppedOnUnknownOutcome, by: "submit", "resume kill answer-head")
    case .claimNeverReleased:
      .shown(.notSentAfterRelaunch, by: "submit", "resume kill server-committed")
    case .deletedBeforeSend:
      .shown(.removedWithoutSuccess, by: "submit", "resume kill request-sent")
    case .completedBeforeSend:
      .shown(.completedWithoutSuccess, by: "submit", "resume kill claim-stored")
    case .keyOnlyInMemory: .shown(.listedKeyChanged, by: "submit")
    case .attemptsOnlyInMemory: .shown(.attemptsNotCounted, by: "submit")
    case .losesTaskOnRelaunch: .shown(.droppedOnUnknownOutcome, by: "submit")
    case .notDurable: .shown(.taskNotListed, by: "submit")
    case .bodyRewrittenOnSubmit: .shown(.bodyNotAsSubmitted, by: "submit")
    case .doubleSend: .shown(.twoRecordsForOneAction, by: "submit")
    case .noKeySent: .shown(.keyNotAccepted, by: "submit")
    case .otherKeySent: .shown(.keyNotSentAsAcknowledged, by: "submit")
    case .neverSends, .successNotNoticed: .shown(.notSettledOnceReachable, by: "submit")
    case .emptyRequestFirst: .shown(.bodyChangedOnRetry, by: "submit")
    case .emptyRequestUnderOwnKey: .shown(.keyNotSentAsAcknowledged, by: "submit")
    case .completedWhenRefused: .shown(.completedWithoutSuccess, by: "submit")
    case .stoppedWhenRefused: .shown(.droppedOnUnknownOutcome, by: "submit")
    case .droppedWhenRefused: .shown(.droppedOnUnknownOutcome, by: "submit", "resume refuse")
    case .newTaskWhenRefused: .shown(.taskIdentityChanged, by: "submit", "resume refuse")
    case .attemptsResetWhenRefused: .shown(.attemptsWentDown, by: "submit", "resume refuse")
    case .givenUpOnThirdAttempt: .shown(.droppedOnUnknownOutcome, by: "submit", "resume refuse")
    case .newActionReusesKey: .shown(.newActionReusedKey, by: "submit", "submit same")
    case .oneKeyForAll: .shown(.newActionReusedKey, by: "submit", "submit")
    case .newActionSwallowed: .shown(.taskNotListed, by: "submit online", "submit same")
    default: scheduleOfFaults
    }
  }

  private var scheduleOfFaults: ScheduleEvidence {
    switch self {
    case .newKeyOnRetry:
      .shown(.listedKeyChanged, by: "submit", "resume status-after-commit:503")
    case .bodyChangedOnRetry:
      .shown(.bodyChangedOnRetry, by: "submit", "resume status-after-commit:503")
    case .deletedOn503, .stoppedOn503:
      .shown(.droppedOnUnknownOutcome, by: "submit", "resume status-before-commit:503")
    case .completedOn503:
      .shown(.completedWithoutSuccess, by: "submit", "resume status-before-commit:503")
    case .neverRetried:
      .shown(.notSettledOnceReachable, by: "submit", "resume status-before-commit:503")
    case .deletedOn429:
      .shown(.droppedOnUnknownOutcome, by: "submit", "resume too-many-requests:1")
    case .stoppedOn408:
      .shown(.droppedOnUnknownOutcome, by: "submit", "resume status-before-commit:408")
    case .droppedOnTimeout:
      .shown(.droppedOnUnknownOutcome, by: "submit", "resume close-before-commit")
    case .believesCutAnswer:
      .shown(.completedWithoutSuccess, by: "submit", "resume truncated-body:1")
    case .believesAny200: .shown(.falseSuccessBelieved, by: "submit", "resume captive-portal")
    case .believesPartialSuccess:
      .shown(.partialSuccessBelieved, by: "submit", "resume partial-success")
    case .redirectAsRead:
      .shown(.redirectBecameRead, by: "submit", "resume redirect-rewriting:302")
    case .redirectWithoutBody:
      .shown(.writeMangledByRedirect, by: "submit", "resume redirect-preserving:307")
    case .believesRedirect:
      .shown(.redirectBelieved, by: "submit", "resume redirect-preserving:307")
    case .transportResends:
      .shown(.keyChangedOnRetry, by: "submit", "submit", "resume reused-connection-reset")
    case .lateAnswerRestores:
      .shown(.lateAnswerChangedSettled, by: "submit", "submit", "second-sender")
    case .lateAnswerSettlesAnother:
      .shown(
        .lateAnswerSettledAnother,
        by: "submit",
        "submit",
        "second-sender status-before-commit:503"
      )
    case .twoSenders: .shown(.twoSendersAtOnce, by: "submit", "second-sender")
    case .lostDuringDrain: .shown(.lostDuringDrain, by: "submit", "submit beside")
    default: .notShown(obstacle)
    }
  }

  private var obstacle: ScheduleEvidence.Obstacle {
    switch self {
    case .resentAfter409, .droppedOn409, .newKeyAfter409, .newKeyWhenStopped, .conflictNotStopped:
      .conflict
    case .retriesRejection, .droppedOnRejection, .headBlocks, .rejectionBlocksAll:
      .permanentRejection
    case .sendsAllAtOnce: .manyTasks
    case .droppedWhenExhausted, .resentWhenExhausted: .manyAttempts
    case .acknowledgedWhenFull: .storeFault
    case .storeRewritten: .killInSubmit
    case .acknowledgedFirst: .chance
    default: .capability
    }
  }
}
