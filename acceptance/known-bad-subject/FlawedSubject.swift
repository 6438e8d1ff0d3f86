// SPDX-License-Identifier: Apache-2.0

import Contracts

/// A small subject that keeps every promise, or breaks one on purpose.
///
/// It is written in the plainest way, rows with flags, and shares nothing with the bundled state machine:
/// a mistake of that one is not repeated here.
struct FlawedSubject: CapableSubject {
  struct Row {
    let record: String
    let loaded: Bool
    var confirmed: Bool
    var shown: Bool
    var ticket: String?
    var isLocked = false
    /// Only a flaw sets it.
    var staysDisabled = false
    /// How often anything happened when something happened to it last.
    var changedAt = 0
  }

  struct Sent {
    let record: String
    let row: Int
    let session: String
    var isDone = false
    var isLost = false
    /// Whether its row is gone.
    var isOrphan = false
  }

  let flaw: Flaw?
  var session = ""
  /// Those that are shown come first.
  var rows: [Row] = []
  /// The rows that were deleted.
  var gone: [String: Row] = [:]
  var sent: [String: Sent] = [:]
  var writes = 0
  var syncs = 0
  /// How often anything happened to a row.
  var changes = 0
  /// When each list read began, and in which session.
  var listReads: [String: (session: String, changes: Int)] = [:]

  init(_ flaw: Flaw?) { self.flaw = flaw }

  mutating func load(session: String, records: [String: Bool]) -> SubjectReply {
    let old = rows
    rows = records.sorted { $0.key < $1.key }.map { record, value in
      let kept = old.first { $0.record == record }
      // FLAW switch-keeps-records: a record that is known already keeps its state.
      if flaw == .switchKeepsRecords, let kept { return kept }
      var row = Row(record: record, loaded: value, confirmed: value, shown: value)
      // FLAW switch-keeps-pending: only the values are replaced.
      if flaw == .switchKeepsPending { row.ticket = kept?.ticket }
      // FLAW load-leaves-locked: a loaded record waits for a re-read that nobody starts.
      if flaw == .loadLeavesLocked { row.isLocked = true }
      return row
    }
    gone = [:]
    self.session = session
    // FLAW ticket-reused: each session counts from the beginning.
    if flaw == .ticketReused { writes = 0 }
    // FLAW load-asks-sync: what was just loaded is read once more.
    if flaw == .loadAsksSync { syncs += 1 }
    return reply()
  }

  mutating func tap(record: String, value: Bool) -> SubjectReply {
    guard let row = index(of: record) else { return reply(.intercepted) }
    var isFree = rows[row].ticket == nil && !rows[row].isLocked && !rows[row].staysDisabled
    // FLAW double-tap-sends: nothing intercepts a tap while a write is in flight.
    if flaw == .doubleTapSends && rows[row].ticket != nil { isFree = true }
    // FLAW unknown-allows-write: nothing intercepts a tap while the record is locked.
    if flaw == .unknownAllowsWrite && rows[row].isLocked { isFree = true }
    // FLAW global-flag: one write in flight blocks every record.
    if flaw == .globalFlag && rows.contains(where: { $0.ticket != nil }) { isFree = false }
    // FLAW tap-sends-nothing: a control that was never connected.
    if flaw == .tapSendsNothing { isFree = false }
    guard isFree else {
      // FLAW intercepted-tap-shown: the control flips although nothing is sent.
      if flaw == .interceptedTapShown { rows[row].shown = value }
      // FLAW locked-tap-asks-again: a tap on a locked record starts one more re-read.
      if flaw == .lockedTapAsksAgain && rows[row].isLocked { syncs += 1 }
      return reply(.intercepted)
    }
    writes += 1
    let ticket = "w\(writes)"
    sent[ticket] = Sent(record: record, row: row, session: session)
    touch(row)
    rows[row].ticket = ticket
    // FLAW tap-not-shown: the wish waits for the server.
    if flaw != .tapNotShown { rows[row].shown = value }
    // FLAW tap-changes-confirmed: the wish counts as confirmed.
    if flaw == .tapChangesConfirmed { rows[row].confirmed = value }
    return reply(.began(ticket: ticket))
  }

  mutating func respond(ticket: String, outcome: WriteOutcome) -> SubjectReply {
    guard let write = sent[ticket] else { return reply() }
    // FLAW deleted-comes-back: an answer writes its record, whether or not there is one.
    if flaw == .deletedComesBack, write.isOrphan, case .saved(let value) = outcome,
      index(of: write.record) == nil
    {
      rows.append(Row(record: write.record, loaded: value, confirmed: value, shown: value))
    }
    guard let row = target(of: write, ticket, outcome) else { return reply() }
    sent[ticket]?.isDone = true
    switch outcome {
    case .saved(let value):
      // FLAW success-keeps-wish: the answer's value is not looked at.
      // FLAW success-not-installed: the answer only ends the write.
      let installed =
        switch flaw {
        case .successKeepsWish: rows[row].shown
        case .successNotInstalled: rows[row].confirmed
        default: value
        }
      // FLAW success-not-re-enabled: only a rejection enables the control again.
      if flaw == .successNotReEnabled { rows[row].staysDisabled = true }
      settle(row, installed)
    case .rejected: reject(row)
    case .unknown:
      sent[ticket]?.isLost = true
      lose(row)
    }
    return reply()
  }

