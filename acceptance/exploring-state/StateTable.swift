// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel

/// Every state that a subject can be brought into within bounds, and where each event leads from there.
///
/// What an event does depends on the state alone: on the hidden state of the subject and on that of the
/// model, which together are all that is kept. So an order breaks a promise just where one of its events
/// does so in the state in which it happens. Trying each event once in each state that can be reached
/// therefore tries every order, however many there are, and an order is gone through again by one look
/// into the table per event.
struct StateTable<Subject: TransparentSubject> {
  /// What became of making the table.
  enum End: Sendable {
    /// Every event within the depth was tried.
    case complete
    case stopped
  }

  /// How far the table is filled.
  struct Progress {
    /// How many events lead to the state that is next, at least.
    var depth = 0
    /// How many states were gone on with.
    var done = 0
    /// How many states are known.
    var known = 0
    /// How many orders are covered, each as long as all orders are that are covered so far.
    var orders: UInt64 = 0
  }

  private struct Entry {
    var state: JointState<Subject>
    /// How many events lead here, at least.
    let depth: Int
    /// From which state, by which event; a first state comes from none.
    let origin: (state: Int, step: StateStep)?
    /// The first load and the first event.
    let beginning: [StateStep]
    /// Where its transitions begin, and how many there are; none before it was gone on with.
    var transitions = 0..<0
  }

  private let bounds: StateBounds
  private let depthMax: Int
  private let makeSubject: () -> Subject
  private var entries: [Entry] = []
  private var numbers: [CanonicalState: Int] = [:]
  private var transitions: [Int32] = []
  /// The states after the first event of each order of this part.
  private var beginnings: [Int32] = []
  private(set) var digest = StableDigest()

  /// - Parameters:
  ///   - bounds: which events there are.
  ///   - depth: how many of them an order has after the first load.
  ///   - subject: makes a subject that was just started.
  init(_ bounds: StateBounds, depth: Int, subject: @escaping () -> Subject) {
    self.bounds = bounds
    depthMax = depth
    makeSubject = subject
  }

  var statesCount: Int { entries.count }
  var transitionsCount: Int { beginnings.count + transitions.count }

  /// Tries every event in every state within the depth, as one of several parts.
  ///
  /// The parts share the orders by their first load and first event: each order belongs to one part.
  ///
  /// - Parameters:
  ///   - part: the number of the part, from 1.
  ///   - parts: how many there are.
  ///   - progress: called for each state; `true` stops.
  ///   - found: called with events of which the last one breaks a promise, and of which there are as few
  ///     as can be; `true` stops, and otherwise no order goes on behind them.
  /// - Returns: how it ended.
  /// - Throws: why the subject cannot be judged.
  mutating func fill(
    part: Int = 1,
    of parts: Int = 1,
    progress: (Progress) -> Bool,
    found: ([StateStep]) throws(CaseStop) -> Bool
  ) throws(CaseStop) -> End {
    if try begin(part, parts, found) { return .stopped }
    var next = 0
    var filled = Progress()
    while next < entries.count, entries[next].depth < depthMax {
      if entries[next].depth > filled.depth {
        filled.depth = entries[next].depth
        filled.orders = ordersCount(ofDepth: filled.depth)
      }
      (filled.done, filled.known) = (next, entries.count)
      if progress(filled) { return .stopped }
      if try goOn(from: next, found) { return .stopped }
      next += 1
    }
    return .complete
  }

  /// Takes the first load and the first event of each order of this part.
  private mutating func begin(
    _ part: Int,
    _ parts: Int,
    _ found: ([StateStep]) throws(CaseStop) -> Bool
  ) throws(CaseStop) -> Bool {
    var branch = 0
    for load in bounds.events(after: ReferenceModel()) {
      var loaded = JointState(makeSubject(), records: bounds.records)
      guard try loaded.take(load) else {
        if try found([load]) { return true }
        continue
      }
      for step in bounds.events(after: loaded.model) {
        defer { branch += 1 }
        guard branch % parts == part - 1 else { continue }
        var state = loaded
        guard try state.take(step) else {
          if try found([load, step]) { return true }
          continue
        }
        let entry = Entry(state: state, depth: 1, origin: nil, beginning: [load, step])
        let number = number(of: entry, state.hidden)
        beginnings.append(Int32(number))
        digest.add(UInt64(number))
      }
    }
    return false
  }

  /// Tries every event in a state, and says whether to stop.
  private mutating func goOn(
    from number: Int,
    _ found: ([StateStep]) throws(CaseStop) -> Bool
  ) throws(CaseStop) -> Bool {
    let entry = entries[number]
    let hidden = entry.state.hidden
    let first = transitions.count
    for step in bounds.events(after: entry.state.model) {
      var state = entry.state
      guard try state.take(step) else {
        if try found(path(to: number) + [step]) { return true }
        continue
      }
      // Most events change nothing, and lead back without a search.
      let reached = state.hidden
      let isSame = state.model == entry.state.model && reached == hidden
      let next = Entry(state: state, depth: entry.depth + 1, origin: (number, step), beginning: [])
      let target = isSame ? number : self.number(of: next, reached)
      transitions.append(Int32(target))
      digest.add(UInt64(target))
    }
    entries[number].transitions = first..<transitions.count
    return false
  }

  /// The number of a state; one that was not met before gets the next.
  private mutating func number(of entry: Entry, _ hidden: HiddenState) -> Int {
    let canonical = CanonicalState(entry.state.model, hidden)
    if let number = numbers[canonical] { return number }
    let number = entries.count
    numbers[canonical] = number
    entries.append(entry)
    return number
  }

  /// The events that lead to a state; there are no fewer.
  private func path(to number: Int) -> [StateStep] {
    var steps: [StateStep] = []
    var number = number
    while let origin = entries[number].origin {
      steps.insert(origin.step, at: 0)
      number = origin.state
    }
    return entries[number].beginning + steps
  }

  // MARK: - Orders

  /// How many orders of just that many events after the first load there are in this part.
  ///
  /// All their events were tried. It is the greatest number that there is where they are more.
  func ordersCount(ofDepth depth: Int) -> UInt64 {
    guard depth > 0 else { return 0 }
    var counts = [UInt64](repeating: 1, count: entries.count)
    for length in stride(from: 2, through: depth, by: 1) {
      var longer = [UInt64](repeating: 0, count: entries.count)
      // So many events can follow only where so many were tried.
      for (number, entry) in entries.enumerated() where entry.depth + length - 1 <= depth {
        longer[number] = transitions[entry.transitions].reduce(0) { Self.sum($0, counts[Int($1)]) }
      }
      counts = longer
    }
    return beginnings.reduce(0) { Self.sum($0, counts[Int($1)]) }
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
