// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The page of a run: one file without scripts, which shows the same wherever it is opened.
package struct HTMLPage {
  /// How many lines of a case's log the page shows; the log file has all of them.
  static let logLinesMax = 200
  /// How many cases are shown with diagram and log, those first that need attention.
  static let detailedCasesMax = 200

  let digest: RunDigest
  let paths: ReportPaths
  private var rows: [String]
  private var sections: [String]

  /// Begins the page of a run.
  ///
  /// - Parameters:
  ///   - digest: what is counted of the run, and which cases are shown.
  ///   - paths: where the logs lie.
  init(_ digest: RunDigest, paths: ReportPaths) {
    self.digest = digest
    self.paths = paths
    rows = Array(repeating: "", count: digest.shown.count)
    sections = rows
  }

  /// Shows a run as its record tells it.
  ///
  /// - Parameters:
  ///   - record: what became of the run.
  ///   - paths: where the logs lie.
  package init(_ record: RunRecord, paths: ReportPaths) {
    self = RunPages(record, paths: paths).page
  }

  /// Takes a case.
  ///
  /// - Parameters:
  ///   - recorded: the case.
  ///   - place: where it is shown, from 0.
  mutating func add(_ recorded: RecordedCase, at place: Int) {
    rows[place] = row(recorded)
    sections[place] = section(recorded, isDetailed: place < Self.detailedCasesMax)
  }

  package var text: String {
    let judgement = digest.judgement
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
      \(facts)\(history)\(table)\(sections.joined())</main>
      <footer>
      <p>Written by oncegate \(HTMLText.escaped(digest.frame.header.version)). \
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
    let header = digest.frame.header
    let facts = [
      ("Commit", header.commit ?? "–"), ("Promises", digest.counts.words),
      ("Client", header.client), ("Subject", header.subject), ("Profile", header.profile),
      ("Seed", header.seed.description), ("Suite", header.suite),
      ("Started", ReportTime.timestamp(unixSeconds: header.startedAtUnixSeconds) + " UTC"),
      ("Took", ReportTime.secondsWithHundredths(digest.frame.duration) + " s"),
    ]
    return HTMLText.list(facts.map { ($0, HTMLText.escaped($1)) }, style: "facts")
  }

  private var history: String {
    guard let comparison = digest.comparison else { return "" }
    let baseline = comparison.baseline
    var gone = baseline.gone.map {
      "<li><strong>\(HTMLText.escaped($0.name.description))</strong> is gone: "
        + "\(HTMLText.escaped($0.promise))</li>\n"
    }
    if let more = baseline.goneLeftOut { gone.append("<li>\(more)</li>\n") }
    return """
      <section aria-labelledby="history">
      <h2 id="history">Since \(HTMLText.escaped(baseline.words))</h2>
      <p>\(HTMLText.capitalised(comparison.counts.words)).</p>
      \(gone.isEmpty ? "" : "<ul>\n\(gone.joined())</ul>\n")</section>

      """
  }

  private func row(_ recorded: RecordedCase) -> String {
    let result = recorded.result
    let name = HTMLText.escaped(result.description.name.description)
    let seconds =
      result.verdict.wasNotRun ? "–" : "\(ReportTime.secondsWithHundredths(result.duration)) s"
    let change =
      recorded.change.map { " <span class=\"change\">\($0.rawValue)</span>" } ?? ""
    return """
      <tr class="\(result.verdict.htmlClass)"><td class="verdict">\(result.verdict.htmlWord)\(change)\
      </td><th scope="row">\(HTMLText.escaped(result.description.promise)) \
      <a href="#\(name)">\(name)</a></th><td class="number time">\(seconds)</td></tr>

      """
  }

  private var table: String {
    let leftOut = digest.leftOut.map { "<p>\(HTMLText.capitalised($0)).</p>\n" } ?? ""
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
      \(leftOut)</section>

      """
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
