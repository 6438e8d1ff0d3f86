// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What a state case can find broken.
  package static let state: [Finding] = [
    secondTapSent,
    tapSentNothing,
    tapChangedConfirmed,
    tapNotShown,
    successKeptTheWish,
    successNotInstalled,
    successLeftDisabled,
    rejectionNotRestored,
    rejectionLeftDisabled,
    wrongRecordSettled,
    otherRecordChanged,
    repeatedAnswerApplied,
    lateAnswerApplied,
    unknownKeptProvisional,
    unknownAllowedWrite,
    unknownAskedNoSync,
    unknownAskedTwice,
    failedSyncUnlocked,
    failedSyncNotRepeated,
    syncNotInstalled,
    syncLeftLocked,
    unaskedSyncApplied,
    switchKeptOldValue,
    switchKeptPending,
    oldSessionApplied,
    ticketReused,
    presentationDisagrees,
    changeWithoutCause,
    recordsMissing,
  ]

  package static let secondTapSent = Finding(
    "second-tap-sent",
    .oneInFlightPerRecord,
    "a tap while a write was in flight began another write"
  )

  package static let tapSentNothing = Finding(
    "tap-sent-nothing",
    .oneInFlightPerRecord,
    "a tap on a free record began no write"
  )

  package static let tapChangedConfirmed = Finding(
    "tap-changed-confirmed",
    .beginChangesVisibleOnly,
    "a tap changed the confirmed value"
  )

  package static let tapNotShown = Finding(
    "tap-not-shown",
    .beginChangesVisibleOnly,
    "a tap did not show the wished value"
  )

  package static let successKeptTheWish = Finding(
    "success-kept-the-wish",
    .successTakesServerValue,
    "a success kept the wished value where the server had answered with another"
  )

  package static let successNotInstalled = Finding(
    "success-not-installed",
    .successTakesServerValue,
    "a success did not install the value that the server had answered with"
  )

  package static let successLeftDisabled = Finding(
    "success-left-disabled",
    .pendingEnds,
    "after a success the control could not be used again"
  )

  package static let rejectionNotRestored = Finding(
    "rejection-not-restored",
    .rejectionRestoresConfirmed,
    "after a rejection the shown value is not the confirmed one"
  )

  package static let rejectionLeftDisabled = Finding(
    "rejection-left-disabled",
    .rejectionReEnables,
    "after a rejection the control could not be used again"
  )

  package static let wrongRecordSettled = Finding(
    "wrong-record-settled",
    .identityIsRecordNotRow,
    "an answer settled another record than the one that was tapped"
  )

  package static let otherRecordChanged = Finding(
    "other-record-changed",
    .otherRecordsUntouched,
    "a record changed that no event was about"
  )

  package static let repeatedAnswerApplied = Finding(
    "repeated-answer-applied",
    .repeatedCallbackIgnored,
    "a repeated answer changed the record"
  )

  package static let lateAnswerApplied = Finding(
    "late-answer-applied",
    .staleTicketIgnored,
    "the late answer of a lost write changed the record"
  )

  package static let unknownKeptProvisional = Finding(
    "unknown-kept-provisional",
    .unknownForbidsWrites,
    "after an unknown outcome the provisional value was still shown"
  )

  package static let unknownAllowedWrite = Finding(
    "unknown-allowed-write",
    .unknownForbidsWrites,
    "after an unknown outcome a tap began a write"
  )

  package static let unknownAskedNoSync = Finding(
    "unknown-asked-no-sync",
    .unknownRequestsOneSync,
    "an unknown outcome asked for no re-read"
  )

  package static let unknownAskedTwice = Finding(
    "unknown-asked-twice",
    .unknownRequestsOneSync,
    "an unknown outcome asked for more than one re-read"
  )

  package static let failedSyncUnlocked = Finding(
    "failed-sync-unlocked",
    .failedSyncStaysLocked,
    "a failed re-read unlocked the record"
  )

  package static let failedSyncNotRepeated = Finding(
    "failed-sync-not-repeated",
    .failedSyncStaysLocked,
    "after a failed re-read no further one was asked for"
  )

  package static let syncNotInstalled = Finding(
    "sync-not-installed",
    .syncUnlocksWithServerValue,
    "a re-read did not install the server's value"
  )

  package static let syncLeftLocked = Finding(
    "sync-left-locked",
    .syncUnlocksWithServerValue,
    "after a successful re-read the record was still locked"
  )

  package static let unaskedSyncApplied = Finding(
    "unasked-sync-applied",
    .olderReadNeverWins,
    "a re-read that nobody waited for changed the record"
  )

  package static let switchKeptOldValue = Finding(
    "switch-kept-old-value",
    .sessionSwitchReplacesAll,
    "after the session switch a record had another value than the new session's"
  )

  package static let switchKeptPending = Finding(
    "switch-kept-pending",
    .sessionSwitchReplacesAll,
    "after the session switch a record was still pending or locked"
  )

  package static let oldSessionApplied = Finding(
    "old-session-applied",
    .oldSessionCallbackIgnored,
    "an answer of the old session changed a record of the new one"
  )

  package static let ticketReused = Finding(
    "ticket-reused",
    .staleTicketIgnored,
    "a ticket was given out twice"
  )

  package static let presentationDisagrees = Finding(
    "presentation-disagrees",
    .presentationBoundToPending,
    "the control's state does not agree with the record's"
  )

  package static let changeWithoutCause = Finding(
    "change-without-cause",
    .everyChangeHasACause,
    "a record changed although the event did not concern it"
  )

  package static let recordsMissing = Finding(
    "records-missing",
    .everyChangeHasACause,
    "the answer does not hold just the records of the session"
  )
}
