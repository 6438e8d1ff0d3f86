// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// The case that is meant for the flaw, and how that case must find it.
  var expectation: FlawExpectation {
    switch self {
    case .tapSendsNothing: FlawExpectation("state.rejection", .tapSentNothing)
    case .doubleTapSends: FlawExpectation("state.rejection", .secondTapSent)
    case .interceptedTapShown: FlawExpectation("state.rejection", .changeWithoutCause)
    case .tapChangesConfirmed: FlawExpectation("state.rejection", .tapChangedConfirmed)
    case .tapNotShown: FlawExpectation("state.rejection", .tapNotShown)
    case .ticketReused: FlawExpectation("state.session-switch", .ticketReused)
    case .rejectionNotReEnabled: FlawExpectation("state.rejection", .rejectionLeftDisabled)
    case .rejectionRestoresLoaded: FlawExpectation("state.rejection", .rejectionNotRestored)
    case .rejectionNotRestored: FlawExpectation("state.rejection", .rejectionNotRestored)
    case .successKeepsWish: FlawExpectation("state.rejection", .successKeptTheWish)
    case .successNotInstalled: FlawExpectation("state.rejection", .successNotInstalled)
    case .successNotReEnabled: FlawExpectation("state.rejection", .successLeftDisabled)
    case .repeatedCallbackApplied: FlawExpectation("state.rejection", .repeatedAnswerApplied)
    case .lateAnswerApplied: FlawExpectation("state.unknown-outcome", .lateAnswerApplied)
    case .oldSessionApplied: FlawExpectation("state.session-switch", .oldSessionApplied)
    case .unknownAsRejection, .unknownAllowsWrite:
      FlawExpectation("state.unknown-outcome", .unknownAllowedWrite)
    case .unknownAsSuccess, .unknownKeepsProvisional:
      FlawExpectation("state.unknown-outcome", .unknownKeptProvisional)
    case .unknownAsksNothing: FlawExpectation("state.unknown-outcome", .unknownAskedNoSync)
    case .unknownAsksTwice: FlawExpectation("state.unknown-outcome", .unknownAskedTwice)
    case .lockedTapAsksAgain: FlawExpectation("state.unknown-outcome", .unknownAskedTwice)
    case .failedSyncUnlocks: FlawExpectation("state.unknown-outcome", .failedSyncUnlocked)
    case .failedSyncNotRepeated: FlawExpectation("state.unknown-outcome", .failedSyncNotRepeated)
    case .syncNotInstalled: FlawExpectation("state.unknown-outcome", .syncNotInstalled)
    case .syncLeavesLocked: FlawExpectation("state.unknown-outcome", .syncLeftLocked)
    case .unaskedSyncApplied: FlawExpectation("state.unknown-outcome", .unaskedSyncApplied)
    case .globalFlag: FlawExpectation("state.rejection", .otherRecordChanged)
    case .rowInsteadOfRecord: FlawExpectation("state.rejection", .wrongRecordSettled)
    case .filterDropsRecord: FlawExpectation("state.rejection", .recordsMissing)
    case .switchKeepsRecords: FlawExpectation("state.session-switch", .switchKeptOldValue)
    case .loadLeavesLocked: FlawExpectation("state.unknown-outcome", .switchKeptPending)
    case .loadAsksSync: FlawExpectation("state.session-switch", .changeWithoutCause)
    case .answersInOrder: FlawExpectation("state.unknown-outcome", .wrongRecordSettled)
    case .onlyTappedShown: FlawExpectation("state.unknown-outcome", .recordsMissing)
    case .switchKeepsPending: FlawExpectation("state.session-switch", .switchKeptPending)
    case .presentationLies: FlawExpectation("state.rejection", .presentationDisagrees)
    case .deletedComesBack: FlawExpectation("state.delete", .deletedCameBack)
    case .deletedAnswerApplied: FlawExpectation("state.delete", .deletedAnswerApplied)
    case .insertKeepsOldValue: FlawExpectation("state.delete", .insertedNotShown)
    case .insertKeepsPending: FlawExpectation("state.delete", .insertedNotFree)
    case .cancelAsRejection: FlawExpectation("state.cancel", .cancelLeftFree)
    case .cancelKeepsWish: FlawExpectation("state.cancel", .cancelKeptWish)
    case .cancelAsksNothing: FlawExpectation("state.cancel", .cancelAskedNoSync)
    case .cancelAfterSettled: FlawExpectation("state.cancel", .cancelChangedSettled)
    case .listReadWins: FlawExpectation("state.older-read", .olderReadWon)
    case .listReadIgnored: FlawExpectation("state.older-read", .listReadNotInstalled)
    case .oldListReadApplied: FlawExpectation("state.older-read", .oldSessionApplied)
    }
  }
}
