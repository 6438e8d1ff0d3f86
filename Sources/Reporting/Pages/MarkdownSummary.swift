// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The summary of a run in Markdown: what was promised, what held, and what did not.
package struct MarkdownSummary {
  /// The most bytes of a summary: GitHub discards one above 1 MiB.
  package static let bytesMax = 1_000_000
  /// How many promises stand in one table, so that a long list is cut and not lost.
  static let rowsMax = 500

  private let record: RunRecord
  private let summary: RunSummary
  private let paths: ReportPaths
  private let comparison: RunComparison?
  private let marks: [CaseName: Change]

  /// Tells of a run what its record says.
  ///
  /// - Parameters:
  ///   - record: what became of the run.
  ///   - paths: where the logs lie.
  package init(_ record: RunRecord, paths: ReportPaths) {
    self.record = record
    summary = record.summary
    self.paths = paths
    comparison = record.comparison
    marks = comparison?.marks ?? [:]
  }

  /// The whole text, cut at the end of a section where it would be too long.
  package var text: String { Self.join(sections, bytesMax: Self.bytesMax) }

  /// The sections in the order of their weight: the verdict, what is broken, what is not known, and
  /// the list of the promises.
  var sections: [String] {
    let attention =
      summary.results.filter(\.verdict.isFailed)
      + summary.results.filter {
        $0.verdict.needsAttention && !$0.verdict.isFailed && !$0.verdict.wasNotRun
      }
    return [opening] + attention.map(section) + tables
  }

  /// Joins sections, and leaves out those from the first on that would make the text too long.
  static func join(_ sections: [String], bytesMax: Int) -> String {
    let whole = sections.joined(separator: "\n")
    guard whole.utf8.count > bytesMax else { return whole }
    var text = ""
    var bytes = 0
    for (index, section) in sections.enumerated() {
      let last =
        "This summary is cut: \(sections.count - index) of \(sections.count) sections "
        + "are left out. "
        + "The page `report.html` and the JUnit file are whole.\n"
      // Whatever comes next, the line that says so still has room.
      guard bytes + section.utf8.count + 1 + last.utf8.count + 20 <= bytesMax else {
        return text + last
      }
      text += section + "\n"
      bytes += section.utf8.count + 1
    }
    return text
  }

  private var opening: String {
    let header = summary.header
    var text = """
      # \(MarkdownText.words(record.judgement.headline))

      | | |
      |---|---|
      | commit | \(MarkdownText.cellCode(header.commit ?? "")) |
      | client | \(MarkdownText.cellCode(header.client)) |
      | subject | \(MarkdownText.cellCode(header.subject)) |
      | profile | \(MarkdownText.cellCode(header.profile)) |
      | seed | \(MarkdownText.cellCode(header.seed.description)) |
      | suite | \(MarkdownText.cellCode(header.suite)) |
      | started | \(ReportTime.timestamp(unixSeconds: header.startedAtUnixSeconds)) UTC |
      | promises | \(summary.counts.words) |

      """
    if let comparison {
      text += "| compared with | \(MarkdownText.words(comparison.baseline.words)) |\n"
      text += "| since then | \(comparison.counts) |\n"
      let gone = comparison.gone.map { MarkdownText.cellCode($0.name.description) }
      if !gone.isEmpty { text += "| gone | \(gone.joined(separator: ", ")) |\n" }
    }
    if summary.results.contains(where: { $0.verdict.needsAttention && !$0.verdict.wasNotRun }) {
      text += "\nWhat needs attention comes first; the list of all promises is at the end.\n"
    }
    return text
  }

  private func section(_ result: CaseResult) -> String {
    let block = FailureBlock(
      result,
      header: summary.header,
      paths: paths,
      change: marks[result.description.name]
    )
    return """
      ## \(result.verdict.isFailed ? "Broken" : "Not judged"): \
      \(MarkdownText.code(block.caseName)) \(MarkdownText.words(block.word))

      \(MarkdownText.block(block.detailLines.map { String($0.dropFirst(2)) }))
      """
  }

  private var tables: [String] {
    let results = summary.resultsByWeight
    return stride(from: 0, to: results.count, by: Self.rowsMax).map { start in
      let end = min(start + Self.rowsMax, results.count)
      let rows = results[start..<end].map(row).joined(separator: "\n")
      let part = results.count > Self.rowsMax ? " \(start + 1) to \(end)" : ""
      return """
        ## Promises\(part)

        | verdict | case | promise | time |
        |---|---|---|---|
        \(rows)

        """
    }
  }

  private func row(_ result: CaseResult) -> String {
    let seconds =
      result.verdict.wasNotRun ? "" : "\(ReportTime.secondsWithHundredths(result.duration)) s"
    var promise = MarkdownText.words(result.description.promise)
    if result.verdict != .passed { promise += "<br>\(MarkdownText.words(result.verdict.message))" }
    if let rounds = result.roundWords { promise += "<br>\(rounds)" }
    if let change = marks[result.description.name] { promise += "<br>\(change.rawValue)" }
    let name = MarkdownText.cellCode(result.description.name.description)
    return "| \(result.verdict.shownWord) | \(name) | \(promise) | \(seconds) |"
  }
}

extension Verdict {
  /// The verdict in a word for a table.
  var shownWord: String {
    switch self {
    case .passed: "held"
    case .failed: "**BROKEN**"
    case .unjudged(.notRun): "not run"
    case .unjudged: "**not judged**"
    case .skipped: "skipped"
    }
  }
}
