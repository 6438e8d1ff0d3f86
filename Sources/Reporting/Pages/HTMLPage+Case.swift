// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension HTMLPage {
  /// How many of the known kinds of bug stand beside a broken promise, the nearest of them.
  private static let kindsMax = 3
  /// Up to how many cases a page shows the sequence of each without being asked.
  private static let openCasesMax = 10

  /// What the page says about one case.
  ///
  /// - Parameters:
  ///   - recorded: the case.
  ///   - isDetailed: whether its diagram and its log are shown.
  /// - Returns: a section.
  func section(_ recorded: RecordedCase, isDetailed: Bool) -> String {
    let result = recorded.result
    let name = HTMLText.escaped(result.description.name.description)
    let details = isDetailed ? diagram(result) + log(result) : ""
    return """
      <section id="\(name)" aria-labelledby="\(name)-title" class="\(result.verdict.htmlClass)">
      <h2 id="\(name)-title">\(name) <span class="verdict">\(result.verdict.htmlWord)</span></h2>
      <p>\(HTMLText.capitalised(result.description.promise)).</p>
      \(explanation(recorded))\(steps(result))\(details)</section>

      """
  }

  private func explanation(_ recorded: RecordedCase) -> String {
    let result = recorded.result
    let change = recorded.change
    guard result.verdict.needsAttention else {
      let words = [result.verdict.words, result.roundWords ?? "", change?.rawValue ?? ""]
        .filter { !$0.isEmpty }.joined(separator: ", ")
      return words.isEmpty ? "" : "<p>\(HTMLText.capitalised(words)).</p>\n"
    }
    let block = FailureBlock(
      result,
      header: digest.frame.header,
      paths: paths,
      change: change
    )
    var rows = [
      ("Promised", HTMLText.escaped(block.promised)),
      ("Happened", "<strong>\(HTMLText.escaped(block.happened))</strong>"),
      ("Kind", "<code>\(HTMLText.escaped(block.word))</code>"),
    ]
    if let evidence = evidence(result, block) { rows.append(("Evidence", evidence)) }
    if let rounds = block.rounds { rows.append(("Rounds", HTMLText.escaped(rounds))) }
    if let change { rows.append(("Since", change.rawValue)) }
    rows.append(("Repeat", "<code>\(HTMLText.escaped(block.repeatCommand))</code>"))
    if !block.kinds.isEmpty { rows.append(("Known as", Self.known(block.kinds))) }
    return HTMLText.list(rows, style: "failure")
  }

  private static func known(_ kinds: [KnownKind]) -> String {
    let items = kinds.prefix(kindsMax).map { kind in
      let reports = kind.reports.joined(separator: ", ")
      return "<li>\(HTMLText.escaped(kind.kind)) "
        + "<span class=\"faint\">\(HTMLText.escaped(reports))</span></li>\n"
    }
    return "<ul>\n\(items.joined())</ul>\n"
  }

  /// The first line of the log that shows the breach, with those before it.
  private func evidence(_ result: CaseResult, _ block: FailureBlock) -> String? {
    guard let evidence = block.evidence else { return nil }
    let name = result.description.name.description
    let place = result.violationLineNumber.map { "\(name)-\($0)" } ?? "\(name)-log"
    let lines = block.excerpt.map(HTMLText.escaped).joined(separator: "\n")
    return "<a href=\"#\(HTMLText.escaped(place))\">\(HTMLText.escaped(evidence))</a>"
      + "<pre>\(lines)</pre>"
  }

  private func diagram(_ result: CaseResult) -> String {
    guard !result.log.isEmpty else { return "" }
    let name = result.description.name.description
    let id = HTMLText.escaped("\(name)-diagram")
    let isLadder = StateLadder.isFor(result.log)
    let picture =
      isLadder
      ? StateLadder.svg(result.log, id: id, name: name)
      : SequenceDiagram.svg(result.log, id: id, name: name)
    // The pictures of what held must not hide the rest of the page.
    let isShort = !isLadder && digest.counts.total <= Self.openCasesMax
    let isOpen = isShort || result.verdict.needsAttention
    return """
      <details\(isOpen ? " open" : "")>
      <summary>\(isLadder ? "Events and states" : "Sequence of events")</summary>
      <figure>
      \(picture)<figcaption>The numbers are those of the log's lines.</figcaption>
      </figure>
      </details>

      """
  }

  private func steps(_ result: CaseResult) -> String {
    let steps = result.description.steps.map { "<li>\(HTMLText.escaped($0))</li>\n" }.joined()
    let promises = result.description.invariants.map { invariant in
      let isBroken = result.verdict.brokenInvariant == invariant
      let mark = isBroken ? " <strong class=\"verdict\">BROKEN</strong>" : ""
      return "<li>\(HTMLText.escaped(invariant.promise)) "
        + "<code>\(invariant.rawValue)</code>\(mark)</li>\n"
    }.joined()
    guard !steps.isEmpty || !promises.isEmpty else { return "" }
    let done = steps.isEmpty ? "" : "<ol>\n\(steps)</ol>\n"
    let held = promises.isEmpty ? "" : "<p>What must hold:</p>\n<ul>\n\(promises)</ul>\n"
    return "<details>\n<summary>What the case does</summary>\n\(done)\(held)</details>\n"
  }

  private func log(_ result: CaseResult) -> String {
    guard !result.log.isEmpty else { return "" }
    let name = HTMLText.escaped(result.description.name.description)
    // The end of a log says most: a broken promise is its last line.
    let first = max(0, result.log.count - Self.logLinesMax)
    let violation = result.violationLineNumber
    let rows = result.log.indices.dropFirst(first).map { index in
      let line = result.log[index]
      let number = index + 1
      let mark = number == violation ? " class=\"violated\" id=\"\(name)-\(number)\"" : ""
      return """
        <tr\(mark)><td class="number">\(number)</td><td>\(line.result)</td>\
        <td class="words">\(HTMLText.escaped(line.result.words))</td><td class="number">\(line.attempts)</td>\
        <td><code>\(line.key.shown)</code></td><td><code>\(line.task.shown)</code></td></tr>

        """
    }
    let leftOut = first > 0 ? ", last \(Self.logLinesMax) of \(result.log.count) lines" : ""
    let file = HTMLText.escaped(paths.relativeLog(of: result.description.name))
    return """
      <details id="\(name)-log"\(result.verdict.needsAttention ? " open" : "")>
      <summary>Log\(leftOut)</summary>
      <p><a href="\(file)">\(file)</a></p>
      <div class="wide" role="region" aria-label="Log of \(name)" tabindex="0">
      <table>
      <thead><tr><th scope="col" class="number">Line</th><th scope="col">Result</th>\
      <th scope="col">In words</th><th scope="col" class="number">Attempts</th>\
      <th scope="col">Key</th><th scope="col">Task</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </div>
      </details>

      """
  }
}

extension Verdict {
  fileprivate var brokenInvariant: Invariant? {
    if case .failed(.invariantBroken(let finding, _)) = self { finding.invariant } else { nil }
  }
}
