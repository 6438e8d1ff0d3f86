// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts
import Foundation
import Testing

@testable import StateExploring

struct StateStepTests {
  @Test(arguments: [
    "load s1 r1=false r3=true", "tap r2 true", "respond t12 saved false", "respond t1 rejected",
    "respond t1 unknown", "cancel t3", "sync s2 r1 read true", "sync s1 r2 failed", "arrange",
    "arrange r2 r1", "delete r1", "insert r3 false",
    "list l1", "listed l1 r1=false r3=true",
  ])
  func `a step is read back from its text`(text: String) throws {
    #expect(try #require(StateStep(text)).text == text)
  }

  @Test(arguments: [
    "", " ", "load", "load r1=true", "load s0 r1=true", "load s1 r1=maybe",
    "load s1 r1=true r1=true",
    "tap", "tap r1", "tap r1 yes", "tap r01 true", "tap r-1 true", "tap r1 true ", "tap t1 true",
    "tap r1001 true", "respond t1", "respond t1 saved", "respond t1 rejected true", "cancel r1",
    "sync s1 r1", "sync r1 s1 failed", "sync s1 r1 read", "arrange r1 r1", "arrange 1", "delete",
    "insert r1", "list", "list r1", "listed r1=true", "listed l1 r1", "TAP r1 true", "tap  r1 true",
  ])
  func `another text is no step`(text: String) { #expect(StateStep(text) == nil) }

  @Test func `every event that can follow is read back from its text`() throws {
    let bounds = StateBounds(
      records: 2,
      tickets: 2,
      sessions: 2,
      capabilities: [.delete, .cancelWrite, .listRead]
    )
    var seen: Set<StateStep> = []
    for number in 0..<50 {
      var model = ReferenceModel()
      for step in DrawnOrder.steps(bounds, 6, Seed(1), number) {
        let events = bounds.events(after: model)
        #expect(events.contains(step) && Set(events).count == events.count)
        seen.formUnion(events)
        _ = model.take(step)
      }
    }
    #expect(seen.count > 50)
    for step in seen { #expect(StateStep(step.text)?.text == step.text) }
  }
}

struct StateOrderTests {
  @Test(arguments: [
    (["tap r1 true"], StateOrderError.noSessionFirst),
    (["load s2 r1=true"], .impossible(1)),
    (["load s1 r1=true", "jump"], .unknownStep(2)),
    (["load s1 r1=true", "tap r2 true"], .impossible(2)),
    (["load s1 r1=true", "respond t1 rejected"], .impossible(2)),
    (["load s1 r1=true", "tap r1 true", "tap r1 true", "cancel t2"], .impossible(4)),
    (["load s1 r1=true", "sync s2 r1 failed"], .impossible(2)),
    (["load s1 r1=true", "arrange r2"], .impossible(2)),
    (["load s1 r1=true", "load s1 r1=true"], .impossible(2)),
    (["load s1 r1=true", "insert r1 true"], .impossible(2)),
    (["load s1 r1=true", "listed l1 r1=true"], .impossible(2)),
    (["load s1 r1=true", "list l2"], .impossible(2)),
    (["load s1 r1=true", "delete r1", "delete r1"], .impossible(3)),
  ])
  func `what cannot happen is named by its step`(texts: [String], error: StateOrderError) {
    #expect(throws: error) { try StateOrder.steps(texts) }
    #expect(error.description.hasPrefix("step "))
  }

  @Test func `an event that is left out takes along what cannot happen without it`() throws {
    let steps = try StateOrder.steps([
      "load s1 r1=true r2=true", "tap r1 false", "tap r2 false", "respond t1 unknown",
      "load s2 r1=true", "sync s1 r1 failed", "respond t2 saved true",
    ])
    func texts(without index: Int) -> [String] {
      StateOrder.without(index..<index + 1, of: steps).map(\.text)
    }
    #expect(
      texts(without: 1) == [
        "load s1 r1=true r2=true", "tap r2 false", "load s2 r1=true", "sync s1 r1 failed",
        "respond t1 saved true",
      ]
    )
    #expect(
      texts(without: 4) == [
        "load s1 r1=true r2=true", "tap r1 false", "tap r2 false", "respond t1 unknown",
        "sync s1 r1 failed", "respond t2 saved true",
      ]
    )
    // Without the first session, the second one is the first.
    #expect(texts(without: 0) == ["load s1 r1=true"])
    #expect(StateOrder.without(0..<0, of: steps) == steps)
  }

  @Test func `records get the lowest numbers`() throws {
    let steps = try StateOrder.steps(["load s1 r2=true r4=false", "arrange r4 r2", "tap r4 true"])
    #expect(
      StateOrder.withLowestNumbers(steps).map(\.text) == [
        "load s1 r1=true r2=false", "arrange r2 r1", "tap r2 true",
      ]
    )
  }
}

struct CounterexampleFileTests {
  private static let good = Counterexample(
    area: .state,
    seed: Seed(0x7f3a1c),
    finding: .secondTapSent,
    steps: ["load s1 r1=true", "tap r1 true", "tap r1 false"]
  )

  @Test func `a file holds what was found`() throws {
    let read = try Counterexample.read(Array(Self.good.json.utf8))
    #expect(read == Self.good)
    #expect(Self.good.json.contains("\n    \"tap r1 true\",\n"))
    try StateCounterexample.check(read.steps)
  }

  @Test func `the same events have the same name, and others another one`() throws {
    var other = Self.good
    other.steps[2] = "tap r1 true"
    var again = Self.good
    again.seed = "1"
    #expect(Self.good.caseName == again.caseName && Self.good.caseName != other.caseName)
    #expect(try #require(Self.good.caseName?.description).hasPrefix("state.explored-"))
  }

  @Test(arguments: [
    ("\"state\"", "\"sky\"", CounterexampleError.unknownArea),
    ("second-tap-sent", "second-tap", .unknownFinding), ("7f3a1c", "seed", .badSeed),
    ("Counterexample\" : 1", "Counterexample\" : 2", .unknownVersion(found: 2)),
    ("\"tap r1 true\"", "5", .wrongType("steps")),
    ("\"steps\"", "\"stops\"", .memberMissing("steps")),
    ("\"area\"", "\"arena\"", .memberMissing("area")), ("{", "", .notJSON), ("}", "", .notJSON),
  ])
  func `a file that is none is refused with the reason`(
    old: String,
    new: String,
    error: CounterexampleError
  ) {
    let text = Self.good.json.replacingOccurrences(of: old, with: new)
    #expect(text != Self.good.json)
    #expect(throws: error) { try Counterexample.read(Array(text.utf8)) }
  }

  @Test func `a file has events, and not too many`() {
    var empty = Self.good
    empty.steps = []
    #expect(throws: CounterexampleError.noSteps) { try Counterexample.read(Array(empty.json.utf8)) }
    var long = Self.good
    long.steps = Array(repeating: "x", count: Counterexample.stepsMax + 1)
    #expect(throws: CounterexampleError.tooManySteps(found: Counterexample.stepsMax + 1)) {
      try Counterexample.read(Array(long.json.utf8))
    }
    let huge = [UInt8](repeating: 32, count: Counterexample.bytesMax + 1)
    #expect(throws: CounterexampleError.tooLong) { try Counterexample.read(huge) }
    #expect(throws: CounterexampleError.notJSON) { try Counterexample.read(Array("[1]".utf8)) }
  }
}
