// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// What became of a promise from one run to another.
package enum Change: String, Hashable, Sendable, CaseIterable {
  /// It is broken, and was not.
  case newFailure = "new failure"
  /// It is broken, and was broken.
  case stillFailing = "still failing"
  /// It could not be judged or was skipped, and had been judged.
  case noLongerJudged = "no longer judged"
  /// It could not be judged or was skipped, and had not been judged either.
  case stillNotJudged = "still not judged"
  /// The earlier run had the case, and the later one has not.
  case gone
  /// It holds, and was broken.
  case fixed
  /// It holds, and had not been judged.
  case judgedAgain = "judged again"
  /// It is not broken, and the earlier run had no such case.
  case newCase = "new case"
  /// It holds, and held.
  case unchanged

  /// Compares how a promise stood in two runs; nothing stands for a run without the case.
  ///
  /// - Parameters:
  ///   - before: how it stood in the earlier run.
  ///   - now: how it stands in the later one.
  package init(from before: Standing?, to now: Standing?) {
    self =
      switch (before, now) {
      case (_, nil): .gone
      case (.broken, .broken): .stillFailing
      case (_, .broken): .newFailure
      case (nil, _): .newCase
      case (.held, .held): .unchanged
      case (.broken, .held): .fixed
      case (_, .held): .judgedAgain
      case (.held, _), (.broken, _): .noLongerJudged
      default: .stillNotJudged
      }
  }
}

extension Change {
  /// Whether a promise is broken and was not, or held and is not known to hold any more.
  ///
  /// - Parameters:
  ///   - before: how it stood in the earlier run.
  ///   - now: how it stands in the later one.
  /// - Returns: whether that is worse.
  static func isWorse(from before: Standing?, to now: Standing?) -> Bool {
    now == .broken ? before != .broken : before == .held && now != .held
  }
}

/// How many changes of each kind there are between two runs.
package struct ChangeCounts: Hashable, Sendable {
  private var counts: [Change: Int] = [:]
  /// Whether any of them is for the worse.
  package private(set) var isWorse = false

  subscript(change: Change) -> Int { counts[change] ?? 0 }

  mutating func add(from before: Standing?, to now: Standing?, count: Int = 1) {
    counts[Change(from: before, to: now), default: 0] += count
    if Change.isWorse(from: before, to: now) { isWorse = true }
  }

  /// Takes cases that are gone, of which nothing else is known.
  mutating func addGone(_ count: Int) {
    if count > 0 { counts[.gone, default: 0] += count }
  }

  /// What there is of each kind, worst first, as in `1 new failure, 6 unchanged`.
  package var words: String {
    let words = Change.allCases.compactMap { change in
      let count = self[change]
      return count == 0 ? nil : "\(count) \(change.counted(count))"
    }
    return words.isEmpty ? "nothing to compare" : words.joined(separator: ", ")
  }
}

/// What changed between an earlier run and a later one, as a report of the later one tells it.
package struct RunComparison: Hashable, Sendable {
  package let baseline: Baseline
  package internal(set) var counts = ChangeCounts()

  /// Begins to compare: no case of the later run has been counted.
  init(_ baseline: Baseline) {
    self.baseline = baseline
    counts.addGone(baseline.goneCount)
  }

  package init(_ baseline: Baseline, _ results: [CaseResult]) {
    self.init(baseline)
    for result in results {
      counts.add(
        from: baseline.standings[result.description.name],
        to: Standing(result.verdict)
      )
    }
  }
}

extension Change {
  fileprivate func counted(_ count: Int) -> String {
    switch self {
    case .newFailure where count > 1: "new failures"
    case .newCase where count > 1: "new cases"
    default: rawValue
    }
  }
}
