// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

/// Compares one answer of a subject with what must be shown after the event.
///
/// The order of the checks is the order from the most telling finding to the least.
struct StateJudge {
  let reply: SubjectReply
  let expected: [String: ExpectedRecord]
  /// The names of the expected records, in ascending order.
  let names: [String]
  /// The records that were deleted and must not be shown.
  let deleted: Set<String>
  /// The record that the event is about, or nothing where it is about all of them.
  let record: String?
  let key: KeyID
  let log: CaseLog
  let sourceLine: Int

  /// Checks something about the record of the event.
  func check(_ holds: Bool, _ finding: Finding) { check(holds, finding, record) }

  private func check(_ holds: Bool, _ finding: Finding, _ about: String?) {
    log.check(
      holds,
      finding,
      task: about.flatMap { expected[$0]?.task } ?? .none,
      key: key,
      attempts: about.flatMap { expected[$0]?.writes } ?? 0,
      sourceLine: sourceLine
    )
  }

  /// What is shown of the event's record; what must be shown, where it is missing.
  private var shown: RecordView {
    record.flatMap { reply.records[$0] ?? expected[$0]?.view }
      ?? ExpectedRecord("", confirmed: false).view
  }

  /// Whether the event's record looks as if it could be written.
  var looksFree: Bool { shown.enabled || !shown.needsSync }

  // MARK: - All records

  /// The answer holds the session's records and no other.
  func checkRecords() {
    if !deleted.isEmpty {
      check(deleted.allSatisfy { reply.records[$0] == nil }, .deletedCameBack, nil)
    }
    let same = reply.records.count == names.count && names.allSatisfy { reply.records[$0] != nil }
    check(same, .recordsMissing)
  }

  /// Records that the event is not about are as they were.
  func checkOthers(_ finding: Finding) {
    for name in names where name != record { checkSame(name, finding) }
  }

  /// Every record is as it was, and nothing was asked for.
  func checkUntouched(_ finding: Finding, _ syncs: Int, askedAgain: Finding) {
    checkRecords()
    for name in names { checkSame(name, finding) }
    checkSyncs(syncs, tooMany: askedAgain)
    checkPresentation()
  }

  private func checkSame(_ name: String, _ finding: Finding) {
    guard let view = reply.records[name], let must = expected[name]?.view else { return }
    let isSame =
      view.confirmed == must.confirmed && view.visible == must.visible
      && view.pending == must.pending && view.needsSync == must.needsSync
    check(isSame, finding, name)
  }

  /// As many re-reads were asked for as the events ask for.
  func checkSyncs(_ syncs: Int, tooFew: Finding = .changeWithoutCause, tooMany: Finding) {
    check(reply.syncs >= syncs, tooFew)
    check(reply.syncs <= syncs, tooMany)
  }

  /// Every control can be used just where its record is neither saving nor locked.
  ///
  /// It comes last: what is left here is not told by a more telling check.
  func checkPresentation() {
    for name in names {
      guard let view = reply.records[name], let must = expected[name]?.view else { continue }
      // The expected control is enabled just where nothing is pending and no sync is needed.
      check(view == must, .presentationDisagrees, name)
    }
  }

  // MARK: - The event's record

  func checkInserted() {
    let value = record.flatMap { expected[$0]?.confirmed }
    check(shown.confirmed == value && shown.visible == value, .insertedNotShown)
    check(!shown.pending && !shown.needsSync, .insertedNotFree)
  }

  func checkCancelled() {
    check(shown.needsSync && !shown.enabled && !shown.pending, .cancelLeftFree)
    check(shown.visible == record.flatMap { expected[$0]?.confirmed }, .cancelKeptWish)
    check(shown.confirmed == record.flatMap { expected[$0]?.confirmed }, .changeWithoutCause)
  }

  /// A list read brings its value to some records, and changes no other.
  func checkListRead(installed: [String], otherwise finding: Finding) {
    for name in names {
      checkSame(name, installed.contains(name) ? .listReadNotInstalled : finding)
    }
  }

  func checkSwitched(_ name: String) {
    guard let view = reply.records[name], let value = expected[name]?.confirmed else { return }
    check(view.confirmed == value && view.visible == value, .switchKeptOldValue, name)
    check(!view.pending && !view.needsSync, .switchKeptPending, name)
  }

  func checkTapped(before: ExpectedRecord) {
    check(shown.confirmed == before.confirmed, .tapChangedConfirmed)
    if before.isFree {
      check(shown.visible == record.flatMap { expected[$0]?.visible }, .tapNotShown)
    } else {
      check(shown.visible == before.visible, .changeWithoutCause)
    }
  }

  func checkSaved(_ value: Bool, wish: Bool?) {
    let finding: Finding = value == wish ? .successNotInstalled : .successKeptTheWish
    check(shown.confirmed == value && shown.visible == value, finding)
    check(shown.enabled && !shown.pending && !shown.needsSync, .successLeftDisabled)
  }

  func checkRejected() {
    check(shown.confirmed == record.flatMap { expected[$0]?.confirmed }, .rejectionNotRestored)
    check(shown.visible == shown.confirmed, .rejectionNotRestored)
    check(shown.enabled && !shown.pending && !shown.needsSync, .rejectionLeftDisabled)
  }

  func checkWithdrawn() {
    check(shown.visible == record.flatMap { expected[$0]?.confirmed }, .unknownKeptProvisional)
    check(shown.confirmed == record.flatMap { expected[$0]?.confirmed }, .changeWithoutCause)
  }

  func checkSynced(_ value: Bool) {
    check(shown.confirmed == value && shown.visible == value, .syncNotInstalled)
    check(shown.enabled && !shown.pending && !shown.needsSync, .syncLeftLocked)
  }

  func checkStillLocked() {
    check(shown.needsSync && !shown.enabled, .failedSyncUnlocked)
    let confirmed = record.flatMap { expected[$0]?.confirmed }
    check(shown.confirmed == confirmed && shown.visible == confirmed, .changeWithoutCause)
  }
}
