// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What a state case beyond the gate can find broken.
  package static let stateExtended: [Finding] = [
    deletedCameBack,
    deletedAnswerApplied,
    insertedNotShown,
    insertedNotFree,
    cancelLeftFree,
    cancelKeptWish,
    cancelAskedNoSync,
    cancelChangedSettled,
    olderReadWon,
    listReadNotInstalled,
  ]

  package static let deletedCameBack = Finding(
    "deleted-came-back",
    .deletedStaysDeleted,
    "a deleted record was shown again"
  )

  package static let deletedAnswerApplied = Finding(
    "deleted-answer-applied",
    .deletedStaysDeleted,
    "an answer to a write on a deleted record changed the record that has its name now"
  )

  package static let insertedNotShown = Finding(
    "inserted-not-shown",
    .deletedStaysDeleted,
    "a record that was added again did not have the server's value"
  )

  package static let insertedNotFree = Finding(
    "inserted-not-free",
    .deletedStaysDeleted,
    "a record that was added again waited for what the deleted one had begun"
  )

  package static let cancelLeftFree = Finding(
    "cancel-left-free",
    .cancelIsNotRollback,
    "after a cancel the control could be used before the server had been re-read"
  )

  package static let cancelKeptWish = Finding(
    "cancel-kept-wish",
    .cancelIsNotRollback,
    "after a cancel the wish was still shown"
  )

  package static let cancelAskedNoSync = Finding(
    "cancel-asked-no-sync",
    .cancelIsNotRollback,
    "a cancel asked for no re-read although the server may have committed the write"
  )

  package static let cancelChangedSettled = Finding(
    "cancel-changed-settled",
    .cancelIsNotRollback,
    "a cancel changed something although its write was not in flight any more"
  )

  package static let olderReadWon = Finding(
    "older-read-won",
    .olderReadNeverWins,
    "a list read replaced what had happened to a record after the read began"
  )

  package static let listReadNotInstalled = Finding(
    "list-read-not-installed",
    .syncUnlocksWithServerValue,
    "a list read did not bring its value to a record to which nothing had happened since"
  )
}
