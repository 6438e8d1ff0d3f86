// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

/// Holds the output against what version 14 of the protocol demands.
///
/// Source: https://testanything.org/tap-version-14-specification.html.
struct TAPTests {
  /// The first rule of TAP 14 that a text breaks, or nothing.
  private func breach(_ text: String) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popLast() == "" else { return "ends without a line break" }
    guard lines.popFirst() == "TAP version 14" else { return "no version line" }
    guard let plan = lines.popFirst(), plan.hasPrefix("1.."), let count = Int(plan.dropFirst(3))
    else { return "no plan" }
    var number = 0
    while let line = lines.popFirst() {
      if line.hasPrefix("Bail out!") { return lines.isEmpty ? nil : "lines behind the end" }
      if line.hasPrefix("# ") { continue }
      if line == "  ---" {
        guard number > 0, let end = lines.firstIndex(of: "  ...") else { return "open block" }
        for member in lines[..<end] where !isMember(member) { return "no member: \(member)" }
        lines = lines[(end + 1)...]
        continue
      }
      let words = line.hasPrefix("not ok ") ? line.dropFirst(4) : line[...]
      number += 1
      guard words.hasPrefix("ok \(number) - ") else { return "no test point: \(line)" }
      if isDirectiveMissing(words) { return "bare #: \(line)" }
    }
    return number == count ? nil : "\(number) points, \(count) planned"
  }

  /// A member of a block is a name and a text in quotation marks that JSON, and so YAML, can read.
  private func isMember(_ line: Substring) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("  "), !parts[0].hasPrefix("   "),
      parts[1].hasPrefix(" \""), parts[1].hasSuffix("\""), parts[1].count > 2
    else { return false }
    var isEscaped = false
    for character in parts[1].dropFirst(2).dropLast() {
      if isEscaped {
        guard character == "\\" || character == "\"" else { return false }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return false
      }
    }
    return !isEscaped
  }

  /// A number sign that is not escaped begins a directive, of which there are two.
  private func isDirectiveMissing(_ point: Substring) -> Bool {
    var before: Character = " "
    for index in point.indices {
      if point[index] == "#", before != "\\" { return !point[index...].hasPrefix("# SKIP ") }
      before = point[index]
    }
    return false
  }

  private func tap(_ summary: RunSummary, problem: ReportingError? = nil) -> String {
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    var report = ConsoleFormat.tap.report(paths: paths)
    let events: [RunEvent] =
      [.runStarted(summary.header)]
      + summary.results.filter { !$0.verdict.wasNotRun }.flatMap {
        [.caseStarted($0.description.name), .caseEnded($0)]
      } + [.runEnded(summary)]
    return events.map { report.text(for: $0, problem: problem) }.joined()
  }

  @Test(
    arguments: [
      "", "1..0\n", "TAP version 13\n1..0\n", "TAP version 14\nok 1 - a\n1..1\n",
      "TAP version 14\n1..2\nok 1 - a\n", "TAP version 14\n1..1\nok 2 - a\n",
      "TAP version 14\n1..1\nok 1 - a\n  ---\n  kind: \"x\"\n",
      "TAP version 14\n1..1\nok 1 - a\n  ---\n  kind: \"x\"y\"\n  ...\n",
      "TAP version 14\n1..1\nok 1 - a # TOD\n", "TAP version 14\n1..0",
      "TAP version 14\n1..1\nBail out! x\nok 1 - a\n", "TAP version 14\n1..1\nfine\n",
    ]
  )
  func `what is no TAP is seen`(text: String) { #expect(breach(text) != nil) }

  @Test func `every run is TAP of version 14`() throws {
    let every = Sample.everyVerdict()
    for summary in [
      Sample.openGate(), try Sample.closedGate(), every,
      Sample.summary(every.header, every.results, interruption: 15),
      Sample.summary(Sample.header(cases: []), [], problem: .canarySurvived),
    ] { #expect(breach(tap(summary)) == nil) }
    #expect(breach(tap(Sample.openGate(), problem: .notWritten(path: "#", code: 28))) == nil)
  }

  @Test func `no text from outside breaks it`() {
    for hostile in Sample.hostileTexts {
      let header = Sample.header(client: hostile, repeatOptions: hostile)
      let results = header.cases.map { Sample.result($0, .failed(.preconditionFailed)) }
      #expect(breach(tap(Sample.summary(header, results))) == nil)
    }
  }
}
