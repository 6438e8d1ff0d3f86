// SPDX-License-Identifier: Apache-2.0

import Contracts

/// What must be so after each event: the promises as a table, apart from every program that keeps them.
struct ReferenceModel: Hashable, Sendable {
  /// What a record waits for.
  enum Phase: UInt8, Sendable {
    case free
    case saving
    case locked
  }

  /// A record of the current session.
  struct Record: Hashable, Sendable {
    var confirmed: Bool
    var shown: Bool
    var phase = Phase.free
    /// The ticket that it waits for.
    var ticket: Int?

    init(_ value: Bool) {
      confirmed = value
      shown = value
    }
  }

  /// What a ticket was given out for.
  struct Ticket: Hashable, Sendable {
    let record: Int
    let session: Int
  }

  /// A read of all records that has begun.
  struct ListRead: Hashable, Sendable {
    let session: Int
    /// The records to which something has happened since.
    var touched: Set<Int> = []
  }

  /// What an event must bring about beside the records.
  struct Effect: Hashable, Sendable {
    /// Whether a tap begins a write; nothing where the event is no tap.
    var began: Bool?
    /// How many re-reads are asked for.
    var asked = 0
  }

  /// By number; nothing where the current session does not have the record.
  private(set) var records: [Record?] = []
  private(set) var tickets: [Ticket] = []
  /// How many sessions have started.
  private(set) var sessions = 0
  private(set) var listReads: [ListRead] = []

  init() {}

  /// Says whether the step names only what is there, so that it can happen.
  func allows(_ step: StateStep) -> Bool {
    if case .load(let session, _) = step { return session == sessions }
    guard sessions > 0 else { return false }
    switch step {
    case .load: return false
    case .tap(let record, _), .delete(let record): return self[record] != nil
    case .insert(let record, _): return self[record] == nil
    case .respond(let ticket, _), .cancel(let ticket): return ticket < tickets.count
    case .sync(let session, _, _): return session < sessions
    case .startListRead(let read): return read == listReads.count
    case .endListRead(let read, _): return read < listReads.count
    case .arrange(let rows): return rows.allSatisfy { self[$0] != nil }
    }
  }

  /// Says whether the current session has the record.
  func has(_ record: Int) -> Bool { self[record] != nil }

  private subscript(_ record: Int) -> Record? {
    record < records.count ? records[record] : nil
  }

  /// Lets an event happen that is allowed.
  mutating func take(_ step: StateStep) -> Effect {
    if listReads.isEmpty { return bringAbout(step) }
    let before = records
    let effect = bringAbout(step)
    // A read that began before is older than what has changed now.
    for record in 0..<max(before.count, records.count) {
      let known = record < before.count ? before[record] : nil
      if known != self[record] { touch(record) }
    }
    return effect
  }

  private mutating func touch(_ record: Int) {
    for read in listReads.indices { listReads[read].touched.insert(record) }
  }

  private mutating func bringAbout(_ step: StateStep) -> Effect {
    switch step {
    case .load(_, let values):
      sessions += 1
      records = values.map { $0.map(Record.init) }
    case .tap(let record, let wish):
      guard records[record]?.phase == .free else { return Effect(began: false) }
      records[record]?.phase = .saving
      records[record]?.shown = wish
      records[record]?.ticket = tickets.count
      tickets.append(Ticket(record: record, session: sessions - 1))
      return Effect(began: true)
    case .respond(let ticket, let outcome):
      return end(ticket, outcome)
    case .cancel(let ticket):
      // The request may have reached the server: nobody knows.
      return end(ticket, .unknown)
    case .sync(let session, let record, let outcome):
      guard session == sessions - 1, self[record]?.phase == .locked else { break }
      switch outcome {
      case .read(let value): settle(record, value)
      case .failed: return Effect(asked: 1)
      }
    case .arrange: break
    case .delete(let record): records[record] = nil
    case .insert(let record, let value):
      while records.count <= record { records.append(nil) }
      records[record] = Record(value)
    case .startListRead: listReads.append(ListRead(session: sessions - 1))
    case .endListRead(let read, let values):
      guard listReads[read].session == sessions - 1 else { break }
      for (record, value) in values.enumerated() {
        guard let value, self[record]?.phase == .free, !listReads[read].touched.contains(record)
        else { continue }
        settle(record, value)
        touch(record)
      }
    }
    return Effect()
  }

  /// Ends the write of a ticket, if it is the one that a record waits for.
  private mutating func end(_ ticket: Int, _ outcome: WriteOutcome) -> Effect {
    guard let record = records.firstIndex(where: { $0?.ticket == ticket }) else { return Effect() }
    switch outcome {
    case .saved(let value): settle(record, value)
    case .rejected: settle(record, records[record]?.confirmed ?? false)
    case .unknown:
      settle(record, records[record]?.confirmed ?? false)
      records[record]?.phase = .locked
      return Effect(asked: 1)
    }
    return Effect()
  }

  private mutating func settle(_ record: Int, _ value: Bool) { records[record] = Record(value) }

  /// What a subject must show of a record.
  static func view(_ record: Record) -> RecordView {
    RecordView(
      confirmed: record.confirmed,
      visible: record.shown,
      pending: record.phase == .saving,
      enabled: record.phase == .free,
      needsSync: record.phase == .locked
    )
  }
}
