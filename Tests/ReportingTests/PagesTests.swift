// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

struct PagesTests {
  private let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")

  @Test func `the summary of a closed gate is this`() throws {
    let text = MarkdownSummary(try Sample.closedGate(), paths: paths).text
    #expect(
      text.hasPrefix(
        """
        # GATE CLOSED: 1 of 7 promises broken

        | | |
        |---|---|
        | commit | ` 0123abc ` |
        | client | ` ./my-client ` |
        | subject | ` bundled ` |
        | profile | ` default ` |
        | seed | ` 7f3a1c ` |
        | suite | ` gate ` |
        | started | 2025-07-26T03:20:00 UTC |
        | cases | 7: 6 passed, 1 failed, 0 not judged, 0 skipped |

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
    let markdown = MarkdownSummary(Sample.summary(header, results), paths: paths)
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
      let markdown = MarkdownSummary(summary, paths: paths).text
      let headings = markdown.split(separator: "\n").filter { $0.hasPrefix("#") }
      #expect(headings.count == 1 + 7 + 1)
      let page = HTMLPage(summary, paths: paths).text
      #expect(!page.contains("<script"))
      #expect(!page.contains("\u{1b}"))
      #expect(page.components(separatedBy: "<h2").count == 1 + 1 + 7)
    }
    #expect(
      HTMLText.escaped("<a b=\"c\" d='e'>&") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;"
    )
  }

  @Test func `the page says the verdict first and needs nothing else`() throws {
    let page = HTMLPage(try Sample.closedGate(), paths: paths).text
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(page.contains("<h1>GATE CLOSED</h1>\n<p>1 of 7 promises broken</p>"))
    #expect(page.contains("<a href=\"#queue.relaunch\">"))
    #expect(page.contains("id=\"queue.relaunch\""))
    #expect(page.contains("href=\"logs/queue.relaunch.jsonl\""))
    #expect(page.contains("<tr class=\"violated\"><td class=\"number\">4</td>"))
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
      let text = HTMLPage(summary, paths: paths).text
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
    let page = HTMLPage(summary, paths: paths).text
    #expect(page.contains("Log, last 200 of 1000 lines"))
    #expect(page.contains("<td class=\"number\">1000</td>"))
    #expect(!page.contains("<td class=\"number\">800</td>"))
  }
}
