// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import Locking

/// Lets an order of events happen to a subject, judged as in every state case.
struct StateReplay<Subject: CapableSubject<CaseStop>> {
  private var probe: StateProbe<Subject>
  private var tickets: [String] = []
  private var model = ReferenceModel()

  /// - Parameters:
  ///   - subject: a subject that was just started.
  ///   - log: where events are written down and broken promises are told.
  init(_ subject: Subject, log: CaseLog) {
    probe = StateProbe(subject, log: log)
  }

  /// The name of a record, as the subject gets it.
  static func name(ofRecord record: Int) -> String { "r\(record + 1)" }

  private func session(_ number: Int) -> String { "s\(number + 1)" }

  private func name(ofRead number: Int) -> String { "l\(number + 1)" }

  private func records(_ values: [Bool?]) -> [String: Bool] {
    var records: [String: Bool] = [:]
    for (record, value) in values.enumerated() {
      if let value { records[Self.name(ofRecord: record)] = value }
    }
    return records
  }

  /// Ends the case as skipped where the subject does not announce what an order needs.
  func need(_ capability: SubjectCapability) throws(CaseStop) { try probe.need(capability) }

  /// Lets the next event happen; it is one that can happen here.
  mutating func take(_ step: StateStep) throws(CaseStop) {
    let effect = model.take(step)
    switch step {
    case .load(let session, let values):
      try probe.load(session: self.session(session), records: records(values))
    case .tap(let record, let wish):
      let ticket = try probe.tap(Self.name(ofRecord: record), wish)
      if effect.began == true { tickets.append(ticket) }
    case .respond(let ticket, let outcome): try probe.respond(tickets[ticket], outcome)
    case .cancel(let ticket): try probe.cancel(tickets[ticket])
    case .sync(let session, let record, let outcome):
      try probe.sync(Self.name(ofRecord: record), outcome, session: self.session(session))
    case .arrange(let rows): try probe.arrange(rows.map { Self.name(ofRecord: $0) })
    case .delete(let record): try probe.delete(Self.name(ofRecord: record))
    case .insert(let record, let value): try probe.insert(Self.name(ofRecord: record), value)
    case .startListRead(let read): try probe.startListRead(name(ofRead: read))
    case .endListRead(let read, let values):
      try probe.endListRead(name(ofRead: read), records(values))
    }
  }
}

/// Keeps what is written down while an order is gone through.
final class StateRecording: Sendable {
  private let messages = Monitor<[CaseMessage]>([])

  var log: CaseLog { CaseLog { message in self.messages.withLock { $0.append(message) } } }

  /// The lines up to the first broken promise.
  var lines: [LogLine] {
    messages.withLock { messages in
      var lines: [LogLine] = []
      for message in messages {
        switch message {
        case .log(let line): lines.append(line)
        case .verdict: return lines
        }
      }
      return lines
    }
  }

  var finding: Finding? {
    messages.withLock { messages in
      for case .verdict(.failed(.invariantBroken(let finding, _))) in messages { return finding }
      return nil
    }
  }

  /// Forgets everything, so that many orders need no memory.
  func clear() { messages.withLock { $0 = [] } }
}

/// What came of an order of events.
struct ReplayResult: Hashable, Sendable {
  var finding: Finding?
  /// How many events happened, that of the finding included.
  var taken = 0
  var log: [LogLine] = []
}

extension StateReplay {
  /// Goes through an order up to the first finding.
  ///
  /// - Parameters:
  ///   - steps: events that can happen one after the other.
  ///   - subject: a subject that was just started.
  /// - Returns: what came of it.
  /// - Throws: why it cannot be judged.
  static func result(
    of steps: [StateStep],
    on subject: Subject
  ) throws(CaseStop) -> ReplayResult {
    let recording = StateRecording()
    var replay = StateReplay(subject, log: recording.log)
    var result = ReplayResult()
    for step in steps {
      try replay.take(step)
      result.taken += 1
      result.finding = recording.finding
      if result.finding != nil { break }
    }
    result.log = recording.lines
    return result
  }
}
