// SPDX-License-Identifier: Apache-2.0

/// One way in which real apps get this wrong; each is one marked place in `FlawedSubject`.
enum Flaw: String, CaseIterable, Sendable {
  // A tap.
  case tapSendsNothing = "tap-sends-nothing"
  case doubleTapSends = "double-tap-sends"
  case interceptedTapShown = "intercepted-tap-shown"
  case tapChangesConfirmed = "tap-changes-confirmed"
  case tapNotShown = "tap-not-shown"
  case ticketReused = "ticket-reused"
  // An answer.
  case rejectionNotReEnabled = "rejection-not-re-enabled"
  case rejectionNotRestored = "rejection-not-restored"
  case successKeepsWish = "success-keeps-wish"
  case successNotInstalled = "success-not-installed"
  case successNotReEnabled = "success-not-re-enabled"
  case repeatedCallbackApplied = "repeated-callback-applied"
  case lateAnswerApplied = "late-answer-applied"
  case oldSessionApplied = "old-session-applied"
  // An unknown outcome.
  case unknownAsRejection = "unknown-as-rejection"
  case unknownAsSuccess = "unknown-as-success"
  case unknownKeepsProvisional = "unknown-keeps-provisional"
  case unknownAllowsWrite = "unknown-allows-write"
  case unknownAsksNothing = "unknown-asks-nothing"
  case unknownAsksTwice = "unknown-asks-twice"
  case failedSyncUnlocks = "failed-sync-unlocks"
  case failedSyncNotRepeated = "failed-sync-not-repeated"
  case syncNotInstalled = "sync-not-installed"
  case syncLeavesLocked = "sync-leaves-locked"
  case unaskedSyncApplied = "unasked-sync-applied"
  // Identity.
  case globalFlag = "global-flag"
  case rowInsteadOfRecord = "row-instead-of-record"
  case filterDropsRecord = "filter-drops-record"
  case switchKeepsRecords = "switch-keeps-records"
  case switchKeepsPending = "switch-keeps-pending"
  case presentationLies = "presentation-lies"

  /// The case, the finding and the invariant that must catch it.
  var caughtBy: (caseName: String, finding: String, invariant: String) {
    switch self {
    case .tapSendsNothing: ("state.rejection", "tap-sent-nothing", "one-in-flight-per-record")
    case .doubleTapSends: ("state.rejection", "second-tap-sent", "one-in-flight-per-record")
    case .interceptedTapShown:
      ("state.rejection", "change-without-cause", "every-change-has-a-cause")
    case .tapChangesConfirmed:
      ("state.rejection", "tap-changed-confirmed", "begin-changes-visible-only")
    case .tapNotShown: ("state.rejection", "tap-not-shown", "begin-changes-visible-only")
    case .ticketReused: ("state.session-switch", "ticket-reused", "stale-ticket-ignored")
    case .rejectionNotReEnabled:
      ("state.rejection", "rejection-left-disabled", "rejection-re-enables")
    case .rejectionNotRestored:
      ("state.rejection", "rejection-not-restored", "rejection-restores-confirmed")
    case .successKeepsWish:
      ("state.rejection", "success-kept-the-wish", "success-takes-server-value")
    case .successNotInstalled:
      ("state.rejection", "success-not-installed", "success-takes-server-value")
    case .successNotReEnabled: ("state.rejection", "success-left-disabled", "pending-ends")
    case .repeatedCallbackApplied:
      ("state.rejection", "repeated-answer-applied", "repeated-callback-ignored")
    case .lateAnswerApplied:
      ("state.unknown-outcome", "late-answer-applied", "stale-ticket-ignored")
    case .oldSessionApplied:
      ("state.session-switch", "old-session-applied", "old-session-callback-ignored")
    case .unknownAsRejection, .unknownAllowsWrite:
      ("state.unknown-outcome", "unknown-allowed-write", "unknown-forbids-writes")
    case .unknownAsSuccess, .unknownKeepsProvisional:
      ("state.unknown-outcome", "unknown-kept-provisional", "unknown-forbids-writes")
    case .unknownAsksNothing:
      ("state.unknown-outcome", "unknown-asked-no-sync", "unknown-requests-one-sync")
    case .unknownAsksTwice:
      ("state.unknown-outcome", "unknown-asked-twice", "unknown-requests-one-sync")
    case .failedSyncUnlocks:
      ("state.unknown-outcome", "failed-sync-unlocked", "failed-sync-stays-locked")
    case .failedSyncNotRepeated:
      ("state.unknown-outcome", "failed-sync-not-repeated", "failed-sync-stays-locked")
    case .syncNotInstalled:
      ("state.unknown-outcome", "sync-not-installed", "sync-unlocks-with-server-value")
    case .syncLeavesLocked:
      ("state.unknown-outcome", "sync-left-locked", "sync-unlocks-with-server-value")
    case .unaskedSyncApplied:
      ("state.unknown-outcome", "unasked-sync-applied", "older-read-never-wins")
    case .globalFlag: ("state.rejection", "other-record-changed", "other-records-untouched")
    case .rowInsteadOfRecord:
      ("state.rejection", "wrong-record-settled", "identity-is-record-not-row")
    case .filterDropsRecord: ("state.rejection", "records-missing", "every-change-has-a-cause")
    case .switchKeepsRecords:
      ("state.session-switch", "switch-kept-old-value", "session-switch-replaces-all")
    case .switchKeepsPending:
      ("state.session-switch", "switch-kept-pending", "session-switch-replaces-all")
    case .presentationLies:
      ("state.rejection", "presentation-disagrees", "presentation-bound-to-pending")
    }
  }
}
