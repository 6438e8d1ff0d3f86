// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
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

  @Test func `every pair of standings is a change that is worse or not`() {
    #expect(Self.table.count == (Standing.allCases.count + 1) * (Standing.allCases.count + 1) - 1)
    for (before, now, change, isWorse) in Self.table {
      let words = "\(String(describing: before)), \(String(describing: now))"
      #expect(Change(from: before, to: now) == change, "\(words)")
      #expect(Change.isWorse(from: before, to: now) == isWorse, "\(words)")
      var counts = ChangeCounts()
      counts.add(from: before, to: now)
      #expect(counts[change] == 1 && counts.isWorse == isWorse, "\(words)")
    }
  }

  private func run(_ cases: [CaseDescription], _ verdicts: [Verdict]) -> RunSummary {
    let cases = Array(cases.prefix(verdicts.count))
    return Sample.summary(
      Sample.header(cases: cases),
      zip(cases, verdicts).map { Sample.result($0, $1) }
    )
  }

  private func comparison(_ old: RunSummary, _ new: RunSummary) throws -> RunComparison {
    RunComparison(try Sample.baseline(old, of: new), new.results)
  }

  private func difference(_ old: RunSummary, _ new: RunSummary) throws -> DifferenceReport {
    try DifferenceReport(
      old: EarlierRun(Sample.file(Sample.record(old))),
      new: Sample.file(Sample.record(new))
    )
  }

  @Test func `changes are counted worst first`() throws {
    let cases = Sample.cases(6)
    let old = run(
      cases,
      [.passed, Sample.broken, Sample.broken, .unjudged(.vacuous), .passed, .passed]
    )
    let new = run(cases, [Sample.broken, Sample.broken, .passed, .passed, .passed])
    let words = "1 new failure, 1 still failing, 1 gone, 1 fixed, 1 judged again, 1 unchanged"
    let comparison = try comparison(old, new)
    #expect(comparison.counts.words == words)
    #expect(comparison.baseline.gone.map(\.name.description) == ["own.c6"])
    let difference = try difference(old, new)
    #expect(difference.counts.words == words)
    #expect(difference.counts.isWorse)
    let empty = run([], [])
    for (old, new, words) in [
      (old, empty, "6 gone"), (empty, empty, "nothing to compare"),
      (empty, run(cases, [Sample.broken, Sample.broken]), "2 new failures"),
      (empty, run(cases, [.passed, .passed]), "2 new cases"),
    ] {
      #expect(try self.comparison(old, new).counts.words == words)
      #expect(try self.difference(old, new).counts.words == words)
    }
  }

  @Test func `runs are compared by the names of their cases, in whatever order they stand`() throws
  {
    let cases = Sample.cases(300)
    let standings: [Standing?] = [.held, .broken, .unjudged, .skipped, nil]
    let verdicts: [Verdict] = [
      .passed, Sample.broken, .unjudged(.vacuous), .skipped(.missingCapability(.cancel)),
    ]
    /// The cases in another order; the last in five is missing.
    func shuffled(step: Int, _ which: (Int) -> Int) -> RunSummary {
      let chosen = cases.indices.map { $0 * step % cases.count }.filter { which($0) < 4 }
      return run(chosen.map { cases[$0] }, chosen.map { verdicts[which($0)] })
    }
    var wanted = ChangeCounts()
    for number in cases.indices {
      let (before, now) = (standings[number % 5], standings[number / 5 % 5])
      if before != nil || now != nil { wanted.add(from: before, to: now) }
    }
    let old = shuffled(step: 7) { $0 % 5 }
    for step in [1, 11, 299] {
      let new = shuffled(step: step) { $0 / 5 % 5 }
      #expect(try difference(old, new).counts == wanted)
    }
  }

  @Test func `a promise that held and is gone is worse, and one that was broken is not`() throws {
    let cases = Sample.cases(2)
    #expect(try difference(run(cases, [.passed, .passed]), run(cases, [.passed])).counts.isWorse)
    let broken = run(cases, [.passed, Sample.broken])
    #expect(try !difference(broken, run(cases, [.passed])).counts.isWorse)
  }

  @Test func `what changed beyond a limit is counted and not named`() throws {
    let cases = Sample.cases(DifferenceReport.itemsMax + 500)
    let old = run(cases, cases.map { _ in .passed })
    let broken = Array(cases.reversed())
    let text = try difference(
      old,
      run(
        broken,
        broken.enumerated().map {
          $0.offset.isMultiple(of: 2) ? Sample.broken : .unjudged(.vacuous)
        }
      )
    ).text
    #expect(text.hasPrefix("WORSE  750 new failures, 750 no longer judged\n"))
    #expect(text.components(separatedBy: "\n new failure ").count == 1 + 750)
    #expect(text.components(separatedBy: "\n no longer judged ").count == 1 + 250)
    #expect(text.hasSuffix("\n\n500 more changed; each run.json has every case\n"))
    let gone = try Sample.baseline(old, of: run(cases, [.passed]))
    #expect(gone.goneCount == cases.count - 1)
    #expect(gone.gone.count == Baseline.goneMax)
    let page = Sample.record(run(cases, [.passed]), baseline: gone)
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    let left = "\(cases.count - 1 - Baseline.goneMax) more are gone"
    #expect(HTMLPage(page, paths: paths).text.contains("<li>\(left)</li>"))
    #expect(MarkdownSummary(page, paths: paths).text.contains(", \(left) |\n"))
    var report = TerminalReport(options: .init(), paths: paths, baseline: gone)
    #expect(report.text(for: .runEnded(page.summary), problem: nil).contains("\n  \(left)\n"))
  }

  @Test func `what changed stands in terminal, Markdown and page`() throws {
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    let closed = try Sample.closedGate()
    let record = Sample.record(
      closed,
      baseline: try Sample.baseline(Sample.openGate(), of: closed)
    )
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
    let record = Sample.record(
      summary,
      baseline: try Sample.baseline(Sample.openGate(), of: summary)
    )
    let gone = try #require(CaseCatalogue.gate.last).name
    #expect(MarkdownSummary(record, paths: paths).text.contains("| gone | ` \(gone) ` |\n"))
    #expect(HTMLPage(record, paths: paths).text.contains("<li><strong>\(gone)</strong> is gone: "))
    var report = TerminalReport(options: .init(), paths: paths, baseline: record.baseline)
    #expect(report.text(for: .runEnded(summary), problem: nil).contains("\n  gone  \(gone)  "))
  }

  @Test func `a difference is told like this`() throws {
    let difference = try difference(Sample.openGate(), try Sample.closedGate())
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
    let same = try self.difference(Sample.openGate(), Sample.openGate())
    #expect(same.text.hasPrefix("NOT WORSE  7 unchanged\n\nold  "))
    #expect(same.text.split(separator: "\n").count == 3)
  }
}
