// SPDX-License-Identifier: Apache-2.0

import AcceptanceCases
import AcceptanceHarness
import AcceptanceModel
import Contracts
import Foundation
import TestSupport
import Testing

@testable import known_bad_subject

/// Lets a case run on a subject of this process.
private struct InProcess<Inner: Subject<Never>>: Subject {
  var inner: Inner

  init(_ inner: Inner) { self.inner = inner }

  mutating func load(
    session: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    inner.load(session: session, records: records)
  }

  mutating func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    inner.tap(record: record, value: value)
  }

  mutating func respond(
    ticket: String,
    outcome: WriteOutcome
  ) throws(CaseStop) -> SubjectReply {
    inner.respond(ticket: ticket, outcome: outcome)
  }

  mutating func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    inner.sync(session: session, record: record, outcome: outcome)
  }

  mutating func arrange(order: [String]) throws(CaseStop) -> SubjectReply {
    inner.arrange(order: order)
  }
}

/// Keeps what a case writes down.
private final class Recording: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var kept: [CaseMessage] = []

  var log: CaseLog { CaseLog { message in self.lock.withLock { self.kept.append(message) } } }
  var messages: [CaseMessage] { lock.withLock { kept } }

  /// The first broken promise, and the log line before which nothing was broken.
  var firstFinding: Finding? {
    for case .verdict(.failed(.invariantBroken(let finding, _))) in messages { return finding }
    return nil
  }
}

/// The state cases by their names.
private enum StateCase: String, CaseIterable, Sendable {
  case rejection = "state.rejection"
  case unknownOutcome = "state.unknown-outcome"
  case sessionSwitch = "state.session-switch"

  var file: String {
    switch self {
    case .rejection: "StateRejection.swift"
    case .unknownOutcome: "StateUnknownOutcome.swift"
    case .sessionSwitch: "StateSessionSwitch.swift"
    }
  }

  /// Runs the case and returns what it wrote down.
  func run(_ subject: some Subject<CaseStop>, _ seed: UInt64) throws(CaseStop) -> Recording {
    let recording = Recording()
    let (log, seed) = (recording.log, Seed(seed))
    switch self {
    case .rejection: try StateRejection.run(subject: subject, log: log, seed: seed)
    case .unknownOutcome: try StateUnknownOutcome.run(subject: subject, log: log, seed: seed)
    case .sessionSwitch: try StateSessionSwitch.run(subject: subject, log: log, seed: seed)
    }
    return recording
  }
}

struct StateCaseTests {
  private static let seeds = UInt64(0)..<200
  /// A flaw must be found in every scene; a few of them show that it does not depend on the seed.
  private static let seedsPerFlaw = UInt64(0)..<10

  @Test(arguments: StateCase.allCases)
  fileprivate func `the bundled state machine keeps every promise`(stateCase: StateCase) throws {
    for seed in Self.seeds {
      let recording = try stateCase.run(BundledSubject(), seed)
      #expect(recording.firstFinding == nil, "seed \(seed)")
      #expect(recording.messages.count > 20, "seed \(seed)")
    }
  }

  @Test(arguments: StateCase.allCases)
  fileprivate func `a subject of another making passes too`(stateCase: StateCase) throws {
    for seed in Self.seeds {
      let recording = try stateCase.run(InProcess(FlawedSubject(nil)), seed)
      #expect(recording.firstFinding == nil, "seed \(seed)")
    }
  }

  @Test(arguments: Flaw.allCases)
  func `a flaw is found by the case and as the finding that are meant for it`(flaw: Flaw) throws {
    let caught = flaw.caughtBy
    let stateCase = try #require(StateCase(rawValue: caught.caseName))
    let finding = try #require(Finding.named(caught.finding))
    #expect(finding.invariant.rawValue == caught.invariant)
    for seed in Self.seedsPerFlaw {
      let recording = try stateCase.run(InProcess(FlawedSubject(flaw)), seed)
      #expect(recording.firstFinding?.name == finding.name, "seed \(seed)")
    }
  }

  @Test(arguments: Flaw.allCases)
  func `the place of a broken promise is a line of the case's own file`(flaw: Flaw) throws {
    let stateCase = try #require(StateCase(rawValue: flaw.caughtBy.caseName))
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
  fileprivate func `the same seed tells the same story`(stateCase: StateCase) throws {
    let first = try stateCase.run(InProcess(FlawedSubject(nil)), 5).messages
    #expect(try stateCase.run(InProcess(FlawedSubject(nil)), 5).messages == first)
    #expect(try stateCase.run(InProcess(FlawedSubject(nil)), 6).messages != first)
  }

  @Test func `every finding of a state case has a flaw that shows it`() {
    let shown = Set(Flaw.allCases.map(\.caughtBy.finding))
    #expect(Set(Finding.state.map(\.name)).subtracting(shown) == [])
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
