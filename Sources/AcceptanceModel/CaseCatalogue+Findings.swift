// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// What each queue case can find.
  static let queueFindings: [String: [Finding]] = [
    "queue.disconnect": [
      .taskNotListed, .listedKeyChanged, .completedWithoutSuccess, .droppedOnUnknownOutcome,
      .taskIdentityChanged, .attemptsWentDown, .keyNotAccepted, .keyChangedOnRetry,
      .bodyChangedOnRetry, .twoRecordsForOneAction, .keyNotSentAsAcknowledged,
      .bodyNotAsSubmitted, .removedWithoutSuccess, .notSettledOnceReachable, .attemptsNotCounted,
    ],
    "queue.lost-response": [
      .taskNotListed, .taskLostOnRelaunch, .completedWithoutSuccess, .droppedOnUnknownOutcome,
      .keyNotAccepted, .keyChangedOnRetry, .bodyChangedOnRetry, .twoRecordsForOneAction,
      .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .notSettledOnceReachable,
    ],
    "queue.relaunch": [
      .taskNotListed, .taskLostOnRelaunch, .completedWithoutSuccess, .droppedOnUnknownOutcome,
      .removedWithoutSuccess, .keyNotAccepted, .keyChangedOnRelaunch, .keyChangedOnRetry,
      .bodyChangedOnRelaunch, .bodyChangedOnRetry, .twoRecordsForOneAction,
      .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .notSentAfterRelaunch,
      .notSettledOnceReachable, .newActionReusedKey, .newActionMadeNoRecord,
    ],
    "queue.key-conflict": [
      .taskNotListed, .taskLostOnRelaunch, .completedWithoutSuccess, .droppedOnUnknownOutcome,
      .keyNotAccepted, .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .newKeyAfterConflict,
      .resentAfterConflict, .droppedAfterConflict, .notStoppedAfterConflict, .listedKeyChanged,
    ],
  ]

  /// What each state case can find.
  static let stateFindings: [String: [Finding]] = [
    "state.rejection": [
      .recordsMissing, .switchKeptOldValue, .switchKeptPending, .changeWithoutCause,
      .presentationDisagrees, .tapSentNothing, .rejectionLeftDisabled, .secondTapSent,
      .ticketReused, .otherRecordChanged, .tapChangedConfirmed, .tapNotShown,
      .repeatedAnswerApplied, .wrongRecordSettled, .successNotInstalled, .successKeptTheWish,
      .successLeftDisabled, .rejectionNotRestored,
    ],
    "state.unknown-outcome": [
      .recordsMissing, .switchKeptOldValue, .switchKeptPending, .changeWithoutCause,
      .presentationDisagrees, .tapSentNothing, .unknownAllowedWrite, .ticketReused,
      .otherRecordChanged, .tapChangedConfirmed, .tapNotShown, .wrongRecordSettled,
      .unknownKeptProvisional, .unknownAskedNoSync, .unknownAskedTwice, .lateAnswerApplied,
      .failedSyncUnlocked, .failedSyncNotRepeated, .unaskedSyncApplied, .syncNotInstalled,
      .syncLeftLocked, .successNotInstalled, .successLeftDisabled, .rejectionNotRestored,
      .rejectionLeftDisabled,
    ],
    "state.session-switch": [
      .recordsMissing, .switchKeptOldValue, .switchKeptPending, .changeWithoutCause,
      .presentationDisagrees, .tapSentNothing, .ticketReused, .otherRecordChanged,
      .tapChangedConfirmed, .tapNotShown, .oldSessionApplied, .wrongRecordSettled,
      .unknownAllowedWrite, .unknownKeptProvisional, .unknownAskedNoSync, .unknownAskedTwice,
      .syncNotInstalled, .syncLeftLocked, .successKeptTheWish, .successNotInstalled,
      .successLeftDisabled,
      .rejectionNotRestored, .rejectionLeftDisabled,
    ],
  ]
}
