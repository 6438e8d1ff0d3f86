// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts

/// Searches for an order of events that breaks a promise of a subject whose state cannot be looked into.
///
/// It goes through orders by their length. Each consists of events that change something, and then of
/// those that must change nothing there, one after the other: as long as the promises are kept, each of
/// the latter leaves the subject as it was. Orders that differ in the names of the records alone are one.
/// Between them it draws orders of full length from the seed, in which anything may follow anything: what
/// takes many events to be seen is found by these, long before all orders of that length could be tried.
struct SubjectSearch<Subject: CapableSubject<CaseStop>> {
  /// How many orders are gone through by length for each number of records, at most.
  static var sweepsMax: Int { 1_000 }
  /// How many drawn orders follow each that is gone through by length, as long as there are any.
  static var drawnPerSweep: Int { 4 }
  /// How many orders one process goes through before another one is started.
  static var ordersPerProcess: Int { 400 }
  /// After how many broken orders a search ends that goes on behind findings.
  static var brokenMax: Int { 200 }

  typealias Start = () throws(CaseStop) -> Subject

  private let bounds: StateBounds
  private let depth: Int
  private let drawn: Int
  private let seed: Seed
  private let part: (number: Int, of: Int)
  private let start: Start
  private let end: (Subject) -> Void
  private var batch: StateBatch<Subject>?
  private var coverage = Coverage()
  private var digest = StableDigest()
  private var ordersSeen = 0
  private var broken = 0
  private var known: Set<Finding> = []

  /// - Parameters:
  ///   - bounds: which events there are.
  ///   - depth: how many of them an order has after the first load.
  ///   - drawn: how many orders are drawn from the seed.
  ///   - seed: what they are drawn from.
  ///   - part: which of how many parts is searched.
  ///   - start: starts a subject.
  ///   - end: ends it.
  init(
    _ bounds: StateBounds,
    depth: Int,
    drawn: Int,
    seed: Seed,
    part: (number: Int, of: Int) = (1, 1),
    start: @escaping Start,
    end: @escaping (Subject) -> Void
  ) {
    self.bounds = bounds
    self.depth = depth
    self.drawn = drawn
    self.seed = seed
    self.part = part
    self.start = start
    self.end = end
  }

  /// How a search ended, with what it covered.
  struct Result: Sendable {
    var coverage: Coverage
    var digest: String
    var isComplete: Bool
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - progress: called after each order; `true` stops.
  ///   - found: called with each finding, at most one of each kind; `true` stops.
  /// - Returns: what was covered.
  /// - Throws: why the subject cannot be judged.
  mutating func run(
    progress: (Coverage) -> Bool,
    found: (FoundOrder) -> Bool
  ) throws(CaseStop) -> Result {
    defer { if let batch { end(batch.subject) } }
    let sweeps = StateSweeps(bounds, depthMax: depth, sweepsMax: Self.sweepsMax)
    let total = sweeps.count + drawn
    let rest = sweeps.makeIterator()
    var drawnSoFar = 0
    var isComplete = true
    while isComplete {
      let sweep = rest.next()
      if let sweep { isComplete = try take(sweep, of: total, progress, found) }
      let last = sweep == nil ? drawn : min(drawn, drawnSoFar + Self.drawnPerSweep)
      while isComplete, drawnSoFar < last {
        let steps = DrawnOrder.steps(bounds, depth, seed, drawnSoFar)
        let order = StateSweeps.Sweep(steps: steps, orders: 1, depth: steps.count - 1)
        isComplete = try take(order, of: total, progress, found)
        drawnSoFar += 1
      }
      if sweep == nil { break }
    }
    if isComplete {
      coverage.fraction = 1
      coverage.wholeDepth = sweeps.wholeDepth
    }
    return Result(coverage: coverage, digest: digest.description, isComplete: isComplete)
  }

  /// Goes through what is in this part, and says whether to search on.
  private mutating func take(
    _ sweep: StateSweeps.Sweep,
    of total: Int,
    _ progress: (Coverage) -> Bool,
    _ found: (FoundOrder) -> Bool
  ) throws(CaseStop) -> Bool {
    let number = ordersSeen
    ordersSeen += 1
    guard number % part.of == part.number - 1 else { return true }
    let result = try goThrough(sweep.steps)
    coverage.orders += UInt64(sweep.orders)
    coverage.fraction = Double(ordersSeen) / Double(max(1, total))
    coverage.depth = max(coverage.depth, sweep.depth)
    if let result {
      digest.add(result.finding.name)
      broken += 1
      if known.insert(result.finding).inserted, found(try shrunk(result)) { return false }
      if broken >= Self.brokenMax { return false }
    }
    return !progress(coverage)
  }

