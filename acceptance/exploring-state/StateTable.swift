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
    /// How many events were tried.
    var tried = 0
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
  }

  private let bounds: StateBounds
  private let depthMax: Int
  private let makeSubject: () -> Subject
  private var entries: [Entry] = []
  private var numbers: [CanonicalState: Int] = [:]
  /// Where each event leads, state by state.
  private var transitions: [Int32] = []
  /// Which transitions are those of a state; none before it was gone on with.
  private var transitionsOfStates: [Range<Int32>] = []
  /// The states after the first event of each order of this part.
  private var beginnings: [Int32] = []
  /// The first state that was not gone on with.
  private var next = 0
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
    return try goOn(toDepth: depthMax, progress: progress, found: found)
  }

  /// Goes on with every state that fewer than so many events lead to, in the order in which they were met.
  ///
  /// - Parameters:
  ///   - depth: how many events.
  ///   - progress: as for filling.
  ///   - found: as for filling.
  /// - Returns: how it ended.
  /// - Throws: why the subject cannot be judged.
  mutating func goOn(
    toDepth depth: Int,
    progress: (Progress) -> Bool,
    found: ([StateStep]) throws(CaseStop) -> Bool
  ) throws(CaseStop) -> End {
    var filled = Progress()
    while next < entries.count, entries[next].depth < depth {
      if entries[next].depth > filled.depth {
        filled.depth = entries[next].depth
        filled.orders = ordersCount(ofDepth: min(filled.depth, depthMax))
      }
      (filled.done, filled.known, filled.tried) = (next, entries.count, transitionsCount)
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
    transitionsOfStates[number] = Int32(first)..<Int32(transitions.count)
    return false
  }

  /// The number of a state; one that was not met before gets the next.
  private mutating func number(of entry: Entry, _ hidden: HiddenState) -> Int {
    let canonical = CanonicalState(entry.state.model, hidden)
    if let number = numbers[canonical] { return number }
    let number = entries.count
    numbers[canonical] = number
    entries.append(entry)
    transitionsOfStates.append(0..<0)
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
        let range = transitionsOfStates[number]
        longer[number] = transitions[Int(range.lowerBound)..<Int(range.upperBound)]
          .reduce(0) { Self.sum($0, counts[Int($1)]) }
      }
      counts = longer
    }
    return beginnings.reduce(0) { Self.sum($0, counts[Int($1)]) }
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }

  // MARK: - Walking

  /// Draws an order and walks it from its first event to its last, with one look into the table for each.
  ///
  /// - Parameters:
  ///   - events: how many events it has after the first load; fewer where nothing was tried further on.
  ///   - random: what it is drawn from.
  /// - Returns: what stands for the states that were passed.
  func walk(events: Int, using random: inout SeededGenerator) -> UInt64 {
    guard !beginnings.isEmpty else { return 0 }
    var state = beginnings[Self.place(in: beginnings.count, using: &random)]
    var passed = UInt64(state)
    for _ in 1..<events {
      let ways = transitionsOfStates[Int(state)]
      guard !ways.isEmpty else { break }
      state = transitions[Int(ways.lowerBound) + Self.place(in: ways.count, using: &random)]
      // An odd factor loses nothing of what was passed before.
      passed = (passed ^ UInt64(state)) &* 0x9e37_79b9_7f4a_7c15
    }
    return passed
  }

  /// Draws a place out of so many, of which there are far fewer than 2 to the power of 32.
  private static func place(in count: Int, using random: inout SeededGenerator) -> Int {
    Int((random.next() >> 32 &* UInt64(count)) >> 32)
  }
}
