// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// What each state case beyond the gate can find.
  static let stateFindingsBeyondGate: [String: [Finding]] = [
    "state.reordering": everyTap + saved + rejected + [.repeatedAnswerApplied],
    "state.pending-ends": everyTap + lost + rejected + [
      .failedSyncUnlocked, .failedSyncNotRepeated, .syncNotInstalled, .syncLeftLocked,
      .wrongRecordSettled, .successNotInstalled, .successLeftDisabled,
    ],
    "state.delete": everyTap + lost + [
      .wrongRecordSettled, .successNotInstalled, .successLeftDisabled, .deletedCameBack,
      .deletedAnswerApplied, .insertedNotShown, .insertedNotFree, .unaskedSyncApplied,
    ],
    "state.cancel": everyTap + [
      .wrongRecordSettled, .successNotInstalled, .successLeftDisabled, .unknownAllowedWrite,
      .unknownAskedTwice, .lateAnswerApplied, .syncNotInstalled, .syncLeftLocked,
      .cancelLeftFree, .cancelKeptWish, .cancelAskedNoSync, .cancelChangedSettled,
    ],
    "state.older-read": everyTap + lost + [
      .wrongRecordSettled, .successNotInstalled, .successLeftDisabled, .syncNotInstalled,
      .syncLeftLocked, .oldSessionApplied, .olderReadWon, .listReadNotInstalled,
    ],
  ]

  /// What is checked of each session and of each tap on a free record.
  private static let everyTap: [Finding] = [
    .recordsMissing, .switchKeptOldValue, .switchKeptPending, .changeWithoutCause,
    .presentationDisagrees, .tapSentNothing, .ticketReused, .otherRecordChanged,
    .tapChangedConfirmed, .tapNotShown,
  ]

  private static let saved: [Finding] = [
    .wrongRecordSettled, .successNotInstalled, .successKeptTheWish, .successLeftDisabled,
  ]

  private static let rejected: [Finding] = [.rejectionNotRestored, .rejectionLeftDisabled]

  /// What is checked where an outcome is unknown.
  private static let lost: [Finding] = [
    .unknownKeptProvisional, .unknownAllowedWrite, .unknownAskedNoSync, .unknownAskedTwice,
  ]
}
