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
    self.init(summary, hasEnded: hasEnded, reportProblem: problem?.description)
  }

  /// The first line of a report that stands alone.
  package var headline: String { "\(word.rawValue): \(word.answer), \(sentence)" }

  init(_ summary: RunSummary, hasEnded: Bool, reportProblem problem: String?) {
    let counts = summary.counts
    switch summary.exitStatus {
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
      sentence = Self.reason(summary, problem)
    }
  }

  private static func promises(_ count: Int) -> String {
    "\(count) \(count == 1 ? "promise" : "promises")"
  }

  private static func asides(_ counts: VerdictCounts) -> [String] {
    (counts.unjudged > 0 ? ["\(counts.unjudged) not judged"] : [])
      + (counts.skipped > 0 ? ["\(counts.skipped) skipped"] : [])
  }

  private static func reason(_ summary: RunSummary, _ problem: String?) -> String {
    let counts = summary.counts
    if let signal = summary.interruption {
      let name = signal == 2 ? "SIGINT" : signal == 15 ? "SIGTERM" : "signal \(signal)"
      let notRun = summary.results.count { $0.verdict.wasNotRun }
      let broken = counts.failed > 0 ? ["\(counts.failed) broken"] : []
      return
        (["interrupted by \(name)", "\(notRun) of \(counts.total) cases not run"] + broken)
        .joined(separator: ", ")
    }
    if let runProblem = summary.problem { return runProblem.words }
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
