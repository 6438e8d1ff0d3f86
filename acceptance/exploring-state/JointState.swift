// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts

/// A subject within this process whose hidden state can be told from that of another one.
///
/// Being a value, it can be gone on with in several ways.
protocol TransparentSubject: CapableSubject where Failure == CaseStop {
  /// All that its answers can depend on from now on, with the names replaced by their places.
  func hiddenState(records: [String], sessions: [String], tickets: [String]) -> HiddenState
}

extension BundledSubject: TransparentSubject {}

/// A subject and the reference model after the same events.
struct JointState<Subject: TransparentSubject> {
  private(set) var model = ReferenceModel()
  private(set) var subject: Subject
  /// How many re-reads the subject has asked for.
  private var asked = 0
  private var tickets: [String] = []
  private let recordNames: [String]
  private var sessionNames: [String] = []

  init(_ subject: Subject, records: Int) {
    self.subject = subject
    recordNames = (0..<records).map { "r\($0 + 1)" }
  }

  /// The hidden state of the subject.
  var hidden: HiddenState {
    subject.hiddenState(records: recordNames, sessions: sessionNames, tickets: tickets)
  }

  /// Lets an event happen to both, and says whether the subject shows what the model demands.
  mutating func take(_ step: StateStep) throws(CaseStop) -> Bool {
    let effect = model.take(step)
    let reply = try reply(to: step)
    if effect.began == true {
      guard let ticket = reply.ticket, !tickets.contains(ticket) else { return false }
      tickets.append(ticket)
    } else if effect.began == false, reply.ticket != nil {
      return false
    }
    asked += effect.asked
    guard reply.syncs == asked else { return false }
    var shown = 0
    for (record, must) in model.records.enumerated() {
      guard let must else { continue }
      shown += 1
      guard reply.records[recordNames[record]] == ReferenceModel.view(must) else { return false }
    }
    return shown == reply.records.count
  }

  private mutating func reply(to step: StateStep) throws(CaseStop) -> SubjectReply {
    switch step {
    case .load(_, let values):
      let name = "s\(model.sessions)"
      sessionNames.append(name)
      var records: [String: Bool] = [:]
      for (record, value) in values.enumerated() { records[recordNames[record]] = value }
      return try subject.load(session: name, records: records)
    case .tap(let record, let wish):
      return try subject.tap(record: recordNames[record], value: wish)
    case .respond(let ticket, let outcome):
      return try subject.respond(ticket: tickets[ticket], outcome: outcome)
    case .cancel(let ticket): return try subject.cancel(ticket: tickets[ticket])
    case .sync(let session, let record, let outcome):
      return try subject.sync(
        session: sessionNames[session],
        record: recordNames[record],
        outcome: outcome
      )
    case .arrange(let rows): return try subject.arrange(order: rows.map { recordNames[$0] })
    case .delete(let record): return try subject.delete(record: recordNames[record])
    case .insert(let record, let value):
      return try subject.insert(record: recordNames[record], value: value)
    case .startListRead(let read): return try subject.startListRead(read: "l\(read + 1)")
    case .endListRead(let read, let values):
      var records: [String: Bool] = [:]
      for (record, value) in values.enumerated() { records[recordNames[record]] = value }
      return try subject.endListRead(read: "l\(read + 1)", records: records)
    }
  }
}

extension SubjectReply {
  /// The ticket of the write that the tap began, or nothing.
  var ticket: String? {
    if case .began(let ticket) = tap { ticket } else { nil }
  }
}
