// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// What other cases must find as well; together the flaws prove each check of each state case.
  var furtherExpectations: [FlawExpectation] { inGate + inExtendedCases }

  private var inGate: [FlawExpectation] {
    switch self {
    case .tapSendsNothing:
      FlawExpectation.each(.tapSentNothing, in: "state.unknown-outcome", "state.session-switch")
    case .interceptedTapShown:
      FlawExpectation.each(.changeWithoutCause, in: "state.unknown-outcome")
    case .tapChangesConfirmed:
      FlawExpectation.each(
        .tapChangedConfirmed,
        in: "state.unknown-outcome",
        "state.session-switch"
      )
    case .tapNotShown:
      FlawExpectation.each(.tapNotShown, in: "state.unknown-outcome", "state.session-switch")
    case .ticketReused:
      FlawExpectation.each(.ticketReused, in: "state.rejection", "state.unknown-outcome")
    case .rejectionNotReEnabled:
      FlawExpectation.each(
        .rejectionLeftDisabled,
        in: "state.unknown-outcome",
        "state.session-switch"
      )
    case .rejectionNotRestored:
      FlawExpectation.each(
        .rejectionNotRestored,
        in: "state.unknown-outcome",
        "state.session-switch"
      )
    case .successKeepsWish:
      FlawExpectation.each(.successKeptTheWish, in: "state.session-switch")
    case .successNotInstalled:
      FlawExpectation.each(
        .successNotInstalled,
        in: "state.unknown-outcome",
        "state.session-switch"
      )
    case .successNotReEnabled:
      FlawExpectation.each(
        .successLeftDisabled,
        in: "state.unknown-outcome",
        "state.session-switch"
      )
    case .unknownAsRejection:
      FlawExpectation.each(.unknownAllowedWrite, in: "state.session-switch")
    case .unknownAsSuccess, .unknownKeepsProvisional:
      FlawExpectation.each(.unknownKeptProvisional, in: "state.session-switch")
    case .unknownAsksNothing:
      FlawExpectation.each(.unknownAskedNoSync, in: "state.session-switch")
    case .unknownAsksTwice:
      FlawExpectation.each(.unknownAskedTwice, in: "state.session-switch")
    case .syncNotInstalled:
      FlawExpectation.each(.syncNotInstalled, in: "state.session-switch")
    case .syncLeavesLocked:
      FlawExpectation.each(.syncLeftLocked, in: "state.session-switch")
    case .globalFlag:
      FlawExpectation.each(.otherRecordChanged, in: "state.unknown-outcome", "state.session-switch")
    case .rowInsteadOfRecord:
      FlawExpectation.each(.oldSessionApplied, in: "state.session-switch")
    case .switchKeepsRecords:
      FlawExpectation.each(.switchKeptOldValue, in: "state.rejection", "state.unknown-outcome")
    case .loadLeavesLocked:
      FlawExpectation.each(.switchKeptPending, in: "state.rejection", "state.session-switch")
    case .loadAsksSync:
      FlawExpectation.each(.changeWithoutCause, in: "state.rejection", "state.unknown-outcome")
    case .answersInOrder:
      FlawExpectation.each(.wrongRecordSettled, in: "state.rejection", "state.session-switch")
    case .onlyTappedShown:
      FlawExpectation.each(.recordsMissing, in: "state.rejection", "state.session-switch")
    case .presentationLies:
      FlawExpectation.each(
        .presentationDisagrees,
        in: "state.unknown-outcome",
        "state.session-switch"
      )
    default: []
    }
  }
}
