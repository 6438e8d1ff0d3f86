// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

#if os(Linux)
private let isOptional = false
#else
/// `ci/setup` installs no browser there.
private let isOptional = true
#endif

/// Opens pages in Chromium, as their readers do.
@Suite(
  .enabled(
    if: !isOptional || OutsideReader.run("command -v chromium", []) == 0,
    "no Chromium on this machine; on Linux 'ci/setup --tests' installs it"
  )
)
struct BrowserTests {
  struct Seen: Decodable {
    var errors: [String]
    var requests: [String]
    var overflow: [Int]
    var contrast: [String]
    var unnamed: Int

    var isClean: Bool {
      errors.isEmpty && requests.isEmpty && overflow.isEmpty && contrast.isEmpty && unnamed == 0
    }
  }

  /// Opens pages one after the other in one browser.
  private func look(at pages: [String]) throws -> [Seen] {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for (index, page) in pages.enumerated() {
      let path = folder.file("\(index).html")
      try page.write(toFile: path, atomically: false, encoding: .utf8)
      paths.append(path)
    }
    let seen = folder.file("seen.json")
    let script = "\(BuiltProducts.root)/ci/lib/browse.py"
    let line =
      "chromium=$(command -v chromium) && output=\"$1\" script=\"$2\" && shift 2 "
      + "&& exec python3 \"$script\" \"$chromium\" \"$@\" >\"$output\""
    try #require(
      OutsideReader.run(line, [seen, script] + paths) == 0,
      "the browser could not be asked; 'ci/setup --tests' installs it"
    )
    let data = try Data(contentsOf: URL(fileURLWithPath: seen))
    return try JSONDecoder().decode([Seen].self, from: data)
  }

  private func page(_ summary: RunSummary, baseline: Baseline? = nil) -> String {
    let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")
    return HTMLPage(Sample.record(summary, baseline: baseline), paths: paths).text
  }

  /// A run with a ladder, and names as long as they may be.
  private func wide() -> RunSummary {
    let log =
      [
        LogLine(task: TaskID(redacting: ""), key: .none, attempts: 0, result: .happened(.loaded))
      ]
      + Occurrence.allCases.map {
        LogLine(task: Sample.task, key: Sample.firstKey, attempts: 9, result: .happened($0))
      }
      + Invariant.allCases.map {
        LogLine(task: Sample.task, key: Sample.secondKey, attempts: 9, result: .violated($0))
      }
    let long = String(repeating: "x", count: 400)
    let header = Sample.header(client: long, profile: long, commit: long, repeatOptions: long)
    return Sample.summary(header, header.cases.map { Sample.result($0, Sample.broken, log: log) })
  }

  @Test(.timeLimit(.minutes(30)))
  func `a browser shows each page without a complaint, a request or a sideways scroll`() throws {
    let closed = try Sample.closedGate()
    let unjudged = Sample.summary(
      closed.header,
      closed.header.cases.map {
        Sample.result($0, .unjudged(.contractBroken(ContractBreach(.submit, .noLine))))
      }
    )
    let pages = [
      page(Sample.openGate()),
      page(closed, baseline: try Sample.baseline(Sample.openGate(), of: closed)),
      page(unjudged), page(Sample.everyVerdict()), page(wide()),
    ]
    for (index, seen) in try look(at: pages).enumerated() {
      #expect(seen.isClean, "page \(index): \(seen)")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the browser does see what a bad page does`() throws {
    let start = "<!doctype html><meta name=viewport content=\"width=device-width\">"
    let seen = try look(
      at: [
        start + "<img alt=x src=\"http://127.0.0.1:9/x.png\">",
        start + "<script>console.error('x'); throw new Error('y')</script>",
        start + "<div style=\"width:3000px\">x</div>",
        start + "<p style=\"color:#888;background:#999\">faint</p>",
        start + "<svg viewBox=\"0 0 1 1\"></svg>",
        page(Sample.openGate()).replacingOccurrences(
          of: "<main>",
          with: "<main><script>x</script>"
        ),
      ]
    )
    #expect(seen[0].requests == ["http://127.0.0.1:9/x.png"])
    #expect(seen[1].errors.count >= 2)
    #expect(seen[2].overflow == [1100, 360, 1100, 360])
    #expect(seen[3].contrast.count == 4)
    #expect(seen[4].unnamed == 1)
    // The page's own policy refuses a script, and the browser says so.
    #expect(!seen[5].errors.isEmpty)
  }
}
