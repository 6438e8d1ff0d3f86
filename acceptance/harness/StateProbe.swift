// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import Contracts

/// Lets events happen to a subject, and checks after each of them every record that it shows.
///
/// What must be shown follows from the events alone: the probe keeps an expectation of its own. Each
/// event is a line of the log; its check names the line of the case that let it happen.
package struct StateProbe<Probed: Subject<CaseStop>> {
  /// The session that was started last.
  package private(set) var session = ""

  var subject: Probed
  let log: CaseLog
  var expected: [String: ExpectedRecord] = [:]
  var names: [String] = []
  /// The records of this session that were deleted and not inserted again.
  var deleted: Set<String> = []
  var syncs = 0
  var tickets: [String: TicketStory] = [:]
  /// How much has happened to records, and the moment at which something happened to each of them last.
  private(set) var moment = 0
  private(set) var lastMoments: [String: Int] = [:]
  /// The session and the moment in which each list read began.
  var listReads: [String: (session: String, moment: Int)] = [:]

  /// - Parameters:
  ///   - subject: a subject that was just started.
  ///   - log: where events are written down and broken promises are told.
  package init(_ subject: Probed, log: CaseLog) {
    self.subject = subject
    self.log = log
  }

  // MARK: - Events

  /// Starts a session; every record must take its value and be free.
  package mutating func load(
    session: String,
    records: [String: Bool],
    sourceLine: Int = #line
  ) throws(CaseStop) {
    let isFirst = self.session.isEmpty
    let reply = try subject.load(session: session, records: records)
    log.note(isFirst ? .loaded : .sessionSwitched, task: .none, key: .none, attempts: 0)
    self.session = session
    names = records.keys.sorted()
    expected = [:]
    deleted = []
    lastMoments = [:]
    for (record, value) in records { expected[record] = ExpectedRecord(record, confirmed: value) }

    let judge = judge(reply, nil, .none, sourceLine)
    judge.checkRecords()
    for record in names { judge.checkSwitched(record) }
    judge.checkSyncs(syncs, tooMany: .changeWithoutCause)
    judge.checkPresentation()
  }

  /// Taps a record; returns the ticket where a write began, which must be so where the record is free.
  @discardableResult
  package mutating func tap(
    _ record: String,
    _ wish: Bool,
    sourceLine: Int = #line
  ) throws(CaseStop) -> String {
    let reply = try subject.tap(record: record, value: wish)
    let before = expected[record] ?? ExpectedRecord(record, confirmed: wish)
    let ticket = reply.ticket
    let key = ticket.map(KeyID.init(redacting:)) ?? .none
    if before.isFree && ticket != nil {
      expected[record]?.begin(wish)
      touch(record)
    }
    note(ticket == nil ? .intercepted : .tapped, record, key)

    let judge = judge(reply, record, key, sourceLine)
    judge.checkRecords()
    if before.isFree {
      judge.check(ticket != nil, before.refusedTap)
    } else {
      judge.check(ticket == nil, before.isLocked ? .unknownAllowedWrite : .secondTapSent)
    }
    if let ticket {
      judge.check(tickets[ticket] == nil, .ticketReused)
      tickets[ticket] = TicketStory(record: record, session: session, key: key, end: nil)
    }
    judge.checkOthers(.otherRecordChanged)
    judge.checkTapped(before: before)
    judge.checkSyncs(syncs, tooMany: before.isLocked ? .unknownAskedTwice : .changeWithoutCause)
    judge.checkPresentation()
    return ticket ?? ""
  }

  /// Lets the answer to a write arrive; it counts only for a write that is in flight in this session.
  package mutating func respond(
    _ ticket: String,
    _ outcome: WriteOutcome,
    sourceLine: Int = #line
  ) throws(CaseStop) {
    // A write that never began is a broken promise that has been told already.
    guard let story = tickets[ticket] else { return }
    let record = story.record
    let reply = try subject.respond(ticket: ticket, outcome: outcome)
    guard story.isAwaited(in: session) else {
      note(.ignored, record, story.key)
      let judge = judge(reply, record, story.key, sourceLine)
      let finding = story.ignoredFinding(in: session)
      let asked = story.wasLost(in: session) && outcome == .unknown
      judge.checkUntouched(finding, syncs, askedAgain: asked ? .unknownAskedTwice : finding)
      return
    }

    tickets[ticket]?.end = outcome
    let wish = expected[record]?.wish
    expected[record]?.end(outcome)
    touch(record)
    note(outcome.occurrence, record, story.key)
    let judge = judge(reply, record, story.key, sourceLine)
    judge.checkRecords()
    judge.checkOthers(.wrongRecordSettled)
    switch outcome {
    case .saved(let value):
      judge.checkSaved(value, wish: wish)
      judge.checkSyncs(syncs, tooMany: .changeWithoutCause)
    case .rejected:
      judge.checkRejected()
      judge.checkSyncs(syncs, tooMany: .changeWithoutCause)
    case .unknown:
      judge.checkWithdrawn()
      // Whether it is checked depends on what is shown.
      log.expectDeclared([.unknownAllowedWrite])
      if judge.looksFree { try provoke(record, sourceLine) }
      syncs += 1
      judge.checkSyncs(syncs, tooFew: .unknownAskedNoSync, tooMany: .unknownAskedTwice)
    }
    judge.checkPresentation()
  }

  /// Lets a re-read end; it counts only where the record waits for it in that session.
  package mutating func sync(
    _ record: String,
    _ outcome: ReadOutcome,
    session: String? = nil,
    sourceLine: Int = #line
  ) throws(CaseStop) {
    let session = session ?? self.session
    let reply = try subject.sync(session: session, record: record, outcome: outcome)
    guard session == self.session, expected[record]?.isLocked == true else {
      note(.ignored, record, .none)
      let judge = judge(reply, record, .none, sourceLine)
      let finding: Finding =
        session == self.session ? .unaskedSyncApplied : .oldSessionApplied
      judge.checkUntouched(finding, syncs, askedAgain: finding)
      return
    }

    touch(record)
    expected[record]?.end(outcome)
    note(outcome.occurrence, record, .none)
    let judge = judge(reply, record, .none, sourceLine)
    judge.checkRecords()
    judge.checkOthers(.otherRecordChanged)
    switch outcome {
    case .read(let value):
      judge.checkSynced(value)
      judge.checkSyncs(syncs, tooMany: .changeWithoutCause)
    case .failed:
      judge.checkStillLocked()
      syncs += 1
      judge.checkSyncs(syncs, tooFew: .failedSyncNotRepeated, tooMany: .unknownAskedTwice)
    }
    judge.checkPresentation()
  }

  /// Sorts or filters the rows, which must change no record.
  package mutating func arrange(_ order: [String], sourceLine: Int = #line) throws(CaseStop) {
    let reply = try subject.arrange(order: order)
    log.note(.rearranged, task: .none, key: .none, attempts: 0)
    let judge = judge(reply, nil, .none, sourceLine)
    judge.checkUntouched(.changeWithoutCause, syncs, askedAgain: .changeWithoutCause)
  }

  // MARK: - Parts

  /// Taps a record that looks free after an unknown outcome, to see whether it would really be written.
  private mutating func provoke(_ record: String, _ sourceLine: Int) throws(CaseStop) {
    let wish = !(expected[record]?.confirmed ?? false)
    let reply = try subject.tap(record: record, value: wish)
    let key = reply.ticket.map(KeyID.init(redacting:)) ?? .none
    note(reply.ticket == nil ? .intercepted : .tapped, record, key)
    let judge = judge(reply, record, key, sourceLine)
    judge.check(reply.ticket == nil, .unknownAllowedWrite)
  }

  func note(_ what: Occurrence, _ record: String, _ key: KeyID) {
    log.note(
      what,
      task: expected[record]?.task ?? TaskID(redacting: record),
      key: key,
      attempts: expected[record]?.writes ?? 0
    )
  }

  /// Remembers that something happened to a record, for list reads that began before.
  mutating func touch(_ record: String) {
    moment += 1
    lastMoments[record] = moment
  }

  func judge(
    _ reply: SubjectReply,
    _ record: String?,
    _ key: KeyID,
    _ sourceLine: Int
  ) -> StateJudge {
    StateJudge(
      reply: reply,
      expected: expected,
      names: names,
      deleted: deleted,
      record: record,
      key: key,
      log: log,
      sourceLine: sourceLine
    )
  }
}

extension TaskID {
  /// No record: the event is about all of them.
  static let none = TaskID(redacting: "")
}

extension SubjectReply {
  /// The ticket of the write that the tap began, or nothing.
  var ticket: String? {
    if case .began(let ticket) = tap { ticket } else { nil }
  }
}
