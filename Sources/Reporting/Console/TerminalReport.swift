// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Tells a run to a person at a terminal, a line per case as it ends.
struct TerminalReport: ConsoleReport {
  /// How many cases are explained below the verdict; the page has all of them.
  static let blocksMax = 20
  /// The column at which the verdict line names the page.
  private static let pageColumn = 72
  /// How much of a promise is shown on the narrowest terminal, in characters.
  private static let promiseMin = 20

  let options: TerminalOptions
  let paths: ReportPaths
  private let baseline: Baseline?
  private let standings: [CaseName: Standing]?
  private var nameWidth = 0
  private var told: Set<CaseName> = []
  private var bar: ProgressBar

  init(options: TerminalOptions, paths: ReportPaths, baseline: Baseline? = nil) {
    self.options = options
    self.paths = paths
    self.baseline = baseline
    standings = baseline?.standings
    bar = ProgressBar(columns: options.columns)
  }

  mutating func text(for event: RunEvent, problem: ReportingError?) -> String {
    let before = bar.text
    bar.take(event)
    let lines = lines(for: event, problem: problem)
    guard options.showsProgress, options.verbosity != .quiet, !(before + bar.text).isEmpty else {
      return lines
    }
    return (before.isEmpty ? "" : ProgressBar.clearing) + lines + bar.text
  }

  private mutating func lines(for event: RunEvent, problem: ReportingError?) -> String {
    switch event {
    case .runStarted(let header):
      nameWidth = header.cases.map { $0.name.description.utf8.count }.max() ?? 0
      return options.verbosity == .quiet ? "" : Self.headerLine(header) + "\n"
    case .caseStarted: return ""
    case .caseEnded(let result): return caseText(result)
    case .interrupted(let signal):
      return options.verbosity == .quiet ? "" : "interrupted by signal \(signal), stopping\n"
    case .runEnded(let summary): return ending(summary, problem)
    }
  }

  private static func headerLine(_ header: RunHeader) -> String {
    let count = header.cases.count
    let parts = [
      "oncegate \(header.version)",
      "\(header.suite), \(count) \(count == 1 ? "case" : "cases")",
      // A case about a server has no client.
      header.cases.allSatisfy { $0.name.area == "server" } ? nil : "client \(header.client)",
      showsSubject(header) ? "subject \(header.subject)" : nil,
      "profile \(header.profile)", "seed \(header.seed)",
    ].compactMap(\.self)
    return parts.map(TerminalText.line).joined(separator: "  ")
  }

  /// Where the client or the subject is the user's, it matters whose subject the state cases judge.
  private static func showsSubject(_ header: RunHeader) -> Bool {
    let isBundled =
      header.client == RunHeader.bundledClient && header.subject == RunHeader.bundledSubject
    return !isBundled && header.cases.contains { $0.name.area == "state" }
  }

  private mutating func caseText(_ result: CaseResult) -> String {
    told.insert(result.description.name)
    guard options.verbosity != .quiet else { return "" }
    let name = result.description.name.description
    let padding = String(repeating: " ", count: max(0, nameWidth - name.utf8.count))
    let seconds =
      result.verdict.wasNotRun
      ? "      " : "\(ReportTime.secondsWithHundredths(result.duration)) s"
    // A case that told nothing of its promise says why instead.
    let words =
      switch result.verdict {
      case .passed, .failed: result.description.promise
      case .unjudged, .skipped: result.verdict.words
      }
    let change = change(of: result)
    let asides = [result.roundWords, change?.rawValue].compactMap { $0.map { ", \($0)" } }.joined()
    var text = " \(mark(result.verdict))  \(name)\(padding)  \(seconds)  "
    // Colours take no room: a mark has four letters.
    let room = options.columns.map { $0 - (11 + nameWidth + seconds.count + asides.count) }
    text += cut(TerminalText.line(words), result.verdict, to: room) + asides
    if options.verbosity == .verbose {
      let tokens = ShortTokens(result.log)
      for line in result.log { text += "\n       \(tokens.text(of: line))" }
    }
    return text + "\n"
  }

  /// Cuts a promise to the width of the terminal; why something is not known stays whole.
  private func cut(_ words: String, _ verdict: Verdict, to room: Int?) -> String {
    guard let room, verdict == .passed || verdict.isFailed else { return words }
    return CleanText(words).cut(toCharacters: max(Self.promiseMin, room)).description
  }

  private func change(of result: CaseResult) -> Change? {
    guard let standings else { return nil }
    let change = Change(from: standings[result.description.name], to: Standing(result.verdict))
    return change == .unchanged ? nil : change
  }

  private mutating func ending(_ summary: RunSummary, _ problem: ReportingError?) -> String {
    // Cases that never started have not been told yet.
    var text = summary.results.filter { !told.contains($0.description.name) }
      .map { caseText($0) }
      .joined()
    if !text.isEmpty || options.verbosity != .quiet { text += "\n" }
    let judgement = Judgement(summary, problem: problem)
    let verdict = "\(judgement.word.rawValue)  \(TerminalText.line(judgement.sentence))"
    let page = TerminalText.line(paths.shownPage)
    let column = min(
      Self.pageColumn,
      options.columns.map { $0 - page.unicodeScalars.count } ?? Self.pageColumn
    )
    let padding = String(
      repeating: " ",
      count: max(2, column - verdict.unicodeScalars.count)
    )
    let colour: Colour =
      switch judgement.word {
      case .open: .green
      case .closed: .red
      case .none: .yellow
      }
    text += "\(inColour(verdict, colour))\(padding)\(page)\n"
    if let baseline {
      let comparison = RunComparison(baseline, summary.results)
      text += "\nsince \(TerminalText.line(baseline.words)): \(comparison.counts.words)\n"
      for item in baseline.gone {
        text += "  gone  \(item.name)  \(TerminalText.line(item.promise))\n"
      }
      if let more = baseline.goneLeftOut { text += "  \(more)\n" }
    }

    let explained = summary.results.filter {
      $0.verdict.needsAttention && !$0.verdict.wasNotRun
    }
    // What is broken comes before what is not known.
    let ordered = explained.filter(\.verdict.isFailed) + explained.filter { !$0.verdict.isFailed }
    for result in ordered.prefix(Self.blocksMax) {
      let block = FailureBlock(
        result,
        header: summary.header,
        paths: paths,
        change: change(of: result)
      )
      text += "\n" + block.lines.map(TerminalText.line).joined(separator: "\n") + "\n"
    }
    if ordered.count > Self.blocksMax {
      text += "\n\(ordered.count - Self.blocksMax) more in \(page)\n"
    }
    return text
  }

  private func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .passed: inColour("pass", .green)
    case .failed: inColour("FAIL", .red)
    case .unjudged(.notRun): "----"
    case .unjudged: inColour("ERR ", .yellow)
    case .skipped: "skip"
    }
  }

  private enum Colour: String {
    case green = "32"
    case red = "1;31"
    case yellow = "33"
  }

  private func inColour(_ text: String, _ colour: Colour) -> String {
    options.isColoured ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
  }
}

extension Verdict {
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}
