// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The summary of a run in Markdown: what was promised, what held, and what did not.
package struct MarkdownSummary {
  /// The most bytes of a summary: GitHub discards one above 1 MiB.
  package static let bytesMax = 1_000_000
  /// How many promises stand in one table, so that a long list is cut and not lost.
  static let rowsMax = 500

  private let digest: RunDigest
  private let paths: ReportPaths
  private var explanations: [String]
  private var rows: [String]

  /// Begins the summary of a run.
  ///
  /// - Parameters:
  ///   - digest: what is counted of the run, and which cases are shown.
  ///   - paths: where the logs lie.
  init(_ digest: RunDigest, paths: ReportPaths) {
    self.digest = digest
    self.paths = paths
    rows = Array(repeating: "", count: digest.shown.count)
    explanations = rows
  }

  /// Tells of a run what its record says.
  ///
  /// - Parameters:
  ///   - record: what became of the run.
  ///   - paths: where the logs lie.
  package init(_ record: RunRecord, paths: ReportPaths) {
    self = RunPages(record, paths: paths).summary
  }

  /// Takes a case.
  ///
  /// - Parameters:
  ///   - recorded: the case.
  ///   - place: where it is shown, from 0.
  mutating func add(_ recorded: RecordedCase, at place: Int) {
    let verdict = recorded.result.verdict
    rows[place] = row(recorded)
    if verdict.needsAttention, !verdict.wasNotRun { explanations[place] = section(recorded) }
  }

  /// The whole text, cut at the end of a section where it would be too long.
  package var text: String { Self.join(sections, bytesMax: Self.bytesMax) }

  /// The sections in the order of their weight: the verdict, what is broken, what is not known, and
  /// the list of the promises.
  var sections: [String] {
    [opening] + explanations.filter { !$0.isEmpty } + tables
      + (digest.leftOut.map { ["\(HTMLText.capitalised($0)).\n"] } ?? [])
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
        + "`run.json` has every case.\n"
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
    let header = digest.frame.header
    var text = """
      # \(MarkdownText.words(digest.judgement.headline))

      | | |
      |---|---|
      | commit | \(MarkdownText.cellCode(header.commit ?? "")) |
      | client | \(MarkdownText.cellCode(header.client)) |
      | subject | \(MarkdownText.cellCode(header.subject)) |
      | profile | \(MarkdownText.cellCode(header.profile)) |
      | seed | \(MarkdownText.cellCode(header.seed.description)) |
      | suite | \(MarkdownText.cellCode(header.suite)) |
      | started | \(ReportTime.timestamp(unixSeconds: header.startedAtUnixSeconds)) UTC |
      | promises | \(digest.counts.words) |

      """
    if let comparison = digest.comparison {
      text += "| compared with | \(MarkdownText.words(comparison.baseline.words)) |\n"
      text += "| since then | \(comparison.counts.words) |\n"
      let baseline = comparison.baseline
      let gone =
        baseline.gone.map { MarkdownText.cellCode($0.name.description) }
        + [baseline.goneLeftOut].compactMap { $0 }
      if !gone.isEmpty { text += "| gone | \(gone.joined(separator: ", ")) |\n" }
    }
    if digest.hasExplanations {
      text += "\nWhat needs attention comes first; the list of all promises is at the end.\n"
    }
    return text
  }

  private func section(_ recorded: RecordedCase) -> String {
    let result = recorded.result
    let block = FailureBlock(
      result,
      header: digest.frame.header,
      paths: paths,
      change: recorded.change
    )
    return """
      ## \(result.verdict.isFailed ? "Broken" : "Not judged"): \
      \(MarkdownText.code(block.caseName)) \(MarkdownText.words(block.word))

      \(MarkdownText.block(block.detailLines.map { String($0.dropFirst(2)) }))
      """
  }

  private var tables: [String] {
    stride(from: 0, to: rows.count, by: Self.rowsMax).map { start in
      let end = min(start + Self.rowsMax, rows.count)
      let part = rows.count > Self.rowsMax ? " \(start + 1) to \(end)" : ""
      return """
        ## Promises\(part)

        | verdict | case | promise | time |
        |---|---|---|---|
        \(rows[start..<end].joined(separator: "\n"))

        """
    }
  }

  private func row(_ recorded: RecordedCase) -> String {
    let result = recorded.result
    let seconds =
      result.verdict.wasNotRun ? "" : "\(ReportTime.secondsWithHundredths(result.duration)) s"
    var promise = MarkdownText.words(result.description.promise)
    if result.verdict != .passed { promise += "<br>\(MarkdownText.words(result.verdict.message))" }
    if let rounds = result.roundWords { promise += "<br>\(rounds)" }
    if let change = recorded.change { promise += "<br>\(change.rawValue)" }
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
