// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about the state that a user sees before the server has confirmed it.
  package static let state: [CaseDescription] = [rejection, unknownOutcome, sessionSwitch]
    .compactMap(\.self)

  private static let rejection = CaseName("state.rejection").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "a rejected change goes back, and the control can be used again",
      steps: [
        "load a session with several records",
        "tap one record; it shows the wish and is saving",
        "re-sort the rows",
        "tap the same record again while it is saving; the tap is intercepted",
        "answer the write with a business rejection; the record goes back to its confirmed value",
        "answer the same write once more; nothing changes",
        "tap again; the write succeeds with a value that differs from the wish",
      ],
      invariants: [
        .sessionSwitchReplacesAll, .beginChangesVisibleOnly, .oneInFlightPerRecord,
        .staleTicketIgnored, .identityIsRecordNotRow, .rejectionRestoresConfirmed,
        .rejectionReEnables, .repeatedCallbackIgnored, .successTakesServerValue, .pendingEnds,
        .otherRecordsUntouched, .everyChangeHasACause, .presentationBoundToPending,
      ],
      byHand: [
        "let the server refuse the change for a reason of its own, such as a missing right; or write {\"perAttempt\":[\"status-before-commit:422\"]} into refuse.json, run 'oncegate serve --faults refuse.json', and send the app's write there",
        "tap the control twice, and sort the list between the taps",
        "the control returns to the value from before the first tap, in the row where the record is now",
        "tap again: the control works",
      ],
      sourceFile: "acceptance/cases/StateRejection.swift"
    )
  }

  private static let unknownOutcome = CaseName("state.unknown-outcome").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "an unknown outcome forbids writes until the server has been re-read",
      steps: [
        "load a session and tap a record",
        "let the write time out: its outcome is unknown; the shown value goes back",
        "tap while it is unknown; no write begins",
        "exactly one re-read has been asked for; let it fail: the record stays locked, and one more is asked for",
        "let the re-read succeed; the record shows the server's value and is unlocked",
        "answer the lost write late; nothing changes",
      ],
      invariants: [
        .sessionSwitchReplacesAll, .beginChangesVisibleOnly, .oneInFlightPerRecord,
        .unknownForbidsWrites, .unknownRequestsOneSync, .failedSyncStaysLocked,
        .syncUnlocksWithServerValue, .staleTicketIgnored, .olderReadNeverWins,
        .rejectionRestoresConfirmed, .rejectionReEnables, .successTakesServerValue, .pendingEnds,
        .identityIsRecordNotRow, .otherRecordsUntouched, .everyChangeHasACause,
        .presentationBoundToPending,
      ],
      byHand: [
        "run 'oncegate serve' and send the app's write there; it is committed, and answered 503 on purpose",
        "tap the control: it goes back, and further taps send nothing: the server shows no new line",
        "let the app read the record again from your own server; it shows that value, and the control works",
      ],
      sourceFile: "acceptance/cases/StateUnknownOutcome.swift"
    )
  }

  private static let sessionSwitch = CaseName("state.session-switch").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "an answer of an old session never touches the new one",
      steps: [
        "load session A and tap a record",
        "switch to session B, which has the same record; every record takes B's values",
        "tap the record as B",
        "let A's success, rejection and unknown outcome arrive late; nothing changes",
        "answer B's write; it settles normally",
        "switch back to A: a session of its own, which no older answer touches either",
      ],
      invariants: [
        .sessionSwitchReplacesAll, .beginChangesVisibleOnly, .oneInFlightPerRecord,
        .oldSessionCallbackIgnored, .staleTicketIgnored, .unknownForbidsWrites,
        .unknownRequestsOneSync, .syncUnlocksWithServerValue, .rejectionRestoresConfirmed,
        .rejectionReEnables, .successTakesServerValue, .pendingEnds, .identityIsRecordNotRow,
        .otherRecordsUntouched, .everyChangeHasACause, .presentationBoundToPending,
      ],
      byHand: [
        "tap the control, and sign out and in as somebody else before the answer comes",
        "tap the same record as the new user; only the new user's answer changes what is shown",
      ],
      sourceFile: "acceptance/cases/StateSessionSwitch.swift"
    )
  }
}
