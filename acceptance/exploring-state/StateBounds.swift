// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

/// Within what bounds orders are made, and which events each of them can go on with.
struct StateBounds: Hashable, Sendable {
  /// How many reads of all records an order begins at most.
  static let listReadsMax = 1

  var records: Int
  var tickets: Int
  var sessions: Int
  /// What the subject can do beyond version 1 of the contract.
  var capabilities: Set<SubjectCapability>

  /// Every event that can follow, in a fixed order.
  func events(after model: ReferenceModel) -> [StateStep] {
    guard model.sessions > 0 else { return loads(session: 0) }
    let present = model.records.indices.filter { model.records[$0] != nil }
    var events: [StateStep] = []
    for record in present {
      // The last ticket given out, a free record is left alone: its tap would begin one more write.
      let isTapped = model.tickets.count < tickets || model.records[record]?.phase != .free
      if isTapped { events += Self.values.map { .tap(record: record, wish: $0) } }
    }
    for ticket in model.tickets.indices {
      events += Self.outcomes.map { .respond(ticket: ticket, outcome: $0) }
      if capabilities.contains(.cancelWrite) { events.append(.cancel(ticket: ticket)) }
    }
    for session in 0..<model.sessions {
      for record in 0..<records {
        events += Self.reads.map { .sync(session: session, record: record, outcome: $0) }
      }
    }
    events += Self.arrangements(of: present).map { .arrange(rows: $0) }
    if capabilities.contains(.delete) {
      events += present.map { .delete(record: $0) }
      for record in 0..<records where !present.contains(record) {
        events += Self.values.map { .insert(record: record, value: $0) }
      }
    }
    if capabilities.contains(.listRead) {
      if model.listReads.count < Self.listReadsMax {
        events.append(.startListRead(read: model.listReads.count))
      }
      for read in model.listReads.indices where !present.isEmpty {
        events += Self.values.map { value in
          let values = model.records.map { $0.map { _ in value } }
          return .endListRead(read: read, values: Self.trimmed(values))
        }
      }
    }
    if model.sessions < sessions { events += loads(session: model.sessions) }
    return events
  }

  /// Every way to start a session: each record has one of two values or is not in it.
  private func loads(session: Int) -> [StateStep] {
    var all: [[Bool?]] = [[]]
    for _ in 0..<records {
      all = all.flatMap { known in [false, true, nil].map { known + [$0] } }
    }
    return all.compactMap { .starting(session, $0) }
  }

  /// The values as a text has them: nothing stands behind the last one.
  private static func trimmed(_ values: [Bool?]) -> [Bool?] {
    values.lastIndex { $0 != nil }.map { Array(values[...$0]) } ?? []
  }

  private static let values = [false, true]
  private static let outcomes: [WriteOutcome] = [.saved(false), .saved(true), .rejected, .unknown]
  private static let reads: [ReadOutcome] = [.read(false), .read(true), .failed]

  /// Every order of every selection.
  static func arrangements(of records: [Int]) -> [[Int]] {
    [[]]
      + records.flatMap { first in
        arrangements(of: records.filter { $0 != first }).map { [first] + $0 }
      }
  }
}
