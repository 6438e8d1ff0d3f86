// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

/// How reports tell a case that an explorer has found.
struct FoundCaseTests {
  private static func found(steps: [String]) throws -> CaseResult {
    let description = CaseDescription(
      name: try #require(CaseName("state.explored-0123abcd")),
      suites: ["explore"],
      promise: Finding.secondTapSent.invariant.promise,
      steps: steps,
      invariants: [.oneInFlightPerRecord],
      byHand: [],
      sourceFile: "found.json",
      sourceLine: 1,
      repeatCommand: "oncegate run ./found.json --seed 1"
    )
    return CaseResult(
      description: description,
      verdict: .failed(.invariantBroken(.secondTapSent, sourceLine: 1)),
      duration: .zero,
      log: []
    )
  }

  @Test func `a block shows the events and the command of its own`() throws {
    let result = try Self.found(steps: ["load s1 r1=true", "tap r1 true"])
    let block = FailureBlock(
      result,
      header: Sample.header(),
      paths: ReportPaths(folder: "report", workspace: "/w")
    )
    #expect(block.lines.contains("  events    load s1 r1=true"))
    #expect(block.lines.contains("            tap r1 true"))
    #expect(block.lines.contains("  repeat    oncegate run ./found.json --seed 1"))
    let long = FailureBlock(
      try Self.found(steps: (1...50).map { "tap r1 \($0)" }),
      header: Sample.header(),
      paths: ReportPaths(folder: "report", workspace: "/w")
    )
    #expect(long.events.count == FailureBlock.eventsMax + 1)
    #expect(long.events.last == "and 30 more")
  }

  @Test func `a record keeps the command that repeats such a case`() throws {
    let result = try Self.found(steps: ["load s1 r1=true"])
    let wire = WireRecordedCase(RecordedCase(result, before: nil, isCompared: false))
    #expect(try wire.model(isCompared: false).result == result)
  }

  @Test func `the reports of a run take the cases that a search finds`() throws {
    let folder = try TemporaryFolder()
    let reports = try RunReports(folder: folder.file("r"), workspace: folder.path, output: { _ in })
    var header = Sample.header()
    header.cases = [try Sample.description("state.rejection")]
    try reports.post(.runStarted(header))
    let result = try Self.found(steps: ["load s1 r1=true"])
    header.cases = [result.description] + header.cases
    try reports.select(header)
    try reports.post(.caseEnded(result))
    let file = folder.file("r/TEST-oncegate.xml")
    let summary = RunSummary(
      header: header.with(cases: [result.description]),
      results: [result],
      duration: .zero,
      problem: nil,
      interruption: nil
    )
    try reports.select(summary.header)
    try reports.post(.runEnded(summary))
    let cases = try JUnitReader.cases(in: file, schema: JUnitSchema(.rich)).cases
    #expect(cases.map(\.name) == ["state.explored-0123abcd"])
    #expect(cases[0].outcome == .failure)
  }
}
