// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import Reporting

struct JudgementTests {
  private static let broken = Sample.broken
  private static let vacuous = Verdict.unjudged(.vacuous)
  private static let notRun = Verdict.unjudged(.notRun(.interrupted))
  private static let skipped = Verdict.skipped(.missingCapability(.clock))
  private static let full = ReportingError.notWritten(path: "x", code: 28)

  struct Example: Sendable {
    let verdicts: [Verdict]
    var problem: RunProblem?
    var interruption: Int32?
    var hasEnded = true
    var reportProblem: ReportingError?
    let words: String
  }

  static let examples = [
    Example(verdicts: [.passed, .passed], words: "GATE OPEN  2 of 2 promises held"),
    Example(verdicts: [.passed], words: "GATE OPEN  1 of 1 promise held"),
    Example(verdicts: [.passed, skipped], words: "GATE OPEN  1 of 2 promises held, 1 skipped"),
    Example(verdicts: [.passed, broken], words: "GATE CLOSED  1 of 2 promises broken"),
    Example(
      verdicts: [broken, vacuous, skipped],
      words: "GATE CLOSED  1 of 3 promises broken, 1 not judged, 1 skipped"
    ),
    Example(verdicts: [.passed, vacuous], words: "NO VERDICT  1 of 2 cases could not be judged"),
    Example(verdicts: [skipped, skipped], words: "NO VERDICT  every case was skipped"),
    Example(verdicts: [], words: "NO VERDICT  no case was selected"),
    Example(
      verdicts: [notRun],
      problem: .canaryNotStarted(code: 2),
      words: "NO VERDICT  \(RunProblem.canaryNotStarted(code: 2).words)"
    ),
    Example(
      verdicts: [broken, notRun],
      interruption: 2,
      words: "NO VERDICT  interrupted by SIGINT, 1 of 2 cases not run, 1 broken"
    ),
    Example(
      verdicts: [.passed, .passed],
      interruption: 15,
      words: "NO VERDICT  interrupted by SIGTERM, 0 of 2 cases not run"
    ),
    Example(verdicts: [.passed], hasEnded: false, words: "NO VERDICT  the run has not ended"),
    Example(verdicts: [broken], hasEnded: false, words: "NO VERDICT  the run has not ended"),
    Example(
      verdicts: [.passed],
      reportProblem: full,
      words: "NO VERDICT  a report could not be written: \(full)"
    ),
    Example(
      verdicts: [broken],
      reportProblem: full,
      words: "GATE CLOSED  1 of 1 promise broken"
    ),
  ]

  @Test(arguments: examples)
  func `a run is judged in these words`(example: Example) {
    let header = Sample.header(cases: Sample.cases(example.verdicts.count))
    let summary = Sample.summary(
      header,
      zip(header.cases, example.verdicts).map { Sample.result($0, $1) },
      problem: example.problem,
      interruption: example.interruption
    )
    let judgement = Judgement(
      summary,
      hasEnded: example.hasEnded,
      problem: example.reportProblem
    )
    #expect("\(judgement.word.rawValue)  \(judgement.sentence)" == example.words)
  }
}
