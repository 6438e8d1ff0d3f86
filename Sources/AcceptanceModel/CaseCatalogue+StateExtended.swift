// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The state cases beyond the gate.
  package static let stateExtended: [CaseDescription] = [
    reordering, pendingEnds, delete, cancelWrite, olderRead,
  ].compactMap(\.self)

  /// What each of them promises, whatever it is about.
  private static let always: [Invariant] = [
    .sessionSwitchReplacesAll, .oneInFlightPerRecord, .beginChangesVisibleOnly,
    .staleTicketIgnored, .otherRecordsUntouched, .identityIsRecordNotRow, .successTakesServerValue,
    .pendingEnds, .everyChangeHasACause, .presentationBoundToPending,
  ]

  private static let reordering = CaseName("state.reordering").map {
    CaseDescription(
      name: $0,
      suites: ["state-extended"],
      promise: "each answer settles its own record, in whatever order answers and rows come",
      steps: [
        "load a session and tap every record; the rows are sorted anew after each tap",
        "answer the writes in another order, some while no row is shown",
        "each record takes the outcome of its own write; no other record changes",
        "answer every write again; nothing changes",
      ],
      invariants: always + [
        .rejectionRestoresConfirmed, .rejectionReEnables, .repeatedCallbackIgnored,
      ],
      byHand: [
        "change several records of a list quickly, one after the other, over a slow network",
        "sort and filter the list while they are being saved; each record ends with its own value",
      ],
      sourceFile: "acceptance/cases/StateReordering.swift"
    )
  }

  private static let pendingEnds = CaseName("state.pending-ends").map {
    CaseDescription(
      name: $0,
      suites: ["state-extended"],
      promise: "no record saves or waits for ever, whatever the rows show meanwhile",
      steps: [
        "load a session; tap a record, and filter it away while it is saving",
        "end the write: saved, rejected, or unknown with re-reads that fail before one succeeds",
        "show the record again; its control can be used, and the next write is saved",
        "the same for every record and every outcome",
      ],
      invariants: always + [
        .rejectionRestoresConfirmed, .rejectionReEnables, .unknownForbidsWrites,
        .unknownRequestsOneSync, .failedSyncStaysLocked, .syncUnlocksWithServerValue,
      ],
      byHand: [
        "change a record, and leave the screen or filter the list before the answer comes",
        "come back: nothing is still being saved, and the control works",
      ],
      sourceFile: "acceptance/cases/StatePendingEnds.swift"
    )
  }

  private static let delete = CaseName("state.delete").map {
    CaseDescription(
      name: $0,
      suites: ["state-extended"],
      promise: "no answer brings a deleted record back",
      steps: [
        "the subject must announce 'delete'; load a session, tap two records, delete one of them",
        "answer its write; the record stays away, and the other one is still saving",
        "add the record again with the server's value, and answer the old write once more",
        "tap it and answer the old write; only the answer to the new write settles it",
        "delete a record that waits for a re-read; the re-read brings nothing back",
      ],
      invariants: always + [
        .deletedStaysDeleted, .unknownForbidsWrites, .unknownRequestsOneSync, .olderReadNeverWins,
      ],
      byHand: [
        "change a record over a slow network, and delete it before the answer comes",
        "the record does not appear again, not even for a moment",
      ],
      sourceFile: "acceptance/cases/StateDelete.swift"
    )
  }

  private static let cancelWrite = CaseName("state.cancel").map {
    CaseDescription(
      name: $0,
      suites: ["state-extended"],
      promise: "a write that is taken back is not taken for one that was refused",
      steps: [
        "the subject must announce 'cancel-write'; load a session, tap a record and cancel the write",
        "the wish is withdrawn, the record is locked, and one re-read has been asked for",
        "taps, late answers and a second cancel change nothing",
        "the re-read brings the server's value, whatever it is, and unlocks the record",
        "cancel a write that was saved, and one of an old session; nothing changes",
      ],
      invariants: always + [
        .cancelIsNotRollback, .unknownForbidsWrites, .unknownRequestsOneSync,
        .syncUnlocksWithServerValue,
      ],
      byHand: [
        "run 'oncegate serve' and send the app's write there; it is committed, and not answered yet",
        "cancel it in the app: the app reads the record again before it can be changed",
      ],
      sourceFile: "acceptance/cases/StateCancel.swift"
    )
  }

  private static let olderRead = CaseName("state.older-read").map {
    CaseDescription(
      name: $0,
      suites: ["state-extended"],
      promise: "a read that began before a write does not replace what the write has brought",
      steps: [
        "the subject must announce 'list-read'; load a session and begin a read of all records",
        "tap three records; save one, lose the outcome of another",
        "end the read with what was before the writes; no record changes",
        "begin a read when all has settled; it brings its values",
        "end a read of an old session in a new one; nothing changes",
      ],
      invariants: always + [
        .olderReadNeverWins, .unknownForbidsWrites, .unknownRequestsOneSync,
        .syncUnlocksWithServerValue, .oldSessionCallbackIgnored,
      ],
      byHand: [
        "pull to refresh over a slow network, and change a record before the list comes",
        "the changed record keeps its new value when the list comes",
      ],
      sourceFile: "acceptance/cases/StateOlderRead.swift"
    )
  }
}
