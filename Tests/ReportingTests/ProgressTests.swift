// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

struct ProgressTests {
  private let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")

  private func lines(_ options: TerminalOptions, of summary: RunSummary) -> [String] {
    var report = TerminalReport(options: options, paths: paths)
    let events: [RunEvent] =
      [.runStarted(summary.header)]
      + summary.results.flatMap { [.caseStarted($0.description.name), .caseEnded($0)] }
      + [.runEnded(summary)]
    return events.map { report.text(for: $0, problem: nil) }
  }

  @Test func `a bar stands in the last line while cases run, and is gone at the end`() {
    let cases = Sample.cases(2)
    let summary = Sample.summary(Sample.header(cases: cases), cases.map { Sample.result($0) })
    let clear = "\r\u{1b}[K"
    let told = lines(TerminalOptions(columns: 80, showsProgress: true), of: summary)
    #expect(told[1] == " [--------------------] 0 of 2  own.c1")
    #expect(told[2] == clear + " pass  own.c1  0.02 s  promise number 1\n")
    #expect(told[3] == " [##########----------] 1 of 2  own.c2")
    #expect(told[4] == clear + " pass  own.c2  0.02 s  promise number 2\n")
    #expect(told[5].hasPrefix("\nGATE OPEN  2 of 2 promises held "))
    #expect(CleanText(told.joined()).description.contains("own.c2"))
  }

  @Test func `cases that run at once stand in one bar, which no round repeats`() {
    var bar = ProgressBar(columns: nil)
    let cases = Sample.cases(3)
    #expect(bar.text.isEmpty)
    bar.take(.runStarted(Sample.header(cases: cases)))
    for index in [0, 1, 0] { bar.take(.caseStarted(cases[index].name)) }
    #expect(bar.text == " [--------------------] 0 of 3  own.c1, own.c2")
    bar.take(.caseEnded(Sample.result(cases[0])))
    #expect(bar.text == " [######--------------] 1 of 3  own.c2")
    bar.take(.interrupted(signal: 2))
    #expect(bar.text.isEmpty)
  }

  @Test(arguments: [1, 2, 10, 40, 80, 400])
  func `a bar is never as wide as the terminal`(columns: Int) {
    var bar = ProgressBar(columns: columns)
    let cases = Sample.cases(20)
    bar.take(.runStarted(Sample.header(cases: cases)))
    for description in cases { bar.take(.caseStarted(description.name)) }
    #expect(bar.text.unicodeScalars.count <= max(1, columns - 1))
  }

  @Test func `no bar is drawn where nobody asked for one, or where it is quiet`() {
    let options = [
      TerminalOptions(columns: 80), TerminalOptions(verbosity: .quiet, showsProgress: true),
    ]
    for options in options {
      let told = lines(options, of: Sample.openGate()).joined()
      #expect(!told.contains("\r") && !told.contains("\u{1b}"))
    }
  }

  @Test func `a promise is cut to the width of the terminal, and a reason is not`() throws {
    let header = Sample.header()
    let verdicts: [Verdict] = [.passed, Sample.broken, .unjudged(.vacuous)]
    let summary = Sample.summary(
      header,
      zip(header.cases, verdicts).map { Sample.result($0, $1) }
    )
    let told = lines(TerminalOptions(columns: 60), of: summary).joined().split(separator: "\n")
    let passed = try #require(told.first { $0.hasPrefix(" pass") })
    #expect(passed.unicodeScalars.count == 60)
    #expect(passed.hasSuffix("…"))
    #expect(told.contains { $0.hasPrefix(" ERR") && $0.hasSuffix("so nothing was proved") })
    let verdict = try #require(told.first { $0.hasPrefix("GATE CLOSED") })
    #expect(verdict.hasSuffix("  oncegate-report/report.html"))
    let open = lines(TerminalOptions(columns: 80), of: Sample.openGate()).joined()
    let line = try #require(open.split(separator: "\n").last)
    #expect(line.unicodeScalars.count == 80)
  }
}
