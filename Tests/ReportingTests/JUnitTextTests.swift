// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

struct JUnitTextTests {
  private let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")

  @Test func `long logs are cut in the middle, and texts stay within their limits`() throws {
    let cases = Sample.cases(1)
    let log = (0..<20_000).map {
      LogLine(task: Sample.task, key: Sample.firstKey, attempts: $0, result: .happened(.received))
    }
    let header = Sample.header(
      cases: cases,
      repeatOptions: String(repeating: "'long option' ", count: 100_000)
    )
    let result = Sample.result(cases[0], .failed(.preconditionFailed), log: log)
    let texts = JUnitText(header: header, paths: paths, problemCount: 1)
    let output = try #require(texts.output(of: result)).description
    #expect(output.utf8.count <= JUnitText.outputBytesMax)
    #expect(output.contains("bytes left out ..."))
    #expect(output.contains("\"attempts\":0,"))
    #expect(output.contains("\"attempts\":19999,"))
    #expect(output.hasSuffix("[[ATTACHMENT|oncegate-report/report.html]]"))
    #expect(texts.problem(of: result).description.utf8.count <= JUnitText.problemBytesMax)
  }

  @Test func `many failures share what a file may hold`() throws {
    let cases = Sample.cases(450)
    let log = Array(repeating: Sample.brokenLog, count: 150).flatMap(\.self)
    var bytes = 0
    let writer = JUnitWriter(header: Sample.header(cases: cases), profile: .rich, paths: paths)
    try writer.write(cases.map { Sample.result($0, Sample.broken, log: log) }) { bytes += $0.count }
    #expect(bytes < 25_000_000)
  }

  @Test func `a frame is written only where its path can be read back from it`() throws {
    let files = [
      ("acceptance/cases/Own.swift", "    at acceptance.cases.Own(acceptance/cases/Own.swift:1)"),
      ("Own.swift", nil), ("Folder/Own.swift", nil), ("a.b/Own.swift", nil), ("a/own.swift", nil),
      ("", nil),
    ]
    for (file, frame) in files {
      let description = CaseDescription(
        name: try #require(CaseName("own.c1")),
        suites: [],
        promise: "p",
        steps: [],
        invariants: [],
        byHand: [],
        sourceFile: file
      )
      let texts = JUnitText(
        header: Sample.header(cases: [description]),
        paths: paths,
        problemCount: 1
      )
      let text = texts.problem(of: Sample.result(description, .failed(.preconditionFailed)))
      let frames = text.description.split(separator: "\n").filter { $0.hasPrefix("    at ") }
      #expect(frames.map(String.init) == (frame.map { [$0] } ?? []))
      #expect(text.description.contains("\n \(file):1"))
    }
  }

  @Test func `a path that could end its tag early is not attached`() throws {
    let result = Sample.result(
      try Sample.description("queue.relaunch"),
      Sample.broken,
      log: Sample.brokenLog
    )
    for (folder, isAttached) in [("Bücher 1", true), ("a]]b", false), ("a\nb", false)] {
      let texts = JUnitText(
        header: Sample.header(),
        paths: ReportPaths(folder: folder, workspace: "/work"),
        problemCount: 1
      )
      let output = try #require(texts.output(of: result))
      #expect(output.description.contains("[[ATTACHMENT|") == isAttached, "\(folder)")
    }
  }
}
