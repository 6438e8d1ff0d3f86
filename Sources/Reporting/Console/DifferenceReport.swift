// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Tells a person what changed between two runs.
package struct DifferenceReport {
  private let old: RunRecord
  private let new: RunRecord
  package let comparison: RunComparison

  /// - Parameters:
  ///   - old: the earlier run.
  ///   - new: the later run.
  package init(old: RunRecord, new: RunRecord) {
    self.old = old
    self.new = new
    comparison = RunComparison(Baseline(old), new.summary.results)
  }

  /// Whole lines: the answer, the two runs, and each case that changed, worst first.
  package var text: String {
    let answer = comparison.isWorse ? "WORSE" : "NOT WORSE"
    var lines = [
      "\(answer)  \(comparison.counts)", "", Self.line("old", old), Self.line("new", new),
    ]
    let changed = Change.allCases.filter { $0 != .unchanged }.flatMap { change in
      comparison.items.filter { $0.change == change }
    }
    let nameWidth = changed.map { $0.name.description.utf8.count }.max() ?? 0
    let changeWidth = changed.map { $0.change.rawValue.utf8.count }.max() ?? 0
    if !changed.isEmpty { lines.append("") }
    for item in changed {
      let change = Self.padded(item.change.rawValue, to: changeWidth)
      let name = Self.padded(item.name.description, to: nameWidth)
      lines.append(" \(change)  \(name)  \(TerminalText.line(item.promise))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ word: String, _ record: RunRecord) -> String {
    let header = record.summary.header
    let judgement = record.judgement
    let parts = [
      word, judgement.word.rawValue, judgement.sentence,
      "\(header.suite), \(header.cases.count) \(header.cases.count == 1 ? "case" : "cases")",
      "client \(header.client)", "subject \(header.subject)", "profile \(header.profile)",
      "commit \(header.commit ?? "unknown")",
    ]
    return parts.map(TerminalText.line).joined(separator: "  ")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}
