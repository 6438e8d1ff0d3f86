// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import Testing

@testable import StateExploring

struct StateTableTests {
  private static let small = StateBounds(
    records: 2,
    tickets: 1,
    sessions: 2,
    capabilities: [.delete, .cancelWrite]
  )

  /// A table that is filled, and what was found on the way.
  private static func filled<Subject: TransparentSubject>(
    _ bounds: StateBounds,
    depth: Int,
    part: Int = 1,
    of parts: Int = 1,
    _ subject: @escaping () -> Subject
  ) throws -> (table: StateTable<Subject>, found: [[StateStep]]) {
    var table = StateTable(bounds, depth: depth, subject: subject)
    var found: [[StateStep]] = []
    _ = try table.fill(
      part: part,
      of: parts,
      progress: { _ in false },
      found: { steps in
        found.append(steps)
        return false
      }
    )
    return (table, found)
  }

  /// Goes through every order, one by one.
  private static func count(
    _ bounds: StateBounds,
    _ state: JointState<BundledSubject>,
    _ depth: Int
  ) throws -> UInt64 {
    var count: UInt64 = 0
    for step in bounds.events(after: state.model) {
      var next = state
      #expect(try next.take(step), "\(step.text)")
      // The first load is no event of an order.
      let isLoaded = state.model.sessions > 0
      let rest = isLoaded ? depth - 1 : depth
      count += rest == 0 ? 1 : try Self.count(bounds, next, rest)
    }
    return count
  }

  @Test(arguments: 1...2)
  func `the table covers as many orders as there are`(depth: Int) throws {
    let (table, found) = try Self.filled(Self.small, depth: depth) { BundledSubject() }
    let state = JointState(BundledSubject(), records: Self.small.records)
    #expect(try table.ordersCount(ofDepth: depth) == Self.count(Self.small, state, depth))
    #expect(found.isEmpty)
  }

  @Test(arguments: [2, 3, 7])
  func `each order belongs to one of several parts`(parts: Int) throws {
    let whole = try Self.filled(Self.small, depth: 3) { BundledSubject() }.table
    var sum: UInt64 = 0
    for part in 1...parts {
      let table = try Self.filled(Self.small, depth: 3, part: part, of: parts) { BundledSubject() }
        .table
      sum += table.ordersCount(ofDepth: 3)
    }
    #expect(sum == whole.ordersCount(ofDepth: 3))
  }

  @Test func `the same search has the same digest, and another one has another`() throws {
    let first = try Self.filled(Self.small, depth: 3) { BundledSubject() }.table
    let again = try Self.filled(Self.small, depth: 3) { BundledSubject() }.table
    let deeper = try Self.filled(Self.small, depth: 4) { BundledSubject() }.table
    #expect(first.digest == again.digest && first.digest != deeper.digest)
    #expect(first.statesCount == again.statesCount && first.statesCount > 50)
  }

  @Test func `a search that is stopped tells what it has covered`() throws {
    var table = StateTable(Self.small, depth: 4) { BundledSubject() }
    var calls = 0
    let end = try table.fill(
      progress: { _ in
        calls += 1
        return calls > 3
      },
      found: { _ in false }
    )
    guard case .stopped = end else {
      Issue.record("it went on")
      return
    }
    #expect(table.statesCount > 0)
  }

  @Test(arguments: WrongApp.Mistake.allCases)
  func `an app that uses the state machine wrongly is found by the fewest events`(
    mistake: WrongApp.Mistake
  ) throws {
    let bounds = StateBounds(
      records: 1,
      tickets: 2,
      sessions: 2,
      capabilities: [.delete, .cancelWrite]
    )
    let found = try Self.filled(bounds, depth: 4) { WrongApp(mistake) }.found
    let steps = try #require(found.first)
    let fewest =
      switch mistake {
      case .cancelIsRejection: 3
      case .everySecondAnswerTurned: 5
      case .firstTapOfSecondSessionLost: 3
      }
    #expect(steps.count == fewest, "\(steps.map(\.text))")
    #expect(try StateReplay.result(of: steps, on: WrongApp(mistake)).finding != nil)
    #expect(try StateReplay.result(of: steps, on: BundledSubject()).finding == nil)
  }

  @Test func `a table that is gone on with finds what more events show`() throws {
    let bounds = StateBounds(
      records: 1,
      tickets: 2,
      sessions: 2,
      capabilities: [.delete, .cancelWrite]
    )
    var (table, found) = try Self.filled(bounds, depth: 2) {
      WrongApp(.everySecondAnswerTurned)
    }
    #expect(found.isEmpty)
    let (states, orders) = (table.statesCount, table.ordersCount(ofDepth: 2))
    let end = try table.goOn(
      toDepth: 5,
      progress: { _ in false },
      found: { steps in
        found.append(steps)
        return true
      }
    )
    let steps = try #require(found.first)
    #expect(end == .stopped && table.statesCount > states && steps.count == 5)
    #expect(table.ordersCount(ofDepth: 2) == orders)
  }

  @Test func `the same seed walks the same orders, and another seed or part walks others`() throws {
    func walked(_ seed: UInt64, events: Int = 3, part: Int = 1) throws -> [UInt64] {
      let (table, _) = try Self.filled(Self.small, depth: 3, part: part, of: 2) { BundledSubject() }
      var random = SeededGenerator(Seed(seed))
      return (0..<500).map { _ in table.walk(events: events, using: &random) }
    }
    let first = try walked(1)
    // Three events within these bounds make few orders, and many draws are one of them again.
    #expect(Set(first).count > 100)
    #expect(try first == walked(1))
    #expect(try first != walked(2) && first != walked(1, events: 2) && first != walked(1, part: 2))
  }

  @Test func `states that differ in names and values alone are one`() throws {
    func canonical(_ texts: [String]) throws -> CanonicalState {
      var state = JointState(BundledSubject(), records: 3)
      for step in try StateOrder.steps(texts) { #expect(try state.take(step)) }
      return CanonicalState(state.model, state.hidden)
    }
    let load = "load s1 r1=false r2=true r3=false"
    let one = try canonical([load, "tap r1 true"])
    #expect(try one == canonical([load, "arrange r2 r3 r1", "arrange r1 r2 r3", "tap r1 true"]))
    #expect(try one == canonical(["load s1 r1=true r2=true r3=true", "tap r1 false"]))
    // Rows tell records apart: the second one is another than the first.
    #expect(try one != canonical([load, "tap r2 false"]))
    #expect(try one == canonical([load, "arrange r2 r1 r3", "tap r2 false"]))
    #expect(try one != canonical([load, "tap r1 false"]))
    #expect(try one != canonical([load, "tap r1 true", "respond t1 rejected"]))
    #expect(
      try canonical([load, "tap r1 true", "respond t1 rejected"])
        == canonical([load, "tap r1 true", "respond t1 saved true"])
    )
  }

  @Test func `the model and the judge of the cases agree on drawn orders`() throws {
    let bounds = StateBounds(
      records: 3,
      tickets: 3,
      sessions: 3,
      capabilities: [.delete, .cancelWrite]
    )
    for number in 0..<100 {
      let steps = DrawnOrder.steps(bounds, 12, Seed(7), number)
      var state = JointState(BundledSubject(), records: 3)
      for step in steps { #expect(try state.take(step), "order \(number): \(step.text)") }
      #expect(try StateReplay.result(of: steps, on: BundledSubject()).finding == nil)
    }
  }
}
