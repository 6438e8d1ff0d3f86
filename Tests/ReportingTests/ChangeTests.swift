// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

struct ChangeTests {
  /// Every way in which a promise can stand in two runs; `-` is a run without the case.
  static let table: [(before: Standing?, now: Standing?, change: Change, isWorse: Bool)] = [
    (.held, .held, .unchanged, false), (.held, .broken, .newFailure, true),
    (.held, .unjudged, .noLongerJudged, true), (.held, .skipped, .noLongerJudged, true),
    (.held, nil, .gone, true),
    (.broken, .held, .fixed, false), (.broken, .broken, .stillFailing, false),
    (.broken, .unjudged, .noLongerJudged, false), (.broken, .skipped, .noLongerJudged, false),
    (.broken, nil, .gone, false),
    (.unjudged, .held, .judgedAgain, false), (.unjudged, .broken, .newFailure, true),
    (.unjudged, .unjudged, .stillNotJudged, false), (.unjudged, .skipped, .stillNotJudged, false),
    (.unjudged, nil, .gone, false),
    (.skipped, .held, .judgedAgain, false), (.skipped, .broken, .newFailure, true),
    (.skipped, .unjudged, .stillNotJudged, false), (.skipped, .skipped, .stillNotJudged, false),
    (.skipped, nil, .gone, false),
    (nil, .held, .newCase, false), (nil, .broken, .newFailure, true),
    (nil, .unjudged, .newCase, false), (nil, .skipped, .newCase, false),
  ]

  @Test func `every pair of standings is a change that is worse or not`() throws {
    #expect(Self.table.count == (Standing.allCases.count + 1) * (Standing.allCases.count + 1) - 1)
    let name = try #require(CaseName("own.c1"))
    for (before, now, change, isWorse) in Self.table {
      let item = RunComparison.Item(name: name, promise: "p", before: before, now: now)
      #expect(item.change == change, "\(String(describing: before)), \(String(describing: now))")
      #expect(item.isWorse == isWorse, "\(String(describing: before)), \(String(describing: now))")
    }
  }

  private func comparison() throws -> RunComparison {
    let cases = Sample.cases(6)
    let old: [Verdict] = [.passed, Sample.broken, Sample.broken, .unjudged(.vacuous), .passed]
    let new: [Verdict] = [Sample.broken, Sample.broken, .passed, .passed, .passed]
    let before = Sample.summary(
      Sample.header(cases: cases),
      zip(cases, old + [.passed]).map { Sample.result($0, $1) }
    )
    return RunComparison(
      Baseline(Sample.record(before)),
      zip(cases, new).map { Sample.result($0, $1) }
    )
  }

  @Test func `changes are counted worst first`() throws {
    let comparison = try comparison()
    #expect(
      comparison.counts
        == "1 new failure, 1 still failing, 1 gone, 1 fixed, 1 judged again, 1 unchanged"
    )
    #expect(comparison.isWorse)
    #expect(comparison.gone.map(\.name.description) == ["own.c6"])
    #expect(RunComparison(comparison.baseline, []).counts == "6 gone")
    let empty = Baseline(Sample.record(Sample.summary(Sample.header(cases: []), [])))
    #expect(RunComparison(empty, []).counts == "nothing to compare")
    let cases = Sample.cases(2)
    #expect(
      RunComparison(empty, cases.map { Sample.result($0, Sample.broken) }).counts
        == "2 new failures"
    )
    #expect(RunComparison(empty, cases.map { Sample.result($0) }).counts == "2 new cases")
  }

  @Test func `what changed stands in terminal, Markdown and page`() throws {
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    let closed = try Sample.closedGate()
    let record = Sample.record(closed, baseline: Baseline(Sample.record(Sample.openGate())))
    let words = "commit 0123abc, 2025-07-26T03:20:00 UTC"
    let markdown = MarkdownSummary(record, paths: paths).text
    #expect(markdown.contains("| compared with | \(MarkdownText.words(words)) |\n"))
    #expect(markdown.contains("| since then | 1 new failure, 6 unchanged |\n"))
    #expect(markdown.contains("<br>new failure | 0.11 s |"))
    #expect(markdown.contains("\nsince     new failure\n"))
    let page = HTMLPage(record, paths: paths).text
    #expect(
      page.contains("<h2 id=\"history\">Since \(words)</h2>\n<p>1 new failure, 6 unchanged.</p>")
    )
    #expect(page.contains("BROKEN <span class=\"change\">new failure</span>"))
    #expect(page.contains("<dt>Since</dt><dd>new failure</dd>"))

    var report = TerminalReport(
      options: TerminalOptions(),
      paths: paths,
      baseline: record.baseline
    )
    let events: [RunEvent] =
      [.runStarted(closed.header)] + closed.results.map { .caseEnded($0) } + [.runEnded(closed)]
    let terminal = events.map { report.text(for: $0, problem: nil) }.joined()
    #expect(terminal.contains("the same operation, not a new one, new failure\n"))
    #expect(terminal.contains("\nsince \(words): 1 new failure, 6 unchanged\n"))
    #expect(terminal.contains("\n  since     new failure\n"))
  }

  @Test func `a case that is gone is named everywhere`() throws {
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    let header = Sample.header(cases: Array(CaseCatalogue.gate.dropLast()))
    let summary = Sample.summary(header, header.cases.map { Sample.result($0) })
    let record = Sample.record(summary, baseline: Baseline(Sample.record(Sample.openGate())))
    let gone = try #require(CaseCatalogue.gate.last).name
    #expect(MarkdownSummary(record, paths: paths).text.contains("| gone | ` \(gone) ` |\n"))
    #expect(HTMLPage(record, paths: paths).text.contains("<li><strong>\(gone)</strong> is gone: "))
    var report = TerminalReport(options: .init(), paths: paths, baseline: record.baseline)
    #expect(report.text(for: .runEnded(summary), problem: nil).contains("\n  gone  \(gone)  "))
  }

  @Test func `a difference is told like this`() throws {
    let difference = DifferenceReport(
      old: Sample.record(Sample.openGate()),
      new: Sample.record(try Sample.closedGate())
    )
    #expect(
      difference.text == """
        WORSE  1 new failure, 6 unchanged

        old  GATE OPEN  7 of 7 promises held  gate, 7 cases  client reference-client  \
        subject bundled  profile default  commit 0123abc
        new  GATE CLOSED  1 of 7 promises broken  gate, 7 cases  client ./my-client  \
        subject bundled  profile default  commit 0123abc

         new failure  queue.relaunch  a relaunched app repeats the same operation, not a new one

        """
    )
    let same = DifferenceReport(
      old: Sample.record(Sample.openGate()),
      new: Sample.record(Sample.openGate())
    )
    #expect(same.text.hasPrefix("NOT WORSE  7 unchanged\n\nold  "))
    #expect(same.text.split(separator: "\n").count == 3)
  }
}
