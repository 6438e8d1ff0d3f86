// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Tells a run to a program: a JSON object per line, each written as soon as it is known.
///
/// `EventGrammar` says what they are made of.
struct JSONEventReport: ConsoleReport {
  private var told: Set<CaseName> = []

  mutating func text(for event: RunEvent, problem: ReportingError?) -> String {
    var untold = ""
    switch event {
    case .caseEnded(let result): told.insert(result.description.name)
    case .runEnded(let summary):
      for result in summary.results where !told.contains(result.description.name) {
        untold += Self.line(for: .caseEnded(result), problem: problem)
      }
    case .runStarted, .caseStarted, .interrupted: break
    }
    return untold + Self.line(for: event, problem: problem)
  }

  private static func line(for event: RunEvent, problem: ReportingError?) -> String {
    var line = Line()
    switch event {
    case .runStarted(let header):
      line.event = "run-started"
      line.header = WireHeader(header, hasCases: true)
    case .caseStarted(let name):
      line.event = "case-started"
      line.case = name.description
    case .caseEnded(let result):
      line.event = "case-ended"
      line.case = result.description.name.description
      line.result = WireResult(result)
    case .interrupted(let signal):
      line.event = "interrupted"
      line.signal = signal
    case .runEnded(let summary):
      let judgement = Judgement(summary, problem: problem)
      line.event = "run-ended"
      line.gate = judgement.word.rawValue
      line.sentence = judgement.sentence
      line.counts = Line.Counts(summary.counts)
      line.durationNanoseconds = summary.duration.wholeNanoseconds
      let status = summary.exitStatus
      line.exitStatus = (problem != nil && status == .allPassed ? .notJudged : status).rawValue
    }
    return WireJSON.text(line, isPretty: false)
  }

  private struct Line: Encodable {
    var version = EventGrammar.version
    var event = ""
    var header: WireHeader?
    var `case`: String?
    var result: WireResult?
    var signal: Int32?
    var gate: String?
    var sentence: String?
    var counts: Counts?
    var durationNanoseconds: Int64?
    var exitStatus: Int32?

    struct Counts: Encodable {
      var passed: Int
      var failed: Int
      var unjudged: Int
      var skipped: Int

      init(_ counts: VerdictCounts) {
        passed = counts.passed
        failed = counts.failed
        unjudged = counts.unjudged
        skipped = counts.skipped
      }
    }
  }
}
