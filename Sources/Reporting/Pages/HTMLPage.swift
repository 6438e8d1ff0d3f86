// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The page of a run: one file without scripts, which shows the same wherever it is opened.
package struct HTMLPage {
  /// How many lines of a case's log the page shows; the log file has all of them.
  static let logLinesMax = 200
  /// How many cases are shown with diagram and log, those first that need attention.
  static let detailedCasesMax = 200

  let record: RunRecord
  let paths: ReportPaths
  let comparison: RunComparison?
  let marks: [CaseName: Change]

  /// Shows a run as its record tells it.
  ///
  /// - Parameters:
  ///   - record: what became of the run.
  ///   - paths: where the logs lie.
  package init(_ record: RunRecord, paths: ReportPaths) {
    self.record = record
    self.paths = paths
    comparison = record.comparison
    marks = comparison?.marks ?? [:]
  }

  package var text: String {
    let judgement = record.judgement
    let results = record.summary.resultsByWeight
    let sections = results.enumerated().map { place, result in
      section(result, isDetailed: place < Self.detailedCasesMax)
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(judgement.word.rawValue) – oncegate</title>
      <style>
      \(HTMLStyle.text)</style>
      </head>
      <body>
      <header class="\(Self.gateClass(judgement.word))">
      <h1>\(judgement.word.rawValue)</h1>
      <p><strong>\(HTMLText.capitalised(judgement.word.answer))</strong>: \
      \(HTMLText.escaped(judgement.sentence)).</p>
      </header>
      <main>
      \(facts)\(history)\(table(results))\(sections.joined())</main>
      <footer>
      <p>Written by oncegate \(HTMLText.escaped(record.summary.header.version)). \
      Logs hold task IDs, keys, counts of attempts and result categories, and nothing else.</p>
      </footer>
      </body>
      </html>

      """
  }

  private static func gateClass(_ word: Judgement.Word) -> String {
    switch word {
    case .open: "held"
    case .closed: "broken"
    case .none: "unknown"
    }
  }

  private var facts: String {
    let summary = record.summary
    let header = summary.header
    let facts = [
      ("Commit", header.commit ?? "–"), ("Promises", summary.counts.words),
      ("Client", header.client), ("Subject", header.subject), ("Profile", header.profile),
      ("Seed", header.seed.description), ("Suite", header.suite),
      ("Started", ReportTime.timestamp(unixSeconds: header.startedAtUnixSeconds) + " UTC"),
      ("Took", ReportTime.secondsWithHundredths(summary.duration) + " s"),
    ]
    return HTMLText.list(facts.map { ($0, HTMLText.escaped($1)) }, style: "facts")
  }

  private var history: String {
    guard let comparison else { return "" }
    let gone = comparison.gone.map {
      "<li><strong>\(HTMLText.escaped($0.name.description))</strong> is gone: "
        + "\(HTMLText.escaped($0.promise))</li>\n"
    }
    return """
      <section aria-labelledby="history">
      <h2 id="history">Since \(HTMLText.escaped(comparison.baseline.words))</h2>
      <p>\(HTMLText.capitalised(comparison.counts)).</p>
      \(gone.isEmpty ? "" : "<ul>\n\(gone.joined())</ul>\n")</section>

      """
  }

  private func table(_ results: [CaseResult]) -> String {
    let rows = results.map { result in
      let name = HTMLText.escaped(result.description.name.description)
      let seconds =
        result.verdict.wasNotRun ? "–" : "\(ReportTime.secondsWithHundredths(result.duration)) s"
      let change =
        marks[result.description.name].map { " <span class=\"change\">\($0.rawValue)</span>" } ?? ""
      return """
        <tr class="\(result.verdict.htmlClass)"><td class="verdict">\(result.verdict.htmlWord)\(change)\
        </td><th scope="row">\(HTMLText.escaped(result.description.promise)) \
        <a href="#\(name)">\(name)</a></th><td class="number time">\(seconds)</td></tr>

        """
    }
    return """
      <section aria-labelledby="promises">
      <h2 id="promises">Promises</h2>
      <div class="wide" role="region" aria-labelledby="promises" tabindex="0">
      <table>
      <thead><tr><th scope="col">Verdict</th><th scope="col">Promise and case</th>\
      <th scope="col" class="number time">Time</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </div>
      </section>

      """
  }
}

extension RunSummary {
  /// The results with what is broken first, then what is not known, each in the order of the run.
  var resultsByWeight: [CaseResult] {
    results.filter(\.verdict.isFailed)
      + results.filter {
        $0.verdict.needsAttention && !$0.verdict.isFailed && !$0.verdict.wasNotRun
      }
      + results.filter(\.verdict.wasNotRun)
      + results.filter { !$0.verdict.needsAttention }
  }
}

extension VerdictCounts {
  /// The counts in words, as in `7: 6 held, 1 broken`.
  var words: String {
    let parts = [
      (passed, "held"), (failed, "broken"), (unjudged, "not judged"), (skipped, "skipped"),
    ]
    let named = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return named.isEmpty ? "none" : "\(total): \(named.joined(separator: ", "))"
  }
}

extension Verdict {
  var htmlWord: String {
    switch self {
    case .passed: "held"
    case .failed: "BROKEN"
    case .unjudged(.notRun): "not run"
    case .unjudged: "not judged"
    case .skipped: "skipped"
    }
  }

  var htmlClass: String {
    switch self {
    case .passed: "held"
    case .failed: "broken"
    case .unjudged: "unknown"
    case .skipped: "skipped"
    }
  }
}
