// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// The page of a run: one file without scripts, which shows the same wherever it is opened.
package struct HTMLPage {
  /// How many lines of a case's log the page shows; the log file has all of them.
  static let logLinesMax = 200

  private let summary: RunSummary
  private let judgement: Judgement
  private let paths: ReportPaths

  /// - Parameters:
  ///   - summary: what became of the run.
  ///   - paths: where the logs lie.
  ///   - hasEnded: whether the run is over.
  ///   - problem: why a report could not be written, or nothing.
  package init(
    _ summary: RunSummary,
    paths: ReportPaths,
    hasEnded: Bool = true,
    problem: ReportingError? = nil
  ) {
    self.summary = summary
    self.paths = paths
    judgement = Judgement(summary, hasEnded: hasEnded, problem: problem)
  }

  package var text: String {
    """
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
    <header class="\(gateClass)">
    <h1>\(judgement.word.rawValue)</h1>
    <p>\(HTMLText.escaped(judgement.sentence))</p>
    </header>
    <main>
    \(facts)\(table)\(summary.results.map(section).joined())</main>
    </body>
    </html>

    """
  }

  private var gateClass: String {
    switch judgement.word {
    case .open: "held"
    case .closed: "broken"
    case .none: "unknown"
    }
  }

  private var facts: String {
    let header = summary.header
    let facts = [
      ("Commit", header.commit ?? "–"), ("Client", header.client), ("Subject", header.subject),
      ("Profile", header.profile), ("Seed", header.seed.description), ("Suite", header.suite),
      ("Started", ReportTime.timestamp(unixSeconds: header.startedAtUnixSeconds) + " UTC"),
      ("Took", ReportTime.secondsWithHundredths(summary.duration) + " s"),
      ("Program", "oncegate \(header.version)"),
    ]
    let rows = facts.map { "<div><dt>\($0)</dt><dd>\(HTMLText.escaped($1))</dd></div>\n" }
    return "<dl>\n\(rows.joined())</dl>\n"
  }

  private var table: String {
    let rows = summary.results.map { result in
      let name = HTMLText.escaped(result.description.name.description)
      let seconds =
        result.verdict.wasNotRun ? "–" : "\(ReportTime.secondsWithHundredths(result.duration)) s"
      return """
        <tr class="\(result.verdict.htmlClass)"><td>\(result.verdict.htmlWord)</td>\
        <th scope="row"><a href="#\(name)">\(name)</a></th>\
        <td>\(HTMLText.escaped(result.description.promise))</td>\
        <td class="number">\(seconds)</td></tr>

        """
    }
    return """
      <h2>Promises</h2>
      <div class="wide" role="region" aria-label="Promises" tabindex="0">
      <table>
      <thead><tr><th scope="col">Verdict</th><th scope="col">Case</th>\
      <th scope="col">Promise</th><th scope="col">Time</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </div>

      """
  }

  private func section(_ result: CaseResult) -> String {
    let name = HTMLText.escaped(result.description.name.description)
    let word = result.verdict.htmlWord
    return """
      <section id="\(name)" aria-labelledby="\(name)-title" class="\(result.verdict.htmlClass)">
      <h2 id="\(name)-title">\(name) <span class="verdict">\(word)</span></h2>
      <p>\(HTMLText.escaped(result.description.promise))</p>
      \(explanation(result))\(diagram(result))\(steps(result))\(log(result))</section>

      """
  }

  private func explanation(_ result: CaseResult) -> String {
    guard result.verdict.needsAttention else {
      let words = [result.verdict.words, result.roundWords ?? ""].filter { !$0.isEmpty }
        .joined(separator: ", ")
      return words.isEmpty ? "" : "<p>\(HTMLText.escaped(words))</p>\n"
    }
    let block = FailureBlock(result, header: summary.header, paths: paths)
    var rows = [
      ("Promised", HTMLText.escaped(block.promised)),
      ("Happened", HTMLText.escaped(block.happened)),
      ("Kind", HTMLText.escaped(block.word)),
      ("Repeat", "<code>\(HTMLText.escaped(block.repeatCommand))</code>"),
    ]
    if let rounds = block.rounds { rows.append(("Rounds", rounds)) }
    if let knownAs = block.knownAs { rows.append(("Known as", HTMLText.escaped(knownAs))) }
    return "<dl>\n" + rows.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>\n" }.joined() + "</dl>\n"
  }

  /// The place of the case's sequence diagram, drawn from its log; there is none yet.
  private func diagram(_ result: CaseResult) -> String { "" }

  private func steps(_ result: CaseResult) -> String {
    let steps = result.description.steps.map { "<li>\(HTMLText.escaped($0))</li>\n" }.joined()
    guard !steps.isEmpty else { return "" }
    return "<details>\n<summary>What the case does</summary>\n<ol>\n\(steps)</ol>\n</details>\n"
  }

  private func log(_ result: CaseResult) -> String {
    guard !result.log.isEmpty else { return "" }
    let name = result.description.name
    // The end of a log says most: a broken promise is its last line.
    let first = max(0, result.log.count - Self.logLinesMax)
    let violation = result.violationLineNumber
    let rows = result.log.indices.dropFirst(first).map { index in
      let line = result.log[index]
      let mark = index + 1 == violation ? " class=\"violated\"" : ""
      return """
        <tr\(mark)><td class="number">\(index + 1)</td><td><code>\(line.task.shown)</code></td>\
        <td><code>\(line.key.shown)</code></td><td class="number">\(line.attempts)</td>\
        <td>\(line.result)</td></tr>

        """
    }
    let leftOut = first > 0 ? ", last \(Self.logLinesMax) of \(result.log.count) lines" : ""
    let file = HTMLText.escaped(paths.relativeLog(of: name))
    return """
      <details\(result.verdict.needsAttention ? " open" : "")>
      <summary>Log\(leftOut)</summary>
      <p><a href="\(file)">\(file)</a></p>
      <div class="wide" role="region" aria-label="Log of \(name)" tabindex="0">
      <table>
      <thead><tr><th scope="col">Line</th><th scope="col">Task</th><th scope="col">Key</th>\
      <th scope="col">Attempts</th><th scope="col">Result</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </div>
      </details>

      """
  }
}

extension Verdict {
  fileprivate var htmlWord: String {
    switch self {
    case .passed: "held"
    case .failed: "BROKEN"
    case .unjudged(.notRun): "not run"
    case .unjudged: "not judged"
    case .skipped: "skipped"
    }
  }

  fileprivate var htmlClass: String {
    switch self {
    case .passed: "held"
    case .failed: "broken"
    case .unjudged: "unknown"
    case .skipped: "skipped"
    }
  }
}