  mutating func sync(session: String, record: String, outcome: ReadOutcome) -> SubjectReply {
    guard session == self.session, let row = index(of: record) else { return reply() }
    // FLAW unasked-sync-applied: whatever is read is installed.
    guard rows[row].isLocked || flaw == .unaskedSyncApplied else { return reply() }
    switch outcome {
    case .read(let value):
      // FLAW sync-not-installed: the record is unlocked with its old value.
      settle(row, flaw == .syncNotInstalled ? rows[row].confirmed : value)
      // FLAW sync-leaves-locked: nothing ends the lock.
      if flaw == .syncLeavesLocked { rows[row].isLocked = true }
    case .failed:
      // FLAW failed-sync-unlocks: the end of the re-read is taken for its success.
      if flaw == .failedSyncUnlocks { rows[row].isLocked = false }
      // FLAW failed-sync-not-repeated: the record is locked for ever.
      if flaw != .failedSyncNotRepeated { syncs += 1 }
    }
    return reply()
  }

  mutating func arrange(order: [String]) -> SubjectReply {
    let shown = order.compactMap { record in rows.first { $0.record == record } }
    let hidden = rows.filter { !order.contains($0.record) }
    // FLAW filter-drops-record: what is not shown is not kept.
    rows = flaw == .filterDropsRecord ? shown : shown + hidden
    return reply()
  }

  // MARK: - Parts

  /// The row that an answer settles, or nothing where nobody waits for it.
  private func target(of write: Sent, _ ticket: String, _ outcome: WriteOutcome) -> Int? {
    // FLAW row-instead-of-record: the row is remembered, and whatever is in it now is settled.
    if flaw == .rowInsteadOfRecord {
      return rows.indices.contains(write.row) && rows[write.row].ticket != nil ? write.row : nil
    }
    guard let row = index(of: write.record) else { return nil }
    let isCurrent = write.session == session
    // FLAW old-session-applied: the session of the answer is not looked at.
    if flaw == .oldSessionApplied && !isCurrent { return row }
    // FLAW repeated-callback-applied: each callback counts.
    if flaw == .repeatedCallbackApplied && isCurrent && write.isDone && !write.isLost { return row }
    // FLAW late-answer-applied: once its outcome is known, a lost write still settles its record.
    if flaw == .lateAnswerApplied && isCurrent && write.isLost && outcome != .unknown { return row }
    // FLAW deleted-answer-applied: an answer is applied to whatever has the record's name now.
    if flaw == .deletedAnswerApplied && isCurrent && write.isOrphan && outcome != .unknown {
      return row
    }
    guard isCurrent && rows[row].ticket == ticket else { return nil }
    // FLAW answers-in-order: an answer is taken for that of the oldest write.
    return flaw == .answersInOrder ? oldestInFlight ?? row : row
  }

  /// The row whose write began first.
  private var oldestInFlight: Int? {
    let oldest = (1...writes).first { number in rows.contains { $0.ticket == "w\(number)" } }
    return oldest.flatMap { number in rows.firstIndex { $0.ticket == "w\(number)" } }
  }

  /// Remembers that something happened to a row, for list reads that began before.
  mutating func touch(_ row: Int) {
    changes += 1
    rows[row].changedAt = changes
  }

  mutating func settle(_ row: Int, _ value: Bool) {
    rows[row].confirmed = value
    rows[row].shown = value
    rows[row].ticket = nil
    rows[row].isLocked = false
    touch(row)
  }

  mutating func reject(_ row: Int) {
    let wish = rows[row].shown
    settle(row, rows[row].confirmed)
    // FLAW rejection-not-restored: the wish stays on the screen.
    if flaw == .rejectionNotRestored { rows[row].shown = wish }
    // FLAW rejection-restores-loaded: a rejection goes back to where the session began.
    if flaw == .rejectionRestoresLoaded { rows[row].shown = rows[row].loaded }
    // FLAW rejection-not-re-enabled: only a success enables the control again.
    if flaw == .rejectionNotReEnabled { rows[row].staysDisabled = true }
  }

  mutating func lose(_ row: Int) {
    // FLAW unknown-as-rejection: a time-out counts as a refusal.
    if flaw == .unknownAsRejection { return reject(row) }
    // FLAW unknown-as-success: a time-out counts as a success.
    if flaw == .unknownAsSuccess { return settle(row, rows[row].shown) }
    // FLAW unknown-keeps-provisional: the wish stays on the screen.
    if flaw != .unknownKeepsProvisional { rows[row].shown = rows[row].confirmed }
    rows[row].ticket = nil
    rows[row].isLocked = true
    touch(row)
    switch flaw {
    // FLAW unknown-asks-nothing: the record waits for a re-read that nobody starts.
    case .unknownAsksNothing: break
    // FLAW unknown-asks-twice: two places ask for the re-read.
    case .unknownAsksTwice: syncs += 2
    default: syncs += 1
    }
  }

  func index(of record: String) -> Int? { rows.firstIndex { $0.record == record } }

  func reply(_ tap: TapResult? = nil) -> SubjectReply {
    let anyPending = rows.contains { $0.ticket != nil }
    var records: [String: RecordView] = [:]
    for row in rows {
      // FLAW only-tapped-shown: the answer to a tap holds what is saving, and nothing else.
      if flaw == .onlyTappedShown && tap != nil && row.ticket == nil { continue }
      // FLAW global-flag: one flag tells for every record whether it is saving.
      let pending = flaw == .globalFlag ? anyPending : row.ticket != nil
      // FLAW presentation-lies: the control looks usable at all times.
      let enabled =
        flaw == .presentationLies || (!pending && !row.isLocked && !row.staysDisabled)
      records[row.record] = RecordView(
        confirmed: row.confirmed,
        visible: row.shown,
        pending: pending,
        enabled: enabled,
        needsSync: row.isLocked
      )
    }
    return SubjectReply(records: records, tap: tap, syncs: syncs)
  }
}
