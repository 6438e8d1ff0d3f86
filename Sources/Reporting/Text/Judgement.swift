// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// The verdict on a run in words: every report's first line.
package struct Judgement: Hashable, Sendable {
  package enum Word: String, Sendable, CaseIterable {
    case open = "GATE OPEN"
    case closed = "GATE CLOSED"
    case none = "NO VERDICT"

    /// Whether what was judged may be released.
    package var answer: String {
      switch self {
      case .open: "may be released"
      case .closed: "must not be released"
      case .none: "must not be released yet"
      }
    }
  }

  package let word: Word
  /// The reason in one line without a full stop.
  package let sentence: String

  /// - Parameters:
  ///   - summary: what became of the run.
  ///   - hasEnded: whether the run is over; one that is not has no verdict yet.
  ///   - problem: why a report could not be written, or nothing; a broken promise stays broken.
  package init(_ summary: RunSummary, hasEnded: Bool = true, problem: ReportingError? = nil) {
    self.init(RunOutcome(summary), hasEnded: hasEnded, reportProblem: problem?.description)
  }

  /// The first line of a report that stands alone.
  package var headline: String { "\(word.rawValue): \(word.answer), \(sentence)" }

  init(_ outcome: RunOutcome, hasEnded: Bool, reportProblem problem: String?) {
    let counts = outcome.counts
    switch outcome.exitStatus {
    case _ where !hasEnded:
      word = .none
      sentence = "the run has not ended"
    case .promiseBroken:
      word = .closed
      let broken = "\(counts.failed) of \(Self.promises(counts.total)) broken"
      sentence = ([broken] + Self.asides(counts)).joined(separator: ", ")
    case .allPassed where problem == nil:
      word = .open
      let held = "\(counts.passed) of \(Self.promises(counts.total)) held"
      sentence = ([held] + Self.asides(counts)).joined(separator: ", ")
    default:
      word = .none
      sentence = Self.reason(outcome, problem)
    }
  }

  private static func promises(_ count: Int) -> String {
    "\(count) \(count == 1 ? "promise" : "promises")"
  }

  private static func asides(_ counts: VerdictCounts) -> [String] {
    (counts.unjudged > 0 ? ["\(counts.unjudged) not judged"] : [])
      + (counts.skipped > 0 ? ["\(counts.skipped) skipped"] : [])
  }

  private static func reason(_ outcome: RunOutcome, _ problem: String?) -> String {
    let counts = outcome.counts
    if let signal = outcome.interruption {
      let name = signal == 2 ? "SIGINT" : signal == 15 ? "SIGTERM" : "signal \(signal)"
      let broken = counts.failed > 0 ? ["\(counts.failed) broken"] : []
      return
        (["interrupted by \(name)", "\(outcome.notRun) of \(counts.total) cases not run"] + broken)
        .joined(separator: ", ")
    }
    if let runProblem = outcome.problem { return runProblem.words }
    if counts.unjudged > 0 {
      let judged = "\(counts.unjudged) of \(counts.total) cases could not be judged"
      return counts.skipped > 0 ? "\(judged), \(counts.skipped) skipped" : judged
    }
    if counts.passed == 0 {
      return counts.total == 0 ? "no case was selected" : "every case was skipped"
    }
    return problem.map { "a report could not be written: \($0)" } ?? "it could not be judged"
  }
}

/// What a run is judged by: how many cases ended how, and what became of the whole.
struct RunOutcome: Hashable, Sendable {
  private(set) var counts = VerdictCounts()
  private(set) var notRun = 0
  let problem: RunProblem?
  let interruption: Int32?

  init(problem: RunProblem?, interruption: Int32?) {
    self.problem = problem
    self.interruption = interruption
  }

  init(_ summary: RunSummary) {
    self.init(problem: summary.problem, interruption: summary.interruption)
    for result in summary.results { add(result.verdict) }
  }

  mutating func add(_ verdict: Verdict) {
    counts.add(verdict)
    if verdict.wasNotRun { notRun += 1 }
  }

  var exitStatus: ExitStatus {
    ExitStatus(counts, problem: problem, interruption: interruption)
  }
}
