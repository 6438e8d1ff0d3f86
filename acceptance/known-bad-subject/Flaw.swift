// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// One way in which real apps get this wrong; each is one marked place in `FlawedSubject`.
enum Flaw: String, CaseIterable, KnownFlaw {
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
  case rejectionRestoresLoaded = "rejection-restores-loaded"
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
  case lockedTapAsksAgain = "locked-tap-asks-again"
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
  case loadLeavesLocked = "load-leaves-locked"
  case loadAsksSync = "load-asks-sync"
  case answersInOrder = "answers-in-order"
  case onlyTappedShown = "only-tapped-shown"
  case presentationLies = "presentation-lies"
  // What goes beyond version 1 of the contract.
  case deletedComesBack = "deleted-comes-back"
  case deletedAnswerApplied = "deleted-answer-applied"
  case insertKeepsOldValue = "insert-keeps-old-value"
  case insertKeepsPending = "insert-keeps-pending"
  case cancelAsRejection = "cancel-as-rejection"
  case cancelKeepsWish = "cancel-keeps-wish"
  case cancelAsksNothing = "cancel-asks-nothing"
  case cancelAfterSettled = "cancel-after-settled"
  case listReadWins = "list-read-wins"
  case listReadIgnored = "list-read-ignored"
  case oldListReadApplied = "old-list-read-applied"
}
