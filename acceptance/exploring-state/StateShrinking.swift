// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts

/// Makes an order of events shorter as long as the same promise is seen broken in the same way.
struct StateShrinking {
  /// How often events are gone through at most before the order is taken as it is.
  static let runsMax = 3_000
  /// How many events happen in all of them at most, where an order is long.
  static let eventsMax = 200_000

  let finding: Finding
  /// Goes through events from the start.
  let run: ([StateStep]) throws(CaseStop) -> ReplayResult
  private var runs = 0
  private var events = 0

  init(_ finding: Finding, run: @escaping ([StateStep]) throws(CaseStop) -> ReplayResult) {
    self.finding = finding
    self.run = run
  }

  /// Shrinks an order that shows the finding.
  ///
  /// - Parameter steps: the order.
  /// - Returns: an order of which no event can be left out.
  /// - Throws: why it cannot be judged.
  mutating func shrink(_ steps: [StateStep]) throws(CaseStop) -> [StateStep] {
    var steps = steps
    var size = steps.count / 2
    while size >= 1 {
      // What was left out may let another event be left out that stood before it.
      repeat {} while try leaveOut(size, of: &steps)
      size /= 2
    }
    repeat {
      if try leaveRecordsOut(of: &steps) { continue }
    } while try leaveOut(1, of: &steps)
    for record in Set(steps.flatMap(\.records)).sorted() {
      try turnValues(of: record, in: &steps)
    }
    return StateOrder.withLowestNumbers(steps)
  }

  /// Leaves out so many events in a row wherever the finding stays; says whether anything was left out.
  private mutating func leaveOut(
    _ size: Int,
    of steps: inout [StateStep]
  ) throws(CaseStop) -> Bool {
    var hasChanged = false
    var start = steps.count - size
    while start >= 0 {
      let end = min(steps.count, start + size)
      if start < end, try accept(StateOrder.without(start..<end, of: steps), in: &steps) {
        hasChanged = true
      }
      start -= size
    }
    return hasChanged
  }

  /// Leaves records out of sessions, and of what list reads bring, wherever the finding stays.
  private mutating func leaveRecordsOut(of steps: inout [StateStep]) throws(CaseStop) -> Bool {
    var hasChanged = false
    for index in steps.indices.reversed() where index < steps.count {
      for record in steps[index].valuesBrought.indices {
        guard index < steps.count, let fewer = steps[index].without(record: record) else {
          continue
        }
        var candidate = steps
        candidate[index] = fewer
        let rebuilt = StateOrder.without(0..<0, of: candidate, ticketsOf: steps)
        if try accept(rebuilt, in: &steps) { hasChanged = true }
      }
    }
    return hasChanged
  }

  /// Lets a record begin with `false` where the finding stays with all its values turned.
  private mutating func turnValues(
    of record: Int,
    in steps: inout [StateStep]
  ) throws(CaseStop) {
    let first = steps.lazy.compactMap { $0.value(of: record) }.first
    guard first == true else { return }
    var model = ReferenceModel()
    var turned: [StateStep] = []
    for step in steps {
      turned.append(step.withValuesTurned(of: record, tickets: model.tickets))
      _ = model.take(step)
    }
    _ = try accept(turned, in: &steps)
  }

  /// Takes an order in the place of another where it shows the same finding.
  private mutating func accept(
    _ candidate: [StateStep],
    in steps: inout [StateStep]
  ) throws(CaseStop) -> Bool {
    guard runs < Self.runsMax, events < Self.eventsMax, !candidate.isEmpty, candidate != steps
    else { return false }
    runs += 1
    events += candidate.count
    let result = try run(candidate)
    guard result.finding == finding else { return false }
    let shorter = Array(candidate.prefix(result.taken))
    steps = shorter
    return true
  }
}

/// Orders of events made from others.
enum StateOrder {
  /// Leaves events out, and those that cannot happen without them.
  ///
  /// Tickets and sessions are numbered anew, so that each event that stays is about the same write and the
  /// same session as before.
  ///
  /// - Parameters:
  ///   - range: the places of the events to leave out.
  ///   - steps: the order.
  ///   - known: the same order as it could happen, where `steps` was changed since.
  /// - Returns: an order that can happen.
  static func without(
    _ range: Range<Int>,
    of steps: [StateStep],
    ticketsOf known: [StateStep]? = nil
  ) -> [StateStep] {
    var (before, after) = (ReferenceModel(), ReferenceModel())
    var tickets: [Int: Int] = [:]
    var sessions: [Int: Int] = [:]
    var reads: [Int: Int] = [:]
    var kept: [StateStep] = []
    for (index, step) in steps.enumerated() {
      let old = known?[index] ?? step
      let (ticket, session) = (before.tickets.count, before.sessions)
      let read = before.listReads.count
      let began = before.take(old).began == true
      guard !range.contains(index), let moved = renumbered(step, tickets, sessions, reads, after),
        after.allows(moved)
      else { continue }
      if case .load = moved { sessions[session] = after.sessions }
      if case .startListRead = moved { reads[read] = after.listReads.count }
      let newTicket = after.tickets.count
      if after.take(moved).began == true, began { tickets[ticket] = newTicket }
      kept.append(moved)
    }
    return kept
  }

