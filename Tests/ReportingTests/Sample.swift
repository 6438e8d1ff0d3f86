// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting
import Testing

/// Values that the tests report.
enum Sample {
  static let task = TaskID(redacting: "0b7e41c2-0000-4000-8000-000000000001")
  static let firstKey = KeyID(redacting: "5f1c9a70-0000-4000-8000-000000000002")
  static let secondKey = KeyID(redacting: "9d20e6b1-0000-4000-8000-000000000003")

  /// The log of a client that takes a new key after the relaunch.
  static let brokenLog = [
    LogLine(task: task, key: firstKey, attempts: 0, result: .happened(.queued)),
    LogLine(task: task, key: firstKey, attempts: 1, result: .happened(.committed)),
    LogLine(task: task, key: firstKey, attempts: 1, result: .happened(.killed)),
    LogLine(task: task, key: secondKey, attempts: 2, result: .violated(.keyStableAcrossRelaunch)),
  ]

  static let broken = Verdict.failed(
    .invariantBroken(.keyChangedOnRelaunch, sourceLine: 42)
  )

  /// One verdict of every kind.
  static let verdicts: [Verdict] =
    [
      .passed, broken, .failed(.preconditionFailed), .failed(.exitStatus(9)),
      .unjudged(.timedOut(limit: .seconds(60))), .unjudged(.signal(9)),
      .unjudged(.couldNotStart(code: 2)),
      .unjudged(.contractBroken(ContractBreach(.submit, .noLine))), .unjudged(.vacuous),
      .unjudged(.noVerdict), .unjudged(.malformedEvents), .unjudged(.leftProcesses(count: 2)),
    ]
    + SetupProblem.allCases.map { .unjudged(.setupFailed($0)) }
    + NotRunReason.allCases.map { .unjudged(.notRun($0)) }
    + Capability.allCases.map { .skipped(.missingCapability($0)) }
    + ServerNeed.allCases.map { .skipped(.serverLacks($0)) }

  static func header(
    cases: [CaseDescription] = CaseCatalogue.gate,
    client: String = "reference-client",
    profile: String = "default",
    commit: String? = "0123abc",
    hostname: String = "build-host",
    repeatOptions: String = ""
  ) -> RunHeader {
    RunHeader(
      version: "0.1.0",
      suite: "gate",
      cases: cases,
      client: client,
      subject: "bundled",
      profile: profile,
      seed: Seed(0x7f3a1c),
      commit: commit,
      startedAtUnixSeconds: 1_753_500_000,
      hostname: hostname,
      jobs: 2,
      repeatOptions: repeatOptions
    )
  }

  static func description(_ name: String) throws -> CaseDescription {
    let found = CaseCatalogue.all.first { $0.name.description == name }
    return try #require(found)
  }

  static func result(
    _ description: CaseDescription,
    _ verdict: Verdict = .passed,
    milliseconds: Int = 20,
    log: [LogLine] = [],
    otherRounds: [Verdict] = []
  ) -> CaseResult {
    CaseResult(
      description: description,
      verdict: verdict,
      duration: .milliseconds(milliseconds),
      log: log,
      otherRounds: otherRounds
    )
  }

  static func summary(
    _ header: RunHeader,
    _ results: [CaseResult],
    problem: RunProblem? = nil,
    interruption: Int32? = nil
  ) -> RunSummary {
    RunSummary(
      header: header,
      results: results,
      duration: .milliseconds(250),
      problem: problem,
      interruption: interruption
    )
  }

  /// The gate with one broken promise.
  static func closedGate() throws -> RunSummary {
    let header = header(client: "./my-client", repeatOptions: "--client './my-client'")
    return summary(
      header,
      header.cases.map {
        $0.name.description == "queue.relaunch"
          ? result($0, broken, milliseconds: 107, log: brokenLog) : result($0)
      }
    )
  }

  static func record(_ summary: RunSummary, baseline: Baseline? = nil) -> RunRecord {
    RunRecord(summary, hasEnded: true, baseline: baseline)
  }

  /// A record as its file has it.
  static func file(_ record: RunRecord) throws -> RecordFile {
    try RecordFile(json: Array(record.json.utf8))
  }

  /// What a later run is compared with.
  static func baseline(_ earlier: RunSummary, of later: RunSummary) throws -> Baseline {
    try Baseline(file(record(earlier)), cases: later.header.cases)
  }

  static func openGate() -> RunSummary {
    let header = header()
    return summary(header, header.cases.map { result($0) })
  }

  /// Cases of an area of the user's own, as many as there are verdicts.
  static func cases(_ count: Int, area: String = "own") -> [CaseDescription] {
    (1...max(1, count)).compactMap { number in
      CaseName("\(area).c\(number)").map {
        CaseDescription(
          name: $0,
          suites: ["own"],
          promise: "promise number \(number)",
          steps: [],
          invariants: [],
          byHand: [],
          sourceFile: "acceptance/cases/Own.swift"
        )
      }
    }
  }

  /// A run with one case per verdict.
  static func everyVerdict() -> RunSummary {
    let header = header(cases: cases(verdicts.count))
    return summary(
      header,
      zip(header.cases, verdicts).map { description, verdict in
        result(
          description,
          verdict,
          log: brokenLog,
          otherRounds: [.passed, broken, .unjudged(.vacuous)]
        )
      }
    )
  }

  /// Texts that somebody could put into a command, a path or a name.
  static let hostileTexts: [String] = [
    "", " ", "\u{0}", "\u{1}\u{8}\u{b}\u{c}\u{e}\u{1f}\u{7f}", "\u{1b}[31mred\u{1b}[0m",
    "\u{1b}]8;;https://example.org\u{7}link\u{1b}]8;;\u{7}", "\u{1b}", "\u{1b}]never ends",
    "\u{9b}31m", "\u{fffe}\u{ffff}", "]]>", "<![CDATA[", "</testsuites>", "<!-- -->", "&amp;&#0;",
    "<?xml?>", "\"'<>&", "a\r\nb\rc\nd\te", "[[ATTACHMENT|/etc/passwd]]", "[[attachment|x]]",
    "[[ATTACH\u{1b}[mMENT|x]]", "\u{202e}reversed", "Zoë 日本 🙂 \u{1f600}", "e\u{301}", "\u{feff}",
    "::error::x", "##[add-path]x", "`code` ``two``", "| a | b |", "*bold* _it_ # h <b>",
    "@team", "-->", "\\", "' ; rm -rf ~ ; '", String(repeating: "x", count: 100_000),
    String(repeating: "\u{1}", count: 10_000), String(repeating: "`", count: 50), "$(x)", "%0A",
  ]
}