  /// What broke a promise, before it is shrunk.
  private struct Broken {
    let finding: Finding
    let steps: [StateStep]
    /// The same, with everything that the process went through before.
    let history: [StateStep]
    let log: [LogLine]
  }

  /// Goes through an order with a process that may have gone through others.
  private mutating func goThrough(_ steps: [StateStep]) throws(CaseStop) -> Broken? {
    for step in steps { digest.add(step.text) }
    if let old = batch, old.orders >= Self.ordersPerProcess {
      end(old.subject)
      batch = nil
    }
    var current: StateBatch<Subject>
    if let batch { current = batch } else { current = StateBatch(try start()) }
    let result = try current.goThrough(steps)
    batch = current
    guard let finding = result.finding else { return nil }
    // What has broken a promise once may do anything from now on.
    end(current.subject)
    batch = nil
    return Broken(
      finding: finding,
      steps: Array(steps.prefix(result.taken)),
      history: current.history,
      log: result.log
    )
  }

  /// Shrinks an order, each try in a process of its own.
  private func shrunk(_ broken: Broken) throws(CaseStop) -> FoundOrder {
    func run(_ steps: [StateStep]) throws(CaseStop) -> ReplayResult {
      let subject = try start()
      defer { end(subject) }
      return try StateReplay<Subject>.result(of: steps, on: subject)
    }
    // It may need what the process had gone through before.
    for steps in [broken.steps, broken.history] where try run(steps).finding == broken.finding {
      var shrinking = StateShrinking(broken.finding, run: run)
      let shrunk = try shrinking.shrink(steps)
      return FoundOrder(finding: broken.finding, steps: shrunk, log: try run(shrunk).log)
    }
    return FoundOrder(finding: broken.finding, steps: broken.steps, log: broken.log)
  }
}

/// An order of events that breaks a promise.
struct FoundOrder: Hashable, Sendable {
  let finding: Finding
  let steps: [StateStep]
  let log: [LogLine]
}

/// Several orders, one after the other on the same subject.
struct StateBatch<Subject: CapableSubject<CaseStop>> {
  let subject: Subject
  /// Every event so far, with the numbers of all orders together.
  private(set) var history: [StateStep] = []
  private(set) var orders = 0
  private let recording = StateRecording()
  private var replay: StateReplay<Subject>
  private var model = ReferenceModel()

  init(_ subject: Subject) {
    self.subject = subject
    replay = StateReplay(subject, log: recording.log)
  }

  /// Goes through an order up to the first finding.
  mutating func goThrough(_ steps: [StateStep]) throws(CaseStop) -> ReplayResult {
    let (tickets, sessions) = (model.tickets.count, model.sessions)
    let reads = model.listReads.count
    orders += 1
    recording.clear()
    var result = ReplayResult()
    for step in steps {
      let moved = step.moved(tickets: tickets, sessions: sessions, reads: reads)
      history.append(moved)
      _ = model.take(moved)
      try replay.take(moved)
      result.taken += 1
      result.finding = recording.finding
      if result.finding != nil { break }
    }
    result.log = recording.lines
    return result
  }
}

extension StateStep {
  /// The same step behind others that took so many tickets, sessions and list reads.
  fileprivate func moved(tickets: Int, sessions: Int, reads: Int) -> StateStep {
    switch self {
    case .load(let session, let values): .load(session: session + sessions, values: values)
    case .respond(let ticket, let outcome): .respond(ticket: ticket + tickets, outcome: outcome)
    case .cancel(let ticket): .cancel(ticket: ticket + tickets)
    case .sync(let session, let record, let outcome):
      .sync(session: session + sessions, record: record, outcome: outcome)
    case .startListRead(let read): .startListRead(read: read + reads)
    case .endListRead(let read, let values): .endListRead(read: read + reads, values: values)
    case .tap, .arrange, .delete, .insert: self
    }
  }
}
