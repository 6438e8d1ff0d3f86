// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// The case that is meant for the flaw, and how that case must find it.
  var expectation: FlawExpectation {
    switch self {
    case .newKeyOnRelaunch, .keyOnlyInMemory:
      FlawExpectation("queue.relaunch", .keyChangedOnRelaunch)
    case .newKeyOnRetry: FlawExpectation("queue.lost-response", .keyChangedOnRetry)
    case .bodyChangedOnRetry: FlawExpectation("queue.lost-response", .bodyChangedOnRetry)
    case .bodyRebuiltOnRelaunch: FlawExpectation("queue.relaunch", .bodyChangedOnRelaunch)
    case .bodyRewrittenOnSubmit: FlawExpectation("queue.disconnect", .bodyNotAsSubmitted)
    case .deletedOn503, .stoppedOn503:
      FlawExpectation("queue.lost-response", .droppedOnUnknownOutcome)
    case .completedOn503: FlawExpectation("queue.lost-response", .completedWithoutSuccess)
    case .resentAfter409: FlawExpectation("queue.key-conflict", .resentAfterConflict)
    case .droppedOn409: FlawExpectation("queue.key-conflict", .droppedAfterConflict)
    case .newKeyAfter409: FlawExpectation("queue.key-conflict", .newKeyAfterConflict)
    case .newKeyWhenStopped: FlawExpectation("queue.key-conflict", .listedKeyChanged)
    case .conflictNotStopped: FlawExpectation("queue.key-conflict", .notStoppedAfterConflict)
    case .newActionReusesKey, .oneKeyForAll: FlawExpectation("queue.relaunch", .newActionReusedKey)
    case .newActionSwallowed: FlawExpectation("queue.relaunch", .newActionMadeNoRecord)
    case .notDurable: FlawExpectation("queue.disconnect", .taskNotListed)
    case .losesTaskOnRelaunch: FlawExpectation("queue.relaunch", .taskLostOnRelaunch)
    case .deletedBeforeSend: FlawExpectation("queue.relaunch", .removedWithoutSuccess)
    case .droppedWhenRefused: FlawExpectation("queue.disconnect", .droppedOnUnknownOutcome)
    case .newTaskWhenRefused: FlawExpectation("queue.disconnect", .taskIdentityChanged)
    case .attemptsResetWhenRefused: FlawExpectation("queue.disconnect", .attemptsWentDown)
    case .attemptsOnlyInMemory: FlawExpectation("queue.disconnect", .attemptsNotCounted)
    case .claimNeverReleased: FlawExpectation("queue.relaunch", .notSentAfterRelaunch)
    case .doubleSend: FlawExpectation("queue.disconnect", .twoRecordsForOneAction)
    case .noKeySent: FlawExpectation("queue.disconnect", .keyNotAccepted)
    case .neverSends: FlawExpectation("queue.disconnect", .notSettledOnceReachable)
    case .completedWhenRefused: FlawExpectation("queue.disconnect", .completedWithoutSuccess)
    case .stoppedWhenRefused: FlawExpectation("queue.key-conflict", .droppedOnUnknownOutcome)
    case .givenUpOnThirdAttempt: FlawExpectation("queue.disconnect", .removedWithoutSuccess)
    case .completedBeforeSend: FlawExpectation("queue.relaunch", .completedWithoutSuccess)
    case .stoppedOnRelaunch: FlawExpectation("queue.relaunch", .droppedOnUnknownOutcome)
    case .successNotNoticed: FlawExpectation("queue.lost-response", .notSettledOnceReachable)
    case .otherKeySent: FlawExpectation("queue.disconnect", .keyNotSentAsAcknowledged)
    case .emptyRequestFirst: FlawExpectation("queue.disconnect", .bodyChangedOnRetry)
    case .emptyRequestUnderOwnKey: FlawExpectation("queue.disconnect", .keyChangedOnRetry)
    case .deletedOn429, .stoppedOn408, .believesCutAnswer, .believesAny200,
      .believesPartialSuccess, .redirectAsRead, .redirectWithoutBody, .believesRedirect,
      .transportResends, .lateAnswerRestores, .lateAnswerSettlesAnother, .retriesRejection,
      .droppedOnRejection, .headBlocks, .rejectionBlocksAll, .neverRetried, .sendsAllAtOnce,
      .twoSenders, .lostDuringDrain:
      expectationBeyondGate
    case .credentialFrozen, .newKeyOn401, .droppedOn401, .sendsAsOtherAccount,
      .droppedOnAccountChange,
      .retryAfterIgnored, .retryAfterUnbounded, .backoffMissing, .backoffUnbounded,
      .backoffNotJittered, .keyLifetimeIgnored, .keyExpiryHidden,
      .cancelIgnored, .cancelOnlyShown, .cancelDrops, .cancelStopsCompleted:
      expectationOfCapable
    case .droppedOnTimeout, .droppedWhenExhausted, .resentWhenExhausted, .acknowledgedWhenFull,
      .acknowledgedFirst, .storeRewritten, .clockTrusted, .orderIgnored,
      .claimTooShort:
      expectationOfCrash
    }
  }
}
