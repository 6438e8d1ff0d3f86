// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts

/// One search within the process: the table of all states within the depth, and walks that go beyond it.
final class BundledSearch {
  /// How many times as long as the covered orders those are that are walked.
  static let walkFactor = 2
  /// How many orders are walked before somebody looks whether to stop.
  private static let ordersPerTurn = 1 << 16

  private let parameters: ExploreParameters
  private let seed: Seed
  private let mustStop: () -> Bool
  private let tell: (ExploreMessage) -> Void
  private let clock = ContinuousClock()
  private let started: ContinuousClock.Instant
  private let bounds: StateBounds
  private var coverage: Coverage
  private var known: Set<Finding> = []
  private var pace = Pace()

  init(
    _ parameters: ExploreParameters,
    _ seed: Seed,
    mustStop: @escaping () -> Bool,
    tell: @escaping (ExploreMessage) -> Void
  ) {
    self.parameters = parameters
    self.seed = seed
    self.mustStop = mustStop
    self.tell = tell
    started = clock.now
    // What list reads look at is not part of the state; no event here begins one.
    bounds = StateBounds(
      records: parameters.records,
      tickets: parameters.tickets,
      sessions: parameters.sessions,
      capabilities: [.delete, .cancelWrite]
    )
    coverage = Coverage(depth: parameters.depth)
  }

  func run() throws(CaseStop) {
    var table = StateTable(bounds, depth: parameters.depth) { BundledSubject() }
    let end = try table.fill(
      part: parameters.part,
      of: parameters.parts,
      progress: { noteAndAsk($0) },
      found: { (steps) throws(CaseStop) in try take(steps) }
    )
    let digest = table.digest.description
    coverage.states = UInt64(table.statesCount)
    coverage.events = UInt64(table.transitionsCount)
    coverage.orders = table.ordersCount(ofDepth: parameters.depth)
    var isComplete = end == .complete
    if isComplete {
      coverage.ordersInAll = coverage.orders
      coverage.wholeDepth = parameters.depth
      isComplete = try walk(&table)
    }
    if isComplete { coverage.fraction = 1 }
    tell(.ended(coverage, digest: digest, isComplete: isComplete))
  }

  /// Takes note of how far the table is filled, and says whether to stop.
  private func noteAndAsk(_ filled: StateTable<BundledSubject>.Progress) -> Bool {
    coverage.events = UInt64(filled.tried)
    // Beyond the depth nothing more is counted.
    if coverage.wholeDepth == nil {
      coverage.states = UInt64(filled.known)
      coverage.orders = filled.orders
      // Most states lie in the middle: the depth alone would promise too much.
      let level = Double(filled.depth - 1) + Double(filled.done) / Double(filled.known)
      let share = level / Double(max(1, parameters.depth))
      coverage.fraction = max(coverage.fraction, min(0.99, share * share))
    }
    if pace.isDue() { tell(.progress(coverage)) }
    return mustStop()
  }

  /// Walks as many drawn orders as are wanted, and says whether all were walked.
  private func walk(_ table: inout StateTable<BundledSubject>) throws(CaseStop) -> Bool {
    let count = Self.share(of: parameters.schedules, parameters.part, parameters.parts)
    guard count > 0 else { return true }
    let events = Self.walkFactor * parameters.depth
    // Then a walk meets no state in which something was not tried.
    let end = try table.goOn(
      toDepth: events,
      progress: { noteAndAsk($0) },
      found: { (steps) throws(CaseStop) in try take(steps) }
    )
    guard end == .complete else { return false }
    coverage.events = UInt64(table.transitionsCount)
    var random = SeededGenerator(Seed(seed.value &+ UInt64(parameters.part)))
    var digest = StableDigest()
    var walk = Coverage.Walk(events: events, states: UInt64(table.statesCount))
    let begun = clock.now
    while walk.orders < UInt64(count) {
      let turn = min(Self.ordersPerTurn, count - Int(walk.orders))
      for _ in 0..<turn { digest.add(table.walk(events: events, using: &random)) }
      walk.orders += UInt64(turn)
      walk.nanoseconds = UInt64((clock.now - begun) / .nanoseconds(1))
      walk.digest = digest.description
      coverage.walk = walk
      // As much of the time as is over.
      let left = Double(walk.nanoseconds) * (Double(count) / Double(walk.orders) - 1)
      let over = (clock.now - started) / .nanoseconds(1)
      coverage.fraction = min(0.99, over / (over + left))
      if pace.isDue() { tell(.progress(coverage)) }
      if mustStop() { return walk.orders == UInt64(count) }
    }
    return true
  }

  /// How many of some orders belong to a part.
  private static func share(of whole: Int, _ part: Int, _ parts: Int) -> Int {
    (whole + parts - part) / parts
  }

  /// Tells of events that break a promise, where that is new, and says whether the search is over.
  private func take(_ steps: [StateStep]) throws(CaseStop) -> Bool {
    let run = { (steps: [StateStep]) throws(CaseStop) -> ReplayResult in
      try StateReplay.result(of: steps, on: BundledSubject())
    }
    // The case judges as the table does; where they disagree, one of them is wrong.
    guard let finding = try run(steps).finding else { throw .unjudged(.noVerdict) }
    guard known.insert(finding).inserted else { return false }
    var shrinking = StateShrinking(finding, run: run)
    let shrunk = try shrinking.shrink(steps)
    let order = FoundOrder(finding: finding, steps: shrunk, log: try run(shrunk).log)
    tell(order.message(seed))
    return !parameters.keepsGoing
  }
}
