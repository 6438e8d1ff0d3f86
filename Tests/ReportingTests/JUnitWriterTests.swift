// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

struct JUnitWriterTests {
  private let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")

  private func xml(_ summary: RunSummary, _ profile: JUnitProfile = .rich) throws -> String {
    var bytes: [UInt8] = []
    let writer = JUnitWriter(header: summary.header, profile: profile, paths: paths)
    try writer.write(summary.results) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes, validates and reads back.
  private func readBack(
    _ summary: RunSummary,
    _ profile: JUnitProfile
  ) throws -> (cases: [JUnitCase], totals: JUnitTotals) {
    let folder = try TemporaryFolder()
    let path = folder.file("report.xml")
    try AtomicFile(path: path).replace(with: try xml(summary, profile))
    try checkPublishedSchemas(path, profile)
    if OutsideReader.hasXMLLint {
      #expect(OutsideReader.run("/usr/bin/xmllint --noout \"$1\"", [path]) == 0)
    }
    return try JUnitReader.cases(in: path, schema: JUnitSchema(profile))
  }

  private func checkPublishedSchemas(_ path: String, _ profile: JUnitProfile) throws {
    guard profile != .rich else { return }
    let folder = OutsideReader.schemas
    var names = ["jenkins-xunit-junit-10.xsd"]
    if profile == .strict { names.append("windyroad-JUnit.xsd") }
    for name in names {
      let text = String(decoding: try FileContents.bytes(of: "\(folder)/\(name)"), as: UTF8.self)
      try JUnitReader.read(path, schema: JUnitSchema(text: text, name: name))
    }
  }

  @Test(arguments: JUnitProfile.allCases)
  func `every verdict is read back as it was written`(profile: JUnitProfile) throws {
    let summary = Sample.everyVerdict()
    let (cases, totals) = try readBack(summary, profile)
    #expect(cases.map(\.name) == summary.results.map(\.description.name.description))
    #expect(cases.map(\.outcome) == summary.results.map { JUnitOutcome($0.verdict) })
    for (found, result) in zip(cases, summary.results) {
      #expect(found.className == "oncegate.own")
      #expect(found.time == "0.020")
      let isTyped = profile != .strict || found.outcome != .skipped
      #expect(found.type == (isTyped ? JUnitProblemType(result.verdict)?.rawValue ?? "" : ""))
      #expect(found.message == result.verdict.message)
      if found.outcome != .passed {
        #expect(found.text.split(separator: "\n").first.map(String.init) == found.message)
      }
      let hasOutput = result.verdict.needsAttention && profile != .strict
      #expect(found.output.isEmpty == !hasOutput)
    }
    #expect(totals.claimed.map(\.tests) == [Sample.verdicts.count])
    #expect(totals.claimed.map(\.failures) == [3])
    let skipped = Capability.allCases.count + ServerNeed.allCases.count
    #expect(totals.claimed.map(\.skipped) == [skipped])
    #expect((totals.claimedInAll == nil) == (profile == .strict))
  }

  @Test(arguments: JUnitProfile.allCases)
  func `no text from outside can break the file`(profile: JUnitProfile) throws {
    for text in Sample.hostileTexts {
      let description = CaseDescription(
        name: try #require(CaseName("own.hostile")),
        suites: [text],
        promise: text,
        steps: [text],
        invariants: [],
        byHand: [text],
        sourceFile: text.isEmpty ? "x" : text
      )
      let header = Sample.header(
        cases: [description],
        client: text,
        profile: text,
        commit: text,
        hostname: text,
        repeatOptions: text
      )
      let result = Sample.result(description, .failed(.preconditionFailed), log: Sample.brokenLog)
      let (cases, _) = try readBack(Sample.summary(header, [result]), profile)
      #expect(cases.map(\.outcome) == [.failure])
      let tags = cases[0].text.lowercased().components(separatedBy: "[[attachment").count - 1
      #expect(tags == 0, "\(text.debugDescription)")
    }
  }

  @Test func `a text is read back exactly`() throws {
    for text in Sample.hostileTexts {
      let folder = try TemporaryFolder()
      let path = folder.file("text.xml")
      var bytes: [UInt8] = []
      let output = try XMLOutput { bytes += $0 }
      try output.element("testsuite", [("name", CleanText(text))]) { () throws(ReportingError) in
        try output.element("testcase") { () throws(ReportingError) in
          try output.element("system-out") { () throws(ReportingError) in
            try output.text(CleanText("\(text)."))
          }
        }
      }
      try output.finish()
      try AtomicFile(path: path).replace(with: String(decoding: bytes, as: UTF8.self))
      let (cases, totals) = try JUnitReader.cases(in: path)
      #expect(cases.map(\.output) == [CleanText("\(text).").description])
      #expect(totals.suites == [CleanText(text).description])
    }
  }

  @Test func `what libxml2 writes without the cleaning cannot be read`() throws {
    // Shows that the cleaning is needed and that the reader would notice.
    let folder = try TemporaryFolder()
    let path = folder.file("raw.xml")
    try AtomicFile(path: path).replace(with: "<testsuites name=\"\u{1b}\"/>")
    #expect(throws: ReportingError.self) { try JUnitReader.read(path, schema: nil) }
  }

  @Test func `the rich file of a closed gate is this`() throws {
    let description = try Sample.description("queue.relaunch")
    let header = Sample.header(
      cases: [description],
      client: "./my-client",
      repeatOptions: "--client './my-client'"
    )
    let result = Sample.result(
      description,
      Sample.broken,
      milliseconds: 107,
      log: Sample.brokenLog
    )
    let happened = Finding.keyChangedOnRelaunch.happened
    let message = "key-stable-across-relaunch: \(happened)"
    let log = Sample.brokenLog.map { xmlEscaped($0.json) }.joined(separator: "\n")
    #expect(
      try xml(Sample.summary(header, [result])) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="oncegate" tests="1" failures="1" errors="0" time="0.107" skipped="0" \
        timestamp="2025-07-26T03:20:00">
         <testsuite id="0" name="offline-queue" package="" hostname="build-host" \
        timestamp="2025-07-26T03:20:00" tests="1" failures="1" errors="0" time="0.107" skipped="0">
          <properties>
           <property name="oncegate.version" value="0.1.0"/>
           <property name="oncegate.suite" value="gate"/>
           <property name="oncegate.client" value="./my-client"/>
           <property name="oncegate.subject" value="bundled"/>
           <property name="oncegate.profile" value="default"/>
           <property name="oncegate.seed" value="7f3a1c"/>
           <property name="oncegate.commit" value="0123abc"/>
           <property name="oncegate.jobs" value="2"/>
          </properties>
          <testcase name="queue.relaunch" classname="oncegate.offline-queue" time="0.107" \
        file="acceptance/cases/QueueRelaunch.swift" line="42">
           <properties>
            <property name="promise" value="\(description.promise)"/>
            <property name="repeat" value="oncegate run queue.relaunch --seed 7f3a1c \
        --client './my-client'"/>
           </properties>
           <failure message="\(message)" type="InvariantBroken">\(message)
          promised  a task keeps its key when the app is killed and started again
          happened  \(happened)
          evidence  oncegate-report/logs/queue.relaunch.jsonl:4
                      1  0b7e41c2  key 5f1c9a70  attempts 0  queued
                      2  0b7e41c2  key 5f1c9a70  attempts 1  committed
                      3  0b7e41c2  key 5f1c9a70  attempts 1  killed
                    &gt; 4  0b7e41c2  key 9d20e6b1  attempts 2  violated:key-stable-across-relaunch
          repeat    oncegate run queue.relaunch --seed 7f3a1c --client './my-client'
          known as  key not stable over retry or relaunch (element-hq/element-ios#512)
         acceptance/cases/QueueRelaunch.swift:42
            at acceptance.cases.QueueRelaunch(acceptance/cases/QueueRelaunch.swift:42)</failure>
           <system-out>\(log)
        [[ATTACHMENT|oncegate-report/logs/queue.relaunch.jsonl]]
        [[ATTACHMENT|oncegate-report/report.html]]</system-out>
          </testcase>
         </testsuite>
        </testsuites>

        """
    )
  }

  private func xmlEscaped(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;")
  }

  @Test func `suites come in the order of the cases, each with its own counts`() throws {
    let (cases, totals) = try readBack(try Sample.closedGate(), .rich)
    #expect(totals.suites == ["optimistic-state", "offline-queue"])
    #expect(totals.claimed.map(\.tests) == [3, 4])
    #expect(totals.claimed.map(\.failures) == [0, 1])
    #expect(totals.claimedInAll?.tests == 7)
    #expect(Set(cases.map { "\($0.className) \($0.name)" }).count == 7)
  }

  @Test func `other rounds of a pass are flaky, and of a failure are repeats`() throws {
    let cases = Sample.cases(3)
    let rounds: [Verdict] = [.passed, Sample.broken, .unjudged(.vacuous)]
    let text = try xml(
      Sample.summary(
        Sample.header(cases: cases),
        [
          Sample.result(cases[0], .passed, otherRounds: rounds),
          Sample.result(cases[1], Sample.broken, log: Sample.brokenLog, otherRounds: rounds),
          Sample.result(cases[2], .passed, otherRounds: [.passed]),
        ]
      )
    )
    #expect(text.components(separatedBy: "<flakyFailure ").count - 1 == 2)
    #expect(text.components(separatedBy: "<rerunFailure ").count - 1 == 2)
    let order = try #require(text.range(of: "<rerunFailure"))
    #expect(text[order.lowerBound...].contains("<system-out>"))
    #expect(text[..<order.lowerBound].contains("<failure "))
  }

  @Test func `a document of any size is handed on in small pieces`() throws {
    var largest = 0
    var total = 0
    let cases = Sample.cases(5000)
    let results = cases.map { Sample.result($0) }
    let writer = JUnitWriter(header: Sample.header(cases: cases), profile: .rich, paths: paths)
    try writer.write(results) {
      largest = max(largest, $0.count)
      total += $0.count
    }
    #expect(total > 1_000_000)
    #expect(largest < 100_000)
  }

  @Test func `what the sink throws ends the writing`() {
    let summary = Sample.openGate()
    let writer = JUnitWriter(header: summary.header, profile: .rich, paths: paths)
    let full = ReportingError.notWritten(path: "x", code: 28)
    #expect(throws: full) {
      try writer.write(summary.results) { (_) throws(ReportingError) in throw full }
    }
  }
}
