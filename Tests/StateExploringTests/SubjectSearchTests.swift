// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import SubjectTestSupport
import Testing

@testable import StateExploring
@testable import known_bad_subject

struct SubjectSearchTests {
  private static func bounds(_ capabilities: Set<SubjectCapability>) -> StateBounds {
    StateBounds(records: 3, tickets: 3, sessions: 3, capabilities: capabilities)
  }

  private static let capable = bounds(Set(SubjectCapability.allCases))

  private static func search(
    _ bounds: StateBounds = capable,
    depth: Int = 8,
    drawn: Int,
    seed: UInt64 = 1,
    part: (number: Int, of: Int) = (1, 1),
    _ flaw: Flaw?,
    sessionsMax: Int = .max
  ) -> SubjectSearch<Box<FlawedSubject>> {
    SubjectSearch(
      bounds,
      depth: depth,
      drawn: drawn,
      seed: Seed(seed),
      part: part,
      start: { Box(FlawedSubject(flaw), sessionsMax: sessionsMax) },
      end: { _ in }
    )
  }

  @Test(.timeLimit(.minutes(30)), arguments: Flaw.allCases)
  func `a bad subject is found by at most six events, none of which can be left out`(
    flaw: Flaw
  ) throws {
    var found: FoundOrder?
    var search = Self.search(depth: 6, drawn: 1_000, flaw)
    let result = try search.run(
      progress: { _ in false },
      found: { order in
        found = order
        return true
      }
    )
    let order = try #require(found, "\(result.coverage)")
    #expect(!result.isComplete)
    #expect(order.steps.count - 1 <= 6, "\(order.steps.map(\.text))")
    #expect(order.log.last?.result == .violated(order.finding.invariant))

    // It fails again until the bug is mended.
    let again = try StateReplay.result(of: order.steps, on: InProcess(FlawedSubject(flaw)))
    #expect(again.finding == order.finding && again.taken == order.steps.count)
    let mended = try StateReplay.result(of: order.steps, on: InProcess(FlawedSubject(nil)))
    #expect(mended.finding == nil)
    for index in order.steps.indices {
      let fewer = StateOrder.without(index..<index + 1, of: order.steps)
      let result = try StateReplay.result(of: fewer, on: InProcess(FlawedSubject(flaw)))
      #expect(result.finding != order.finding, "without \(order.steps[index].text)")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the same seed gives the same search, and another one another`() throws {
    func digest(_ seed: UInt64) throws -> String {
      var search = Self.search(depth: 4, drawn: 50, seed: seed, nil)
      let result = try search.run(progress: { _ in false }, found: { _ in true })
      #expect(result.isComplete && result.coverage.fraction == 1)
      return result.digest
    }
    #expect(try digest(3) == digest(3))
    #expect(try digest(3) != digest(4))
  }

  @Test(.timeLimit(.minutes(30)))
  func `the parts together are the whole`() throws {
    func orders(_ part: (number: Int, of: Int)) throws -> UInt64 {
      var search = Self.search(depth: 3, drawn: 30, part: part, nil)
      return try search.run(progress: { _ in false }, found: { _ in true }).coverage.orders
    }
    let whole = try orders((1, 1))
    #expect(try (1...3).map { try orders(($0, 3)) }.reduce(0, +) == whole)
  }

  @Test func `a search that is stopped says that it is not complete`() throws {
    var search = Self.search(depth: 4, drawn: 1_000, nil)
    let result = try search.run(progress: { _ in true }, found: { _ in true })
    #expect(!result.isComplete && result.coverage.orders > 0)
  }

  @Test(.timeLimit(.minutes(30)))
  func `what shows only after other orders is kept with them`() throws {
    var found: FoundOrder?
    var search = Self.search(drawn: 0, nil, sessionsMax: 20)
    _ = try search.run(
      progress: { _ in false },
      found: { order in
        found = order
        return true
      }
    )
    let order = try #require(found)
    #expect(order.finding == .switchKeptOldValue)
    #expect(order.steps.count == 21)
    let box = Box(FlawedSubject(nil), sessionsMax: 20)
    #expect(try StateReplay.result(of: order.steps, on: box).finding == order.finding)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a search that goes on tells each kind of finding once`() throws {
    var kinds: [Finding] = []
    var search = Self.search(depth: 3, drawn: 100, .globalFlag)
    _ = try search.run(
      progress: { _ in false },
      found: { order in
        kinds.append(order.finding)
        return false
      }
    )
    #expect(!kinds.isEmpty && Set(kinds).count == kinds.count)
  }

  @Test func `a subject of version 1 is asked for nothing more`() {
    let plain = Self.bounds([])
    for number in 0..<100 {
      for step in DrawnOrder.steps(plain, 8, Seed(2), number) {
        switch step {
        case .delete, .insert, .cancel, .startListRead, .endListRead: Issue.record("\(step.text)")
        case .load, .tap, .respond, .sync, .arrange: break
        }
      }
    }
  }

  @Test func `no two sweeps differ in the names of records alone`() throws {
    let sweeps = StateSweeps(Self.capable, depthMax: 3, sweepsMax: 200)
    #expect(sweeps.count > 100)
    var seen: Set<String> = []
    for sweep in sweeps {
      _ = try StateOrder.steps(sweep.steps.map(\.text))
      let prefix = sweep.steps.prefix(sweep.depth)
      let names = StateBounds.arrangements(of: [0, 1, 2]).filter { $0.count == 3 }
      let renamed = names.map { names in
        prefix.map { $0.withRecords { names[$0] }.text }.joined(separator: "; ")
      }
      #expect(seen.insert(renamed.min() ?? "").inserted, "\(prefix.map(\.text))")
    }
  }
}
