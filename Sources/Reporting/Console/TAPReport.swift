// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Tells a run in the Test Anything Protocol, version 14.
///
/// Source: https://testanything.org/tap-version-14-specification.html.
struct TAPReport: ConsoleReport {
  private var number = 0
  private var told: Set<CaseName> = []
  private var header: RunHeader?

  mutating func text(for event: RunEvent, problem: ReportingError?) -> String {
    switch event {
    case .runStarted(let header):
      self.header = header
      return "TAP version 14\n1..\(header.cases.count)\n"
    case .caseStarted, .interrupted: return ""
    case .caseEnded(let result): return point(result)
    case .runEnded(let summary):
      let untold = summary.results.filter { !told.contains($0.description.name) }
      let points = untold.map { point($0) }.joined()
      let judgement = Judgement(summary, problem: problem)
      let verdict = "\(judgement.word.rawValue): \(TerminalText.line(judgement.sentence))"
      let hasNoVerdict =
        summary.problem != nil || summary.interruption != nil
        || problem != nil && judgement.word == .none
      return points + (hasNoVerdict ? "Bail out! \(verdict)\n" : "# \(verdict)\n")
    }
  }

  private mutating func point(_ result: CaseResult) -> String {
    number += 1
    told.insert(result.description.name)
    let name = "\(number) - \(result.description.name)"
    switch result.verdict {
    case .passed: return "ok \(name)\n"
    case .skipped(let reason): return "ok \(name) # SKIP \(Self.escaped(reason.words))\n"
    case .failed, .unjudged: return "not ok \(name)\n" + diagnosis(result)
    }
  }

  /// A block of YAML, whose strings are quoted as in JSON.
  private func diagnosis(_ result: CaseResult) -> String {
    var members = [
      ("kind", result.verdict.kindWord),
      ("message", TerminalText.line(result.verdict.message)),
      ("file", TerminalText.line(result.description.sourceFile)),
      ("line", String(result.sourceLine)),
    ]
    if let header {
      members.append(
        ("repeat", TerminalText.line(header.repeatCommand(for: result.description)))
      )
    }
    let lines = members.map { "  \($0): \(Self.quoted($1))\n" }.joined()
    return "  ---\n\(lines)  ...\n"
  }

  private static func escaped(_ text: String) -> String {
    TerminalText.line(text).reduce(into: "") { escaped, character in
      if character == "#" || character == "\\" { escaped.append("\\") }
      escaped.append(character)
    }
  }

  /// Clean text has no control characters, so two characters need escaping.
  private static func quoted(_ text: String) -> String {
    let inside = text.reduce(into: "") { quoted, character in
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return "\"\(inside)\""
  }
}
