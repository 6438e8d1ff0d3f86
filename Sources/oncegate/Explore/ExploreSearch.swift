// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting
import Running

/// What is known of a search, brought into reports and onto the terminal as it becomes known.
final class ExploreSearch {
  private let options: ExploreOptions
  private var header: RunHeader
  private let reports: RunReports
  private var progress: ExploreProgress
  private let clock = ContinuousClock()
  private let started: ContinuousClock.Instant
  private var foundAt: ContinuousClock.Instant
  private var found: [CaseResult] = []
  private var coverage = Coverage()
  /// Why a report or a finding could not be written.
  private var problem: ReportingError?

  init(
    _ options: ExploreOptions,
    header: RunHeader,
    reports: RunReports,
    progress: ExploreProgress
  ) {
    self.options = options
    self.header = header
    self.reports = reports
    self.progress = progress
    started = clock.now
    foundAt = started
    post(.runStarted(header))
  }

  private var coverageText: CoverageText {
    CoverageText(area: options.area, coverage: coverage, elapsed: clock.now - started)
  }

  /// Takes what happens while the explorer runs.
  func take(_ event: ExplorerRun.Event) {
    switch event {
    case .tick: write(progress.text(at: clock.now - started))
    case .interrupted(let signal):
      write(progress.clear())
      post(.interrupted(signal: signal))
    case .message(.progress(let coverage)):
      self.coverage = coverage
      write(progress.text(for: coverageText))
    case .message(.found(let example, let log)): take(example, log)
    case .message(.ended(let coverage, _, _)): self.coverage = coverage
    case .message(.unjudged): break
    }
  }

  /// Completes the reports, and returns the status to exit with.
  func conclude(_ end: ExplorerRun.End) -> ExitStatus {
    write(progress.clear())
    var results = found
    let (verdict, covered) = judgement(end)
    if !options.run.quiet, !covered.isEmpty {
      Terminal.print(covered.map { " \($0)" }.joined(separator: "\n"))
    }
    // Beside findings, the search as a whole is a case only where something else is to be said.
    if found.isEmpty || verdict.isProblem,
      let whole = ExploredCase.whole(options, covered: covered)
    {
      results.append(
        CaseResult(
          description: whole,
          verdict: verdict,
          duration: clock.now - started,
          log: []
        )
      )
    }
    select(results.map(\.description))
    if let last = results.last, last.description.name != found.last?.description.name {
      post(.caseEnded(last))
    }
    let summary = RunSummary(
      header: header,
      results: results,
      duration: clock.now - started,
      problem: nil,
      interruption: end.interruption
    )
    post(.runEnded(summary))
    guard let problem else { return summary.exitStatus }
    Terminal.printError(problem.description)
    return summary.exitStatus == .allPassed ? .notJudged : summary.exitStatus
  }

  /// What is to be said of the search as a whole, and what it covered.
  private func judgement(_ end: ExplorerRun.End) -> (Verdict, covered: [String]) {
    if let problem = end.problem {
      guard end.interruption != nil else { return (problem, []) }
      // An explorer that needs too long for its last word has told before how far it was.
      let covered = coverageText.summary(digest: nil, isComplete: false)
      return (.unjudged(.notRun(.interrupted)), covered)
    }
    switch end.last {
    case .ended(_, let digest, let isComplete):
      let covered = coverageText.summary(digest: digest, isComplete: isComplete)
      if end.interruption != nil { return (.unjudged(.notRun(.interrupted)), covered) }
      return (isComplete ? .passed : .unjudged(.notRun(.notReached)), covered)
    case .unjudged(let reason): return (.unjudged(reason), [])
    default: return (.unjudged(.noVerdict), [])
    }
  }

  private func take(_ example: Counterexample, _ log: [LogLine]) {
    guard found.count < ExploreOptions.findingsMax, let finding = Finding.named(example.finding),
      !found.contains(where: { $0.description.name == example.caseName })
    else { return }
    let file = keep(example)
    guard
      let description = ExploredCase.found(
        example,
        file: file,
        repeatCommand: file.map(options.repeatCommand(ofFile:)) ?? options.repeatCommand
      )
    else { return }
    let result = CaseResult(
      description: description,
      verdict: .failed(.invariantBroken(finding, sourceLine: 1)),
      duration: clock.now - foundAt,
      log: log
    )
    foundAt = clock.now
    found.append(result)
    write(progress.clear())
    select(found.map(\.description) + [ExploredCase.whole(options)].compactMap(\.self))
    post(.caseEnded(result))
  }

  /// Keeps the events where the user wants them, and returns the file.
  private func keep(_ example: Counterexample) -> String? {
    guard let path = options.saveFile(forFinding: found.count + 1) else { return nil }
    do {
      try ReplacedFile.write(example.json, to: path)
      return path
    } catch {
      problem = problem ?? error
      return nil
    }
  }

  /// Tells the reports which cases there are now.
  private func select(_ cases: [CaseDescription]) {
    header.cases = cases
    do {
      try reports.select(header)
    } catch {
      problem = problem ?? error
    }
  }

  private func post(_ event: RunEvent) {
    do {
      try reports.post(event)
    } catch {
      // The search goes on: what can still be reported is worth having.
      problem = problem ?? error
    }
  }

  private func write(_ text: String) { if !text.isEmpty { Terminal.write(text, to: 1) } }
}

extension Verdict {
  /// Whether it says more than that findings were told.
  fileprivate var isProblem: Bool {
    switch self {
    case .unjudged(.notRun(.notReached)), .passed, .failed, .skipped: false
    case .unjudged: true
    }
  }
}
