// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

struct RunMergeTests {
  private func record(_ results: [CaseResult], header: RunHeader? = nil) -> RunRecord {
    let header = header ?? Sample.header(cases: results.map(\.description))
    return RunRecord(Sample.summary(header, results), hasEnded: true)
  }

  @Test(arguments: 1...7)
  func `the parts of a run make the whole`(partCount: Int) throws {
    let whole = try Sample.closedGate().results
    let parts = (0..<partCount).map { part in
      record(whole.enumerated().filter { $0.offset % partCount == part }.map(\.element))
    }
    let merged = try RunMerge.summary(of: parts, policy: .worst)
    #expect(Set(merged.results) == Set(whole))
    #expect(merged.header.cases == merged.results.map(\.description))
    #expect(merged.exitStatus == .promiseBroken)
    #expect(merged.header.suite == "gate")
  }

  @Test(arguments: JUnitMergeTests.repeats.indices)
  func `attempts at a case become one, as in a JUnit file`(index: Int) throws {
    let (verdicts, policy, outcome, _, count) = JUnitMergeTests.repeats[index]
    let description = try Sample.description("queue.relaunch")
    let records = verdicts.map { record([Sample.result(description, $0)]) }
    let result = try #require(RunMerge.summary(of: records, policy: policy).results.first)
    #expect(JUnitOutcome(result.verdict) == outcome)
    #expect(result.otherRounds.filter(\.needsAttention).count == count, "\(verdicts)")
  }

  @Test func `a case that no part has run keeps the whole from a verdict`() throws {
    let cases = try ["queue.relaunch", "state.rejection"].map(Sample.description)
    let merged = try RunMerge.summary(
      of: [
        record([Sample.result(cases[0])]),
        record([Sample.result(cases[1], JUnitMergeTests.notRun)]),
      ],
      policy: .worst
    )
    #expect(merged.exitStatus == .notJudged)
    #expect(try RunMerge.summary(of: [record([])], policy: .last).exitStatus == .notJudged)
  }

  @Test func `reports of different runs are refused`() {
    let whole = Sample.openGate().results
    let headers = [
      ("client", Sample.header(client: "other")), ("profile", Sample.header(profile: "ietf")),
      ("commit", Sample.header(commit: nil)),
    ]
    for (member, header) in headers {
      #expect(throws: ReportingError.recordsDiffer(member: member)) {
        try RunMerge.summary(
          of: [record(whole, header: Sample.header()), record(whole, header: header)],
          policy: .worst
        )
      }
    }
    #expect(throws: ReportingError.self) { try RunMerge.summary(of: [], policy: .worst) }
  }
}
