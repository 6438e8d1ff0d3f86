// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import ReportingTestSupport
import Testing

@testable import Reporting

struct EventGrammarTests {
  private func stream(_ summary: RunSummary) -> String {
    var report = ConsoleFormat.json.report(
      paths: ReportPaths(folder: "oncegate-report", workspace: "/work")
    )
    let events: [RunEvent] =
      [.runStarted(summary.header)]
      + summary.results.flatMap { [.caseStarted($0.description.name), .caseEnded($0)] }
      + [.interrupted(signal: 15), .runEnded(summary)]
    return events.map { report.text(for: $0, problem: nil) }.joined()
  }

  @Test func `every event has the documented shape`() throws {
    let every = Sample.everyVerdict()
    let seen = try EventStream.read(stream(every))
    #expect(seen.breaches == [])
    #expect(Set(seen.events) == Set(EventGrammar.events.map(\.name)))
    // No member is documented that no event ever has.
    let findings = Sample.verdicts.map { Sample.result(Sample.cases(1)[0], $0) }
    let line = CaseCatalogue.gate[0].with(sourceFile: "a", line: 7)
    let own = Sample.summary(
      Sample.header(cases: [line]),
      [Sample.result(line, log: Sample.brokenLog)]
    )
    let members =
      try EventStream.read(stream(own)).members.union(seen.members)
      .union(EventStream.read(stream(Sample.summary(every.header, findings))).members)
    let documented = (EventGrammar.events + EventGrammar.objects).flatMap { shape in
      shape.members.map { "\(shape.name).\($0.name)" }
    }
    #expect(members == Set(documented))
  }

  @Test(
    arguments: [
      ("\"version\":1}", "\"version\":\"1\"}"),
      ("\"event\":\"run-started\"", "\"event\":\"run-begun\""),
      ("\"attempts\":0", "\"attempts\":\"0\""),
      ("\"attempts\":0", "\"attempts\":0.5"),
      ("\"attempts\":0", "\"attempts\":0,\"body\":\"x\""),
      ("\"promise\":", "\"promises\":"),
      ("\"gate\":\"GATE CLOSED\"", "\"gate\":\"CLOSED\""),
      ("\"log\":[", "\"log\":[1,"),
      ("\"steps\":[", "\"steps\":[1,"),
    ]
  )
  func `what does not fit the grammar is seen`(good: String, bad: String) throws {
    let text = stream(try Sample.closedGate())
    #expect(try EventStream.read(text).breaches == [])
    let range = try #require(text.range(of: good))
    let damaged = text.replacingCharacters(in: range, with: bad)
    #expect(try EventStream.read(damaged).breaches != [])
  }
}
