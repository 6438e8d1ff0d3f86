// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts

@testable import StateExploring
@testable import known_bad_subject

/// A subject whose state is a value in a box, as that of a process is: copies are one and the same.
final class Box<Inner: CapableSubject<Never>>: CapableSubject {
  typealias Failure = CaseStop
  private var inner: Inner
  /// How many sessions it bears before it breaks; more than there are where it never does.
  private let sessionsMax: Int
  private var sessions = 0

  init(_ inner: Inner, sessionsMax: Int = .max) {
    self.inner = inner
    self.sessionsMax = sessionsMax
  }

  var capabilities: Set<SubjectCapability> { inner.capabilities }

  func load(session: String, records: [String: Bool]) throws(CaseStop) -> SubjectReply {
    sessions += 1
    let shown = sessions > sessionsMax ? records.mapValues { !$0 } : records
    return inner.load(session: session, records: shown)
  }

  func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    inner.tap(record: record, value: value)
  }

  func respond(ticket: String, outcome: WriteOutcome) throws(CaseStop) -> SubjectReply {
    inner.respond(ticket: ticket, outcome: outcome)
  }

  func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    inner.sync(session: session, record: record, outcome: outcome)
  }

  func arrange(order: [String]) throws(CaseStop) -> SubjectReply { inner.arrange(order: order) }

  func delete(record: String) throws(CaseStop) -> SubjectReply { inner.delete(record: record) }

  func insert(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    inner.insert(record: record, value: value)
  }

  func cancel(ticket: String) throws(CaseStop) -> SubjectReply { inner.cancel(ticket: ticket) }

  func startListRead(read: String) throws(CaseStop) -> SubjectReply {
    inner.startListRead(read: read)
  }

  func endListRead(read: String, records: [String: Bool]) throws(CaseStop) -> SubjectReply {
    inner.endListRead(read: read, records: records)
  }
}

/// The bundled state machine behind an app that makes a mistake of its own.
struct WrongApp: TransparentSubject {
  enum Mistake: CaseIterable, Sendable {
    case cancelIsRejection
    case everySecondAnswerTurned
    case firstTapOfSecondSessionLost
  }

  let mistake: Mistake
  var inner = BundledSubject()
  var sessions = 0
  var taps = 0
  var answers = 0

  init(_ mistake: Mistake) { self.mistake = mistake }

  var capabilities: Set<SubjectCapability> { inner.capabilities }

  func hiddenState(records: [String], sessions: [String], tickets: [String]) -> HiddenState {
    var state = inner.hiddenState(records: records, sessions: sessions, tickets: tickets)
    // What the mistake depends on belongs to the state.
    state.unknownEntries += 1 + min(self.sessions, 2) + 3 * min(taps, 1) + 6 * (answers % 2)
    return state
  }

  mutating func load(
    session: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    sessions += 1
    taps = 0
    return try inner.load(session: session, records: records)
  }

  mutating func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    taps += 1
    if mistake == .firstTapOfSecondSessionLost, sessions == 2, taps == 1 {
      let reply = try inner.arrange(order: [])
      return SubjectReply(records: reply.records, tap: .intercepted, syncs: reply.syncs)
    }
    return try inner.tap(record: record, value: value)
  }

  mutating func respond(
    ticket: String,
    outcome: WriteOutcome
  ) throws(CaseStop) -> SubjectReply {
    answers += 1
    guard mistake == .everySecondAnswerTurned, answers % 2 == 0, case .saved(let value) = outcome
    else { return try inner.respond(ticket: ticket, outcome: outcome) }
    return try inner.respond(ticket: ticket, outcome: .saved(!value))
  }

  mutating func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    try inner.sync(session: session, record: record, outcome: outcome)
  }

  mutating func arrange(order: [String]) throws(CaseStop) -> SubjectReply {
    try inner.arrange(order: order)
  }

  mutating func delete(record: String) throws(CaseStop) -> SubjectReply {
    try inner.delete(record: record)
  }

  mutating func insert(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    try inner.insert(record: record, value: value)
  }

  mutating func cancel(ticket: String) throws(CaseStop) -> SubjectReply {
    guard mistake == .cancelIsRejection else { return try inner.cancel(ticket: ticket) }
    return try inner.respond(ticket: ticket, outcome: .rejected)
  }

  mutating func startListRead(read: String) throws(CaseStop) -> SubjectReply {
    try inner.startListRead(read: read)
  }

  mutating func endListRead(
    read: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    try inner.endListRead(read: read, records: records)
  }
}
