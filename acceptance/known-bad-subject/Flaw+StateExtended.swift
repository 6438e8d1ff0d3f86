// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// What the cases beyond the gate must find, so that each of their checks is proved.
  var inExtendedCases: [FlawExpectation] {
    switch self {
    case .answersInOrder:
      FlawExpectation.each(
        .wrongRecordSettled,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .failedSyncNotRepeated:
      FlawExpectation.each(.failedSyncNotRepeated, in: "state.pending-ends")
    case .failedSyncUnlocks:
      FlawExpectation.each(.failedSyncUnlocked, in: "state.pending-ends")
    case .globalFlag:
      FlawExpectation.each(
        .otherRecordChanged,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .lateAnswerApplied:
      FlawExpectation.each(.lateAnswerApplied, in: "state.cancel")
    case .loadAsksSync:
      FlawExpectation.each(
        .changeWithoutCause,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .loadLeavesLocked:
      FlawExpectation.each(
        .switchKeptPending,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .lockedTapAsksAgain:
      FlawExpectation.each(.unknownAskedTwice, in: "state.cancel")
    case .onlyTappedShown:
      FlawExpectation.each(
        .recordsMissing,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .presentationLies:
      FlawExpectation.each(
        .presentationDisagrees,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .rejectionNotReEnabled:
      FlawExpectation.each(.rejectionLeftDisabled, in: "state.reordering", "state.pending-ends")
    case .rejectionNotRestored:
      FlawExpectation.each(.rejectionNotRestored, in: "state.reordering", "state.pending-ends")
    case .repeatedCallbackApplied:
      FlawExpectation.each(.repeatedAnswerApplied, in: "state.reordering")
    case .successKeepsWish:
      FlawExpectation.each(.successKeptTheWish, in: "state.reordering")
    case .successNotInstalled:
      FlawExpectation.each(
        .successNotInstalled,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .successNotReEnabled:
      FlawExpectation.each(
        .successLeftDisabled,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .switchKeepsRecords:
      FlawExpectation.each(
        .switchKeptOldValue,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .syncLeavesLocked:
      FlawExpectation.each(
        .syncLeftLocked,
        in: "state.pending-ends",
        "state.cancel",
        "state.older-read"
      )
    case .syncNotInstalled:
      FlawExpectation.each(
        .syncNotInstalled,
        in: "state.pending-ends",
        "state.cancel",
        "state.older-read"
      )
    case .tapChangesConfirmed:
      FlawExpectation.each(
        .tapChangedConfirmed,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .tapNotShown:
      FlawExpectation.each(
        .tapNotShown,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .tapSendsNothing:
      FlawExpectation.each(
        .tapSentNothing,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .ticketReused:
      FlawExpectation.each(
        .ticketReused,
        in: "state.reordering",
        "state.pending-ends",
        "state.delete",
        "state.cancel",
        "state.older-read"
      )
    case .unaskedSyncApplied:
      FlawExpectation.each(.unaskedSyncApplied, in: "state.delete")
    case .unknownAllowsWrite:
      FlawExpectation.each(.unknownAllowedWrite, in: "state.cancel")
    case .unknownAsRejection:
      FlawExpectation.each(
        .unknownAllowedWrite,
        in: "state.pending-ends",
        "state.delete",
        "state.older-read"
      )
    case .unknownAsksNothing:
      FlawExpectation.each(
        .unknownAskedNoSync,
        in: "state.pending-ends",
        "state.delete",
        "state.older-read"
      )
    case .unknownAsksTwice:
      FlawExpectation.each(
        .unknownAskedTwice,
        in: "state.pending-ends",
        "state.delete",
        "state.older-read"
      )
    case .unknownKeepsProvisional:
      FlawExpectation.each(
        .unknownKeptProvisional,
        in: "state.pending-ends",
        "state.delete",
        "state.older-read"
      )
    default: []
    }
  }
}
