// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import Foundation
import SubjectTestSupport
import TestSupport
import Testing

@testable import known_bad_client
@testable import known_bad_server
@testable import known_bad_subject
@testable import oncegate

/// Every check that is to be proved is left out of its case once, and the selftest must see it each time.
struct DisabledCheckTests {
  private typealias ClientFlaw = known_bad_client.Flaw
  private typealias SubjectFlaw = known_bad_subject.Flaw
  private typealias ServerFlaw = known_bad_server.Flaw

  private static let queueChecks = checks(ofArea: "queue")
  private static let stateChecks = checks(ofArea: "state")
  private static let serverChecks = checks(ofArea: "server")

  private static func checks(ofArea area: String) -> [CaseCheck] {
    CaseCatalogue.checks.filter { $0.caseName.area == area }
  }

  // MARK: - One by one

  @Test(.timeLimit(.minutes(30)), arguments: queueChecks)
  func `the selftest sees that a check of a queue case is left out`(check: CaseCheck) throws {
    let flaw = try #require(
      ClientFlaw.allCases.first { $0.isFound(by: check) },
      "\(Self.advice(check, "acceptance/known-bad-client"))"
    )
    let client = [BuiltProducts.path(of: "known-bad-client"), "--flaw", flaw.rawValue]
    let run = try CaseRun(check.caseName.description, client: client, without: check.finding)
    let verdict = try #require(run.verdict, "the case ended by a trap without its check")
    try Self.expectRed(flaw, .client, check, verdict)
  }

  @Test(arguments: stateChecks)
  func `the selftest sees that a check of a state case is left out`(check: CaseCheck) throws {
    let flaw = try #require(
      SubjectFlaw.allCases.first { $0.isFound(by: check) },
      "\(Self.advice(check, "acceptance/known-bad-subject"))"
    )
    let stateCase = try #require(StateCase(rawValue: check.caseName.description))
    let subject = InProcess(FlawedSubject(flaw))
    let finding = try stateCase.run(subject, 1, without: check.finding).firstFinding
    let verdict = finding.map { Verdict.failed(.invariantBroken($0, sourceLine: 1)) } ?? .passed
    try Self.expectRed(flaw, .subject, check, verdict)
  }

  @Test(.timeLimit(.minutes(30)), arguments: serverChecks)
  func `the selftest sees that a check of a server case is left out`(check: CaseCheck) throws {
    let flaw = try #require(
      ServerFlaw.allCases.first { $0.isFound(by: check) },
      "\(Self.advice(check, "acceptance/known-bad-server"))"
    )
    let run = try ServerCase.run(
      check.caseName.description,
      flaw: flaw,
      without: check.finding
    )
    try Self.expectRed(flaw, .server, check, run.verdict)
  }

  /// The selftest's own judgement: green with the check, red without it.
  private static func expectRed(
    _ flaw: some KnownFlaw,
    _ kind: KnownBad.Kind,
    _ check: CaseCheck,
    _ verdict: Verdict
  ) throws {
    let bad = try #require(
      KnownBad.all(of: kind, listedIn: type(of: flaw).list).first { $0.flaw == flaw.rawValue }
    )
    func problems(_ verdict: Verdict) throws -> [SelftestProblem] {
      let description = try #require(CaseCatalogue.all.first { $0.name == check.caseName })
      let only = KnownBad(kind: kind, flaw: bad.flaw, expectations: [check])
      let result = CaseResult(
        description: description,
        verdict: verdict,
        duration: .zero,
        log: []
      )
      return SelftestRow(name: bad.flaw, kind: kind, bad: only, results: [result]).problems
    }
    #expect(bad.expectations.contains(check))
    #expect(try problems(.failed(.invariantBroken(check.finding, sourceLine: 1))) == [])
    let red = try problems(verdict)
    #expect(red.count == 1 && !red.contains(where: \.isUnjudged), "\(check): \(verdict)")
  }

  /// What somebody has to do who has added a check.
  private static func advice(_ check: CaseCheck, _ program: String) -> String {
    "no flaw is found by \(check): add one to \(program) whose expectations hold it, or take the "
      + "finding out of the case and of the table beside CaseCatalogue"
  }

  // MARK: - The tables

  @Test func `every expectation is a check that its case declares, one for each case`() {
    func expect(_ flaw: some KnownFlaw) {
      let names = flaw.expectations.map(\.caseName)
      #expect(Set(names).count == names.count, "\(flaw.rawValue)")
      for expected in flaw.expectations {
        let name = "\(expected.caseName):\(expected.finding.name)"
        #expect(
          CaseCheck(name) != nil,
          "\(flaw.rawValue) expects \(name); add it to CaseCatalogue's table of findings"
        )
      }
    }
    ClientFlaw.allCases.forEach(expect)
    SubjectFlaw.allCases.forEach(expect)
    ServerFlaw.allCases.forEach(expect)
  }

  @Test(arguments: CaseCatalogue.all)
  func `a case declares every finding that its source names`(description: CaseDescription) throws {
    let path = "\(BuiltProducts.root)/\(description.sourceFile)"
    let source = try String(contentsOfFile: path, encoding: .utf8)
    let declared = Set(CaseCatalogue.findings(of: description.name))
    // One with a colon behind it has a narrower name in this case.
    for finding in Finding.all where source.contains(try Regex("\\.\(finding.constant)\\b(?!:)")) {
      #expect(
        declared.contains(finding),
        "\(description.name): add .\(finding.constant) to CaseCatalogue's table of findings"
      )
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: StateCase.allCases)
  func `a state case checks for nothing that it does not declare`(stateCase: StateCase) async {
    // It would end by a trap that names the finding.
    await #expect(processExitsWith: .success) { [name = stateCase.rawValue as String] in
      let stateCase = try #require(StateCase(rawValue: name))
      let log = Recording().log.judging(stateCase.findings)
      for seed in UInt64(0)..<50 {
        try stateCase.run(InProcess(FlawedSubject(nil)), log, Seed(seed))
      }
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a check that is not declared ends its case by a trap`() async {
    await #expect(processExitsWith: .failure) {
      let log = Recording().log.judging([.secondTapSent])
      try StateCase.rejection.run(InProcess(FlawedSubject(nil)), log, Seed(1))
    }
  }
}

extension KnownFlaw {
  func isFound(by check: CaseCheck) -> Bool {
    expectations.contains {
      $0.caseName == check.caseName.description && $0.finding == check.finding
    }
  }
}

extension Finding {
  /// The name of the constant that holds the finding.
  fileprivate var constant: String {
    let parts = name.split(separator: "-")
    return String(parts[0]) + parts.dropFirst().map(\.capitalized).joined()
  }
}
