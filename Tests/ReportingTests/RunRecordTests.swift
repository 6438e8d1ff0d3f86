// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import Testing

@testable import Reporting

struct RunRecordTests {
  private func readBack(_ record: RunRecord) throws -> RunRecord {
    try RunRecord(Sample.file(record))
  }

  @Test func `every verdict and every member comes back`() throws {
    let every = Sample.everyVerdict()
    let summaries = [
      every, try Sample.closedGate(), Sample.openGate(),
      Sample.summary(every.header, every.results, problem: .canarySurvived),
      Sample.summary(
        every.header,
        every.results,
        problem: .canaryNotStarted(code: 13),
        interruption: 15
      ),
      Sample.summary(Sample.header(cases: [], commit: nil), []),
    ]
    for summary in summaries {
      for hasEnded in [true, false] {
        let record = RunRecord(summary, hasEnded: hasEnded)
        #expect(try readBack(record) == record)
      }
    }
  }

  @Test func `every finding, breach and log word comes back`() throws {
    let verdicts: [Verdict] =
      Finding.all.map { .failed(.invariantBroken($0, sourceLine: 7)) }
      + ContractCommand.allCases.flatMap { command in
        ContractRule.allCases.map { .unjudged(.contractBroken(ContractBreach(command, $0))) }
      }
    let log =
      Occurrence.allCases.map(ResultCategory.happened)
      + Invariant.allCases.map(ResultCategory.violated)
    let cases = Sample.cases(1)
    let result = Sample.result(
      cases[0],
      log: log.map {
        LogLine(task: Sample.task, key: .none, attempts: 3, result: $0)
      },
      otherRounds: verdicts
    )
    let record = RunRecord(
      Sample.summary(Sample.header(cases: cases), [result]),
      hasEnded: true
    )
    #expect(try readBack(record) == record)
  }

  @Test func `no text from outside is lost or breaks the record`() throws {
    for hostile in Sample.hostileTexts {
      let header = Sample.header(
        cases: [],
        client: hostile,
        profile: hostile,
        commit: hostile,
        hostname: hostile,
        repeatOptions: hostile
      )
      let record = RunRecord(Sample.summary(header, []), hasEnded: true)
      #expect(try readBack(record) == record)
    }
  }

  @Test func `the record says the verdict in words`() throws {
    let json = RunRecord(try Sample.closedGate(), hasEnded: true).json
    #expect(json.contains("\"gate\" : \"GATE CLOSED\""))
    #expect(json.contains("\"invariant\" : \"key-stable-across-relaunch\""))
    #expect(json.contains("\"version\" : 1"))
  }

  @Test func `a record of a later version is refused`() throws {
    let json = RunRecord(Sample.openGate(), hasEnded: true).json
      .replacingOccurrences(of: "\"version\" : 1", with: "\"version\" : 2")
    #expect(throws: ReportingError.recordVersion(found: 2, newest: 1)) {
      try RunRecord(RecordFile(json: Array(json.utf8)))
    }
  }

  @Test func `members that are not known are ignored`() throws {
    let record = RunRecord(Sample.openGate(), hasEnded: true)
    let json = record.json.replacingOccurrences(
      of: "\"version\" : 1",
      with: "\"version\" : 1, \"later\" : {}"
    )
    #expect(try RunRecord(RecordFile(json: Array(json.utf8))) == record)
  }

  @Test(
    arguments: [
      ("\"kind\" : \"invariant-broken\"", "\"kind\" : \"broken\"", "kind"),
      ("\"verdict\" : \"failed\"", "\"verdict\" : \"passed\"", "kind"),
      ("\"finding\" : \"key-changed-on-relaunch\"", "\"finding\" : \"x\"", "kind"),
      ("\"seed\" : \"7f3a1c\"", "\"seed\" : \"seven\"", "seed"),
      ("\"result\" : \"queued\"", "\"result\" : \"guessed\"", "result"),
      ("\"attempts\" : 0", "\"attempts\" : -1", "attempts"),
      ("\"hostname\" : \"build-host\"", "\"host\" : 1", "header.hostname"),
      ("\"jobs\" : 2", "\"jobs\" : \"two\"", "header.jobs"),
    ]
  )
  func `a damaged record is refused with the member's name`(
    good: String,
    bad: String,
    member: String
  ) throws {
    let json = RunRecord(try Sample.closedGate(), hasEnded: true).json
    let range = try #require(json.range(of: good))
    #expect(throws: ReportingError.recordMalformed(member: member)) {
      try RunRecord(
        RecordFile(json: Array(json.replacingCharacters(in: range, with: bad).utf8))
      )
    }
  }

  @Test(
    arguments: [
      "", " ", "[]", "\"version\"", "{}{\"version\":1}", "{\"version\":1} x", "}",
      "[{\"version\":1}]", "null", "{}", "{\"version\":\"1\"}", "<testsuites/>", "\u{0}",
      "version: 1",
    ]
  )
  func `what is no record at all is told from one that is damaged`(text: String) {
    #expect(throws: ReportingError.notARecord) { try RecordFile(json: Array(text.utf8)) }
  }

  @Test func `what it was compared with and what could not be written come back`() throws {
    let every = Sample.everyVerdict()
    let cases = every.header.cases.dropLast(3)
    let open = Sample.summary(
      Sample.header(cases: Array(cases)),
      cases.map { Sample.result($0) }
    )
    let baseline = try Sample.baseline(every, of: open)
    #expect(baseline.goneCount == 3)
    let problem = ReportingError.notWritten(path: "x", code: 28)
    let record = RunRecord(
      open,
      hasEnded: true,
      baseline: baseline,
      problem: problem
    )
    let read = try readBack(record)
    #expect(read == record)
    // A run whose report could not be written has no verdict, whoever tells of it later.
    #expect(read.judgement.word == .none)
    #expect(read.judgement.sentence == "a report could not be written: \(problem)")
  }

  @Test func `what somebody put into a record's log is redacted on reading`() throws {
    let json = RunRecord(try Sample.closedGate(), hasEnded: true).json
      .replacingOccurrences(
        of: Sample.firstKey.shown.description,
        with: "somebody@example.org"
      )
    let record = try RunRecord(RecordFile(json: Array(json.utf8)))
    let keys = record.summary.results.flatMap(\.log).map(\.key.shown.description)
    #expect(!keys.contains { $0.contains("@") })
    #expect(keys.contains { $0.hasPrefix("digest-") })
  }

  @Test func `durations beyond all measure do not trap`() {
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    #expect(Duration.nanoseconds(5).wholeNanoseconds == 5)
  }
}
