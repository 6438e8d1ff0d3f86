// SPDX-License-Identifier: Apache-2.0

import AcceptanceCases
import AcceptanceHarness
import AcceptanceModel
import Contracts
import Foundation
import SubjectTestSupport
import TestSupport
import Testing

@testable import known_bad_subject

struct StateCaseTests {
  private static let seeds = UInt64(0)..<200
  /// A flaw must be found in every scene; a few of them show that it does not depend on the seed.
  private static let seedsPerFlaw = UInt64(0)..<10

  @Test(arguments: StateCase.allCases)
  func `the bundled state machine keeps every promise`(stateCase: StateCase) throws {
    for seed in Self.seeds {
      let recording = try stateCase.run(BundledSubject(), seed)
      #expect(recording.firstFinding == nil, "seed \(seed)")
      #expect(recording.messages.count > 20, "seed \(seed)")
    }
  }

  @Test(arguments: StateCase.allCases)
  func `a subject of another making passes too`(stateCase: StateCase) throws {
    for seed in Self.seeds {
      let recording = try stateCase.run(InProcess(FlawedSubject(nil)), seed)
      #expect(recording.firstFinding == nil, "seed \(seed)")
    }
  }

  @Test(arguments: Flaw.allCases)
  func `a flaw is found where and as it must be, whatever the seed`(flaw: Flaw) throws {
    for expected in flaw.expectations {
      let stateCase = try #require(StateCase(rawValue: expected.caseName))
      for seed in Self.seedsPerFlaw {
        let recording = try stateCase.run(InProcess(FlawedSubject(flaw)), seed)
        #expect(recording.firstFinding == expected.finding, "\(stateCase.rawValue), seed \(seed)")
      }
    }
  }

  @Test(arguments: Flaw.allCases)
  func `the place of a broken promise is a line of the case's own file`(flaw: Flaw) throws {
    let stateCase = try #require(StateCase(rawValue: flaw.expectation.caseName))
    let path = "\(BuiltProducts.root)/acceptance/cases/\(stateCase.file)"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let messages = try stateCase.run(InProcess(FlawedSubject(flaw)), 1).messages
    let place = messages.lazy.compactMap { message -> Int? in
      if case .verdict(.failed(.invariantBroken(_, let line))) = message { line } else { nil }
    }.first
    let line = try #require(place)
    try #require(lines.indices.contains(line - 1))
    #expect(lines[line - 1].contains("probe."))
  }

  @Test func `a log says the invariant in the line before its verdict`() throws {
    let messages = try StateCase.rejection.run(InProcess(FlawedSubject(.doubleTapSends)), 7)
      .messages
    let verdict = try #require(
      messages.firstIndex { if case .verdict = $0 { true } else { false } }
    )
    guard case .log(let last) = messages[verdict - 1], case .log(let event) = messages[verdict - 2]
    else {
      Issue.record("a verdict follows two lines")
      return
    }
    #expect(last.result == .violated(.oneInFlightPerRecord))
    #expect(event.result == .happened(.tapped))
    #expect(last.task == event.task && last.key == event.key)
  }

  @Test(arguments: StateCase.allCases)
  func `the same seed tells the same story`(stateCase: StateCase) throws {
    let first = try stateCase.run(InProcess(FlawedSubject(nil)), 5).messages
    #expect(try stateCase.run(InProcess(FlawedSubject(nil)), 5).messages == first)
    #expect(try stateCase.run(InProcess(FlawedSubject(nil)), 6).messages != first)
  }

  @Test func `every rule that a reader can break has its name in the report`() {
    let onlyForRequests: Set<ContractViolation> = [.unknownRequest, .unknownOutcome]
    for violation in ContractViolation.allCases where !onlyForRequests.contains(violation) {
      #expect(ContractRule(rawValue: violation.rawValue) != nil, "\(violation.rawValue)")
    }
  }

  @Test func `a broken promise ends the case's process by a trap`() async {
    await #expect(processExitsWith: .failure) {
      let log = CaseLog(beforeTrap: {})
      try StateRejection.run(
        subject: InProcess(FlawedSubject(.rejectionNotReEnabled)),
        log: log,
        seed: Seed(1)
      )
    }
  }
}
