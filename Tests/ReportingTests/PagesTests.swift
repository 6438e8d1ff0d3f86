// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

struct PagesTests {
  private let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")

  @Test func `the summary of a closed gate is this`() throws {
    let text = MarkdownSummary(Sample.record(try Sample.closedGate()), paths: paths).text
    #expect(
      text.hasPrefix(
        """
        # GATE CLOSED: must not be released, 1 of 7 promises broken

        | | |
        |---|---|
        | commit | ` 0123abc ` |
        | client | ` ./my-client ` |
        | subject | ` bundled ` |
        | profile | ` default ` |
        | seed | ` 7f3a1c ` |
        | suite | ` gate ` |
        | started | 2025-07-26T03:20:00 UTC |
        | promises | 7: 6 held, 1 broken |

        What needs attention comes first; the list of all promises is at the end.

        ## Broken: ` queue.relaunch ` key-stable-across-relaunch

        ```text
        promised  a task keeps its key when the app is killed and started again
        happened  a delivery after the relaunch carried another key than the one before
        evidence  oncegate-report/logs/queue.relaunch.jsonl:4
        """
      )
    )
    #expect(
      text.contains(
        """
        ## Promises

        | verdict | case | promise | time |
        |---|---|---|---|
        | **BROKEN** | ` queue.relaunch ` | a relaunched app repeats the same operation, not a new one\
        <br>key-stable-across-relaunch: a delivery after the relaunch carried another key than the \
        one before | 0.11 s |
        | held | ` state.rejection ` | a rejected change goes back, \
        and the control can be used again | 0.02 s |
        """
      )
    )
    #expect(text.contains("| **BROKEN** | ` queue.relaunch ` |"))
  }

  @Test func `a summary that would be too long is cut at the end of a section`() {
    let cases = Sample.cases(3000)
    let header = Sample.header(cases: cases, repeatOptions: String(repeating: "option ", count: 60))
    let results = cases.map { Sample.result($0, Sample.broken, log: Sample.brokenLog) }
    let markdown = MarkdownSummary(
      Sample.record(Sample.summary(header, results)),
      paths: paths
    )
    let text = markdown.text
    #expect(markdown.sections.joined(separator: "\n").utf8.count > MarkdownSummary.bytesMax)
    #expect(text.utf8.count <= MarkdownSummary.bytesMax)
    #expect(text.utf8.count > MarkdownSummary.bytesMax - 2000)
    let last = text.split(separator: "\n").last
    #expect(last?.hasPrefix("This summary is cut: ") == true)
    #expect(text.components(separatedBy: "```").count % 2 == 1)
  }

  @Test(arguments: 0...60)
  func `sections are joined up to a limit of any size`(limit: Int) {
    let sections = ["aaaa\n", "bbbb\n", "cccc\n"]
    let text = MarkdownSummary.join(sections, bytesMax: limit)
    if limit >= sections.joined(separator: "\n").utf8.count {
      #expect(text == "aaaa\n\nbbbb\n\ncccc\n")
    } else {
      #expect(text.contains("are left out"))
    }
  }

  @Test(
    arguments: [
      ("plain", "` plain `"),
      ("", "–"),
      ("a`b", "`` a`b ``"),
      ("```", "```` ``` ````"),
      ("a\nb", "` a b `"),
      ("<b> @team [x](y) &amp;", "` <b> @team [x](y) &amp; `"),
    ]
  )
  func `a text from outside is code in Markdown`(text: String, code: String) {
    #expect(MarkdownText.code(text) == code)
  }

  @Test func `words and cells stay what they are in Markdown`() {
    #expect(
      MarkdownText.words("a *b* [c](d) <e> @f | g") == "a \\*b\\* \\[c\\](d) \\<e\\> \\@f \\| g"
    )
    #expect(MarkdownText.cellCode("a | b") == "` a \\| b `")
    #expect(MarkdownText.block(["a", "```", "b"]) == "````text\na\n```\nb\n````\n")
  }

  @Test func `no text from outside becomes markup`() throws {
    for hostile in Sample.hostileTexts + ["\n# GATE OPEN", "</dd><script>x</script>"] {
      let header = Sample.header(
        client: hostile,
        profile: hostile,
        commit: hostile,
        repeatOptions: hostile
      )
      let results = header.cases.map { Sample.result($0, .failed(.preconditionFailed)) }
      let summary = Sample.summary(header, results)
      let markdown = MarkdownSummary(Sample.record(summary), paths: paths).text
      let headings = markdown.split(separator: "\n").filter { $0.hasPrefix("#") }
      #expect(headings.count == 1 + 7 + 1)
      let page = HTMLPage(Sample.record(summary), paths: paths).text
      #expect(!page.contains("<script"))
      #expect(!page.contains("\u{1b}"))
      #expect(page.components(separatedBy: "<h2").count == 1 + 1 + 7)
    }
    #expect(
      HTMLText.escaped("<a b=\"c\" d='e'>&") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;"
    )
  }

  @Test func `the page says the verdict first and needs nothing else`() throws {
    let page = HTMLPage(Sample.record(try Sample.closedGate()), paths: paths).text
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(page.contains("<h1>GATE CLOSED</h1>\n"))
    #expect(page.contains("<p><strong>Must not be released</strong>: 1 of 7 promises broken.</p>"))
    #expect(page.contains("<a href=\"#queue.relaunch\">"))
    #expect(page.contains("id=\"queue.relaunch\""))
    #expect(page.contains("href=\"logs/queue.relaunch.jsonl\""))
    #expect(
      page.contains("<tr class=\"violated\" id=\"queue.relaunch-4\"><td class=\"number\">4</td>")
    )
    #expect(page.contains("prefers-color-scheme: dark"))
    for foreign in ["http:", "https:", "<script", "onclick", "url("] {
      #expect(!page.contains(foreign), "\(foreign)")
    }
  }

  @Test(.enabled(if: OutsideReader.hasPython))
  func `every tag of the page is closed`() throws {
    let script = """
      import sys
      from html.parser import HTMLParser
      class P(HTMLParser):
          stack = []
          def handle_starttag(self, tag, attrs):
              if tag != 'meta': self.stack.append(tag)
          def handle_endtag(self, tag): assert self.stack.pop() == tag, tag
      p = P(); p.feed(open(sys.argv[1], encoding='utf-8').read()); p.close()
      assert p.stack == []
      """
    let folder = try TemporaryFolder()
    try script.write(toFile: folder.file("read.py"), atomically: false, encoding: .utf8)
    for (index, summary) in [try Sample.closedGate(), Sample.everyVerdict()].enumerated() {
      let path = folder.file("\(index).html")
      let text = HTMLPage(Sample.record(summary), paths: paths).text
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(OutsideReader.run("python3 \"$1\" \"$2\"", [folder.file("read.py"), path]) == 0)
      try (text + "</p>").write(toFile: path, atomically: false, encoding: .utf8)
      #expect(OutsideReader.run("python3 \"$1\" \"$2\"", [folder.file("read.py"), path]) != 0)
    }
  }

  @Test func `a long log shows its end on the page`() {
    let cases = Sample.cases(1)
    let line = LogLine(task: Sample.task, key: .none, attempts: 1, result: .happened(.received))
    let log = Array(repeating: line, count: 1000)
    let summary = Sample.summary(
      Sample.header(cases: cases),
      [Sample.result(cases[0], log: log)]
    )
    let page = HTMLPage(Sample.record(summary), paths: paths).text
    #expect(page.contains("Log, last 200 of 1000 lines"))
    #expect(page.contains("<td class=\"number\">1000</td>"))
    #expect(!page.contains("<td class=\"number\">800</td>"))
  }

  @Test func `what needs attention stands first on the page`() throws {
    let page = HTMLPage(Sample.record(try Sample.closedGate()), paths: paths).text
    let first = try #require(page.range(of: "<tr class=\"broken\">"))
    let second = try #require(page.range(of: "<tr class=\"held\">"))
    #expect(first.lowerBound < second.lowerBound)
    let broken = try #require(page.range(of: "<section id=\"queue.relaunch\""))
    let held = try #require(page.range(of: "<section id=\"state.rejection\""))
    #expect(broken.lowerBound < held.lowerBound)
  }

  @Test func `a failed case tells promise, evidence, repetition and known kinds`() throws {
    let page = HTMLPage(Sample.record(try Sample.closedGate()), paths: paths).text
    for part in [
      "<dt>Promised</dt><dd>a task keeps its key when the app is killed and started again</dd>",
      "<dt>Happened</dt><dd><strong>a delivery after the relaunch carried another key",
      "<a href=\"#queue.relaunch-4\">oncegate-report/logs/queue.relaunch.jsonl:4</a>",
      "<code>oncegate run queue.relaunch --seed 7f3a1c --client &#39;./my-client&#39;</code>",
      "<li>key not stable over retry or relaunch <span class=\"faint\">element-hq/element-ios#512",
      "<strong class=\"verdict\">BROKEN</strong></li>",
    ] { #expect(page.contains(part), "\(part)") }
  }

  @Test func `a page of very many cases shows the details of the first`() {
    let cases = Sample.cases(HTMLPage.detailedCasesMax + 1)
    let results = cases.map { Sample.result($0, log: Sample.brokenLog) }
    let summary = Sample.summary(Sample.header(cases: cases), results)
    let page = HTMLPage(Sample.record(summary), paths: paths).text
    #expect(page.components(separatedBy: "<svg ").count == 1 + HTMLPage.detailedCasesMax)
    #expect(page.contains("<section id=\"own.c\(cases.count)\""))
  }

  @Test(arguments: [true, false])
  func `every report answers in its first line whether this may be released`(
    isOpen: Bool
  ) throws {
    let record = Sample.record(isOpen ? Sample.openGate() : try Sample.closedGate())
    let word = isOpen ? "GATE OPEN" : "GATE CLOSED"
    let answer = isOpen ? "may be released" : "must not be released"
    let markdown = MarkdownSummary(record, paths: paths).text
    #expect(markdown.hasPrefix("# \(word): \(answer), "))
    let body = try #require(
      HTMLPage(record, paths: paths).text.components(separatedBy: "<body>\n").last
    )
    let capital = isOpen ? "May be released" : "Must not be released"
    #expect(body.split(separator: "\n")[1] == "<h1>\(word)</h1>")
    #expect(body.split(separator: "\n")[2].hasPrefix("<p><strong>\(capital)</strong>: "))
    var terminal = ConsoleFormat.human(TerminalOptions(verbosity: .quiet)).report(paths: paths)
    _ = terminal.text(for: .runStarted(record.summary.header), problem: nil)
    #expect(terminal.text(for: .runEnded(record.summary), problem: nil).hasPrefix("\(word)  "))
  }
}
