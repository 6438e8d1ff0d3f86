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

/// What changed between an earlier run and a later one.
package struct RunComparison: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package let name: CaseName
    package let promise: String
    package let before: Standing?
    package let now: Standing?

    package var change: Change { Change(from: before, to: now) }

    /// Whether the promise is broken and was not, or held and is not known to hold any more.
    package var isWorse: Bool {
      now == .broken ? before != .broken : before == .held && now != .held
    }
  }

  package let baseline: Baseline
  /// The cases of the later run in its order, and then those that are gone.
  package let items: [Item]

  package init(_ baseline: Baseline, _ results: [CaseResult]) {
    self.baseline = baseline
    let before = baseline.standings
    let names = Set(results.map(\.description.name))
    items =
      results.map {
        Item(
          name: $0.description.name,
          promise: $0.description.promise,
          before: before[$0.description.name],
          now: Standing($0.verdict)
        )
      }
      + baseline.promises.filter { !names.contains($0.name) }.map {
        Item(name: $0.name, promise: $0.promise, before: $0.standing, now: nil)
      }
  }

  package var isWorse: Bool { items.contains(where: \.isWorse) }

  /// What there is of each kind, worst first, as in `1 new failure, 6 unchanged`.
  package var counts: String {
    let words = Change.allCases.compactMap { change in
      let count = items.count { $0.change == change }
      return count == 0 ? nil : "\(count) \(change.counted(count))"
    }
    return words.isEmpty ? "nothing to compare" : words.joined(separator: ", ")
  }

  /// The changes by the names of the cases, without those that there is nothing to say about.
  var marks: [CaseName: Change] {
    Dictionary(
      items.filter { $0.change != .unchanged }.map { ($0.name, $0.change) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  var gone: [Item] { items.filter { $0.change == .gone } }
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
