// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What page and summary show of a run: exact counts, and which of its cases.
///
/// Its size does not grow with the run.
package struct RunDigest: Hashable, Sendable {
  /// The most cases that page and summary show, those first that need attention.
  static let shownMax = 2000

  let frame: RunFrame
  private(set) var outcome: RunOutcome
  private(set) var comparison: RunComparison?
  /// How many cases there are of each weight, and where in the run those that may be shown stand.
  private var totals = [Int](repeating: 0, count: CaseWeight.allCases.count)
  private var candidates = [[Int]](repeating: [], count: CaseWeight.allCases.count)

  private let shownMax: Int

  init(_ frame: RunFrame, shownMax: Int = Self.shownMax) {
    self.frame = frame
    self.shownMax = shownMax
    outcome = RunOutcome(problem: frame.problem, interruption: frame.interruption)
    comparison = frame.comparison
  }

  /// Takes the next case of the run.
  mutating func add(_ recorded: RecordedCase) {
    let verdict = recorded.result.verdict
    let weight = CaseWeight(verdict).rawValue
    totals[weight] += 1
    if candidates[weight].count < shownMax {
      candidates[weight].append(outcome.counts.total)
    }
    outcome.add(verdict)
    comparison?.counts.add(from: recorded.before, to: Standing(verdict))
  }

  var counts: VerdictCounts { outcome.counts }

  /// Whether a case ran and does not hold.
  var hasExplanations: Bool {
    totals[CaseWeight.broken.rawValue] + totals[CaseWeight.unknown.rawValue] > 0
  }

  /// Where the cases that are shown stand in the run, in the order in which they are shown.
  var shown: [Int] { Array(candidates.joined().prefix(shownMax)) }

  /// Says how many cases are not shown and where they are, or nothing where all are.
  var leftOut: String? {
    var room = shownMax
    var parts: [String] = []
    for weight in CaseWeight.allCases {
      let hidden = max(0, totals[weight.rawValue] - room)
      room -= totals[weight.rawValue] - hidden
      if hidden > 0 { parts.append("\(hidden) \(weight.words)") }
    }
    guard !parts.isEmpty else { return nil }
    return "not shown: \(parts.joined(separator: ", ")); run.json has every case"
  }

  var judgement: Judgement {
    Judgement(outcome, hasEnded: frame.hasEnded, reportProblem: frame.reportProblem)
  }
}

/// What is shown first: what is broken, then what is not known.
enum CaseWeight: Int, CaseIterable {
  case broken
  case unknown
  case notRun
  case none

  init(_ verdict: Verdict) {
    self =
      if verdict.isFailed {
        .broken
      } else if verdict.wasNotRun {
        .notRun
      } else {
        verdict.needsAttention ? .unknown : .none
      }
  }

  fileprivate var words: String {
    switch self {
    case .broken: "broken"
    case .unknown: "not judged"
    case .notRun: "not run"
    case .none: "held or skipped"
    }
  }
}
