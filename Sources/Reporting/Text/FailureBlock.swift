// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What a reader is told about a case that failed or could not be judged, the same in every report.
struct FailureBlock: Hashable, Sendable {
  /// How many lines of the log are shown as evidence.
  static let excerptLinesMax = 4
  /// How many events of a found order are shown; the page has all of them.
  static let eventsMax = 20

  let caseName: String
  let word: String
  let promised: String
  let happened: String
  /// The log with the line that says which promise broke, as in `logs/queue.relaunch.jsonl:4`.
  let evidence: String?
  let excerpt: [String]
  /// The events of an order that an explorer found, a line each; else none.
  let events: [String]
  let rounds: String?
  /// What changed since the run with which this one is compared, or nothing.
  let change: Change?
  let repeatCommand: String
  /// The nearest known kinds of bug, nearest first, each with public reports.
  let kinds: [KnownKind]

  init(
    _ result: CaseResult,
    header: RunHeader,
    paths: ReportPaths,
    change: Change? = nil
  ) {
    let name = result.description.name
    caseName = name.description
    word = result.verdict.titleWord
    if case .failed(.invariantBroken(let finding, _)) = result.verdict {
      promised = finding.invariant.promise
      kinds = KnownKind.known(for: finding.invariant)
    } else {
      promised = Self.line(result.description.promise)
      kinds = []
    }
    happened = Self.line(result.verdict.words)
    let violation = result.violationLineNumber
    evidence =
      result.log.isEmpty
      ? nil : Self.line(paths.shownLog(of: name)) + (violation.map { ":\($0)" } ?? "")
    excerpt = Self.excerpt(result.log, violation: violation)
    let steps = result.description.repeatCommand == nil ? [] : result.description.steps
    events =
      steps.prefix(Self.eventsMax).map(Self.line)
      + (steps.count > Self.eventsMax ? ["and \(steps.count - Self.eventsMax) more"] : [])
    rounds = result.roundWords
    self.change = change
    repeatCommand = Self.line(header.repeatCommand(for: result.description))
  }

  /// The block as plain lines, the case's name first.
  var lines: [String] { ["\(caseName)  \(word)"] + detailLines }

  /// The lines below the case's name.
  var detailLines: [String] {
    var lines = ["  promised  \(promised)", "  happened  \(happened)"]
    lines += events.enumerated().map { ($0 == 0 ? "  events    " : "            ") + $1 }
    if let evidence { lines.append("  evidence  \(evidence)") }
    lines += excerpt.map { "            \($0)" }
    if let rounds { lines.append("  rounds    \(rounds)") }
    if let change { lines.append("  since     \(change.rawValue)") }
    lines.append("  repeat    \(repeatCommand)")
    if let knownAs { lines.append("  known as  \(knownAs)") }
    return lines
  }

  private var knownAs: String? {
    guard let kind = kinds.first else { return nil }
    return kind.kind + (kind.reports.first.map { " (\($0))" } ?? "")
  }

  private static func line(_ text: String) -> String {
    CleanText(text).oneLine.cut(toCharacters: TextLimit.lineCharactersMax).description
  }

  /// The last lines up to the one that says which promise broke, which is marked.
  ///
  /// Where the log has a line of the same task under another key and none of them shows it, the nearest such
  /// line stands first: what changed is seen only beside what it was.
  private static func excerpt(_ log: [LogLine], violation: Int?) -> [String] {
    let end = violation ?? log.count
    var indices = Array(max(0, end - excerptLinesMax)..<end)
    if let last = violation.map({ log[$0 - 1] }),
      !indices.contains(where: { differsInKey(log[$0], last) }),
      let other = log[..<end].lastIndex(where: { differsInKey($0, last) })
    {
      indices = [other] + indices.suffix(excerptLinesMax - 1)
    }
    let tokens = ShortTokens(indices.map { log[$0] })
    let width = String(end).utf8.count
    return indices.map { index in
      let number = String(index + 1)
      let padding = String(repeating: " ", count: width - number.utf8.count)
      let mark = index + 1 == violation ? ">" : " "
      return "\(mark) \(padding)\(number)  \(tokens.text(of: log[index]))"
    }
  }

  private static func differsInKey(_ line: LogLine, _ other: LogLine) -> Bool {
    line.task == other.task && line.key != other.key && line.key != .none && other.key != .none
  }
}