  private static func renumbered(
    _ step: StateStep,
    _ tickets: [Int: Int],
    _ sessions: [Int: Int],
    _ reads: [Int: Int],
    _ model: ReferenceModel
  ) -> StateStep? {
    switch step {
    case .load(_, let values): .load(session: model.sessions, values: values)
    case .respond(let ticket, let outcome):
      tickets[ticket].map { .respond(ticket: $0, outcome: outcome) }
    case .cancel(let ticket): tickets[ticket].map { .cancel(ticket: $0) }
    case .sync(let session, let record, let outcome):
      sessions[session].map { .sync(session: $0, record: record, outcome: outcome) }
    case .arrange(let rows): .arrange(rows: rows.filter { model.has($0) })
    case .startListRead: .startListRead(read: model.listReads.count)
    case .endListRead(let read, let values):
      reads[read].map { .endListRead(read: $0, values: values) }
    case .tap, .delete, .insert: step
    }
  }

  /// Gives the records the lowest numbers, in the order in which they are named first.
  static func withLowestNumbers(_ steps: [StateStep]) -> [StateStep] {
    let named = Set(steps.flatMap(\.records)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1, $0) })
    return steps.map { $0.withRecords { numbers[$0] ?? $0 } }
  }
}

extension StateStep {
  /// The records that the step names.
  var records: [Int] {
    switch self {
    case .load(_, let values), .endListRead(_, let values):
      values.indices.filter { values[$0] != nil }
    case .tap(let record, _), .sync(_, let record, _), .delete(let record), .insert(let record, _):
      [record]
    case .arrange(let rows): rows
    case .respond, .cancel, .startListRead: []
    }
  }

  /// The values that it brings to several records at once; none where it is about one or none.
  fileprivate var valuesBrought: [Bool?] {
    switch self {
    case .load(_, let values), .endListRead(_, let values): values
    default: []
    }
  }

  /// The same step without one of the records to which it brings a value, as long as another is left.
  fileprivate func without(record: Int) -> StateStep? {
    var fewer = valuesBrought
    guard record < fewer.count, fewer[record] != nil else { return nil }
    fewer[record] = nil
    guard let last = fewer.lastIndex(where: { $0 != nil }) else { return nil }
    fewer = Array(fewer[...last])
    switch self {
    case .load(let session, _): return .load(session: session, values: fewer)
    case .endListRead(let read, _): return .endListRead(read: read, values: fewer)
    default: return nil
    }
  }

  /// The value that the step brings to a record, or nothing where it brings none.
  fileprivate func value(of record: Int) -> Bool? {
    switch self {
    case .load(_, let values): record < values.count ? values[record] : nil
    case .insert(let inserted, let value): inserted == record ? value : nil
    default: nil
    }
  }

  /// The same step with the other one of the two values of a record.
  fileprivate func withValuesTurned(
    of record: Int,
    tickets: [ReferenceModel.Ticket]
  ) -> StateStep {
    switch self {
    case .load(let session, var values):
      if record < values.count { values[record]?.toggle() }
      return .load(session: session, values: values)
    case .endListRead(let read, var values):
      if record < values.count { values[record]?.toggle() }
      return .endListRead(read: read, values: values)
    case .tap(record, let wish): return .tap(record: record, wish: !wish)
    case .respond(let ticket, .saved(let value)) where tickets[ticket].record == record:
      return .respond(ticket: ticket, outcome: .saved(!value))
    case .sync(let session, record, .read(let value)):
      return .sync(session: session, record: record, outcome: .read(!value))
    case .insert(record, let value): return .insert(record: record, value: !value)
    default: return self
    }
  }

  /// The same step about other records.
  func withRecords(_ other: (Int) -> Int) -> StateStep {
    switch self {
    case .load(let session, let values):
      return .load(session: session, values: Self.moved(values, other))
    case .endListRead(let read, let values):
      return .endListRead(read: read, values: Self.moved(values, other))
    case .tap(let record, let wish): return .tap(record: other(record), wish: wish)
    case .sync(let session, let record, let outcome):
      return .sync(session: session, record: other(record), outcome: outcome)
    case .delete(let record): return .delete(record: other(record))
    case .insert(let record, let value): return .insert(record: other(record), value: value)
    case .arrange(let rows): return .arrange(rows: rows.map(other))
    case .respond, .cancel, .startListRead: return self
    }
  }

  private static func moved(_ values: [Bool?], _ other: (Int) -> Int) -> [Bool?] {
    let named = values.indices.filter { values[$0] != nil }
    let count = (named.map(other).max() ?? -1) + 1
    var moved = [Bool?](repeating: nil, count: max(count, 0))
    for record in named { moved[other(record)] = values[record] }
    return moved
  }
}
