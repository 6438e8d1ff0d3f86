// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import Locking

/// Every report of one run, from what is posted.
///
/// Events may be posted from any thread; they are taken one after another. The JUnit file is whole on disk
/// at every moment. It tells the end of a case before `post` returns, or, in a run of very many cases, as soon
/// as writing it takes no more than a tenth of the run (`ReportPace`). What takes the output is called
/// meanwhile and must not post itself.
package final class RunReports: Sendable {
  /// Writes text onto standard output, at once.
  package typealias Output = @Sendable (String) -> Void

  package let paths: ReportPaths
  private let folder: ReportFolder
  private let profile: JUnitProfile
  private let junitCopies: [String]
  private let output: Output
  private let gitHub: GitHubActions?
  private let log: PipelineLog?
  private let workspace: String
  private let baseline: Baseline?
  private let state: Monitor<State>

  private struct State: Sendable {
    var junit: JUnitReport?
    var pace = ReportPace()
    /// Whether a case has ended of which the JUnit file does not tell yet.
    var isBehind = false
    /// Whether a thread waits to bring the file up to date.
    var isCatchingUp = false
    /// Why that failed.
    var catchUpProblem: ReportingError?
    /// The cases whose logs have been written.
    var logged: Set<CaseName> = []
    var console: any ConsoleReport

    init(console: any ConsoleReport) { self.console = console }

    /// Writes the JUnit file with all that is known.
    mutating func replaceJUnit() throws(ReportingError) {
      let start = ContinuousClock.now
      isBehind = false
      defer { pace.wrote(from: start, to: .now) }
      try junit?.replaceFiles()
    }
  }

  /// Makes the report folder and locks it.
  ///
  /// - Parameters:
  ///   - folder: the report folder; it is made where it is missing.
  ///   - workspace: the absolute path of the current folder; reports name files relative to it.
  ///   - junitCopies: where else the JUnit file goes, such as the value of `XML_OUTPUT_FILE`.
  ///   - profile: the dialect of the JUnit file.
  ///   - console: what is written onto standard output.
  ///   - output: takes that, in whole lines, as soon as it is known.
  ///   - gitHub: what is left in GitHub Actions, or nothing where the run is not there.
  ///   - log: what another system reads from the log, or nothing.
  ///   - baseline: the earlier run with which this one is compared, or nothing.
  /// - Throws: `folderIsNoFolder`, `folderNotWritable` or `folderInUse`.
  package init(
    folder: String,
    workspace: String,
    junitCopies: [String] = [],
    profile: JUnitProfile = .rich,
    console: ConsoleFormat = .human(TerminalOptions()),
    output: @escaping Output,
    gitHub: GitHubActions? = nil,
    log: PipelineLog? = nil,
    baseline: Baseline? = nil
  ) throws(ReportingError) {
    paths = ReportPaths(folder: folder, workspace: workspace)
    self.folder = try ReportFolder(paths)
    self.profile = profile
    self.junitCopies = junitCopies
    self.output = output
    self.gitHub = gitHub
    self.log = log
    self.workspace = workspace
    self.baseline = baseline
    let report = console.report(paths: paths, baseline: baseline)
    state = Monitor(State(console: console.report(report, log: log)))
  }

  deinit { state.withLock { $0.isBehind = false } }

  /// Brings every report up to what has just happened.
  ///
  /// Where a report cannot be written, the others still are, and the run may go on: the end of the
  /// run tells whether the reports are complete. The verdict on the terminal takes that into
  /// account.
  ///
  /// - Parameter event: what happened, in the order of the model.
  /// - Throws: why a report could not be written, or could not be read back as it was written.
  package func post(_ event: RunEvent) throws(ReportingError) {
    try state.withLock { (state) throws(ReportingError) in
      switch event {
      case .runStarted(let header): try start(header, &state)
      case .caseEnded(let result): try end(result, &state)
      case .runEnded(let summary): try end(summary, &state)
      case .caseStarted, .interrupted: tell(event, &state)
      }
    }
  }

  /// Takes other cases in the place of those with which the run started, as an explorer finds them.
  ///
  /// What is known of a case that stays is kept. The console is not told.
  ///
  /// - Parameter header: the run's header with the cases.
  /// - Throws: why the JUnit file could not be written.
  package func select(_ header: RunHeader) throws(ReportingError) {
    try state.withLock { (state) throws(ReportingError) in
      state.junit?.select(JUnitWriter(header: header, profile: profile, paths: paths))
      try state.replaceJUnit()
    }
  }

  private func tell(_ event: RunEvent, problem: ReportingError? = nil, _ state: inout State) {
    let text = state.console.text(for: event, problem: problem)
    if !text.isEmpty { output(text) }
  }

  private func start(_ header: RunHeader, _ state: inout State) throws(ReportingError) {
    var problem = Problem()
    for copy in junitCopies {
      problem.take { (_) throws(ReportingError) in try Self.makeFolder(for: copy) }
    }
    let junit = JUnitReport(
      JUnitWriter(header: header, profile: profile, paths: paths),
      files: ([paths.junit] + junitCopies).map(AtomicFile.init)
    )
    state.junit = junit
    // Whoever hears that the run has started finds its file.
    problem.take { (_) throws(ReportingError) in try state.replaceJUnit() }
    tell(.runStarted(header), &state)
    // What an earlier run left must not be taken for this one's verdict.
    let summary = RunSummary(
      header: header,
      results: junit.results,
      duration: .zero,
      problem: nil,
      interruption: nil
    )
    problem.take { (known) throws(ReportingError) in
      try writePages(summary, hasEnded: false, problem: known)
    }
    try problem.throwFirst()
  }

  /// Makes the folder of a file that lies elsewhere, and names the file where that fails.
  private static func makeFolder(for path: String) throws(ReportingError) {
    do throws(ReportingError) { try Folder.make(Folder.parent(of: path)) } catch {
      switch error {
      case .folderNotWritable(_, let code): throw .notWritten(path: path, code: code)
      default: throw .notAnOrdinaryFile(path: path)
      }
    }
  }

  private func end(_ result: CaseResult, _ state: inout State) throws(ReportingError) {
    state.junit?.record(result)
    tell(.caseEnded(result), &state)
    var problem = Problem()
    // The log first: the JUnit file names it.
    problem.take { (_) throws(ReportingError) in try writeLog(result, &state) }
    problem.take { (_) throws(ReportingError) in try writeJUnitInTime(&state) }
    try problem.throwFirst()
  }

  /// Writes the JUnit file now, or leaves it to a thread that does so when it is time.
  private func writeJUnitInTime(_ state: inout State) throws(ReportingError) {
    if let problem = state.catchUpProblem {
      state.catchUpProblem = nil
      throw problem
    }
    state.isBehind = true
    guard state.pace.next > .now else { return try state.replaceJUnit() }
    guard !state.isCatchingUp else { return }
    state.isCatchingUp = true
    let monitor = self.state
    let isStarted = BackgroundThread.start { Self.catchUp(monitor) }
    guard !isStarted else { return }
    state.isCatchingUp = false
    try state.replaceJUnit()
  }

  /// Brings the JUnit file up to date as soon as it is time, and ends.
  private static func catchUp(_ state: Monitor<State>) {
    while true {
      let left = state.withLock { state -> Duration? in
        let left = state.pace.next - .now
        if state.isBehind, left > .zero { return left }
        do throws(ReportingError) {
          if state.isBehind { try state.replaceJUnit() }
        } catch {
          state.catchUpProblem = error
        }
        state.isCatchingUp = false
        return nil
      }
      guard let left else { return }
      // The end of the run brings it up to date itself.
      let isDone: Bool? = state.wait(atMost: left) { $0.isBehind ? nil : true }
      _ = isDone
    }
  }

  private func end(_ summary: RunSummary, _ state: inout State) throws(ReportingError) {
    var problem = Problem()
    for result in summary.results {
      state.junit?.record(result)
      problem.take { (_) throws(ReportingError) in try writeLog(result, &state) }
    }
    problem.take { (_) throws(ReportingError) in try state.replaceJUnit() }
    problem.take { (_) throws(ReportingError) in try state.junit?.readBack() }
    problem.take { (known) throws(ReportingError) in
      try writePages(summary, hasEnded: true, problem: known)
    }
    if let gitHub {
      problem.take { (known) throws(ReportingError) in
        let record = record(summary, hasEnded: true, problem: known)
        try gitHub.appendToStepSummary(MarkdownSummary(record, paths: paths).text)
      }
      if let annotate = gitHub.annotate {
        for line in GitHubActions.annotations(for: summary) { annotate(line + "\n") }
      }
    }
    tell(.runEnded(summary), problem: problem.first, &state)
    if let log {
      let path = paths.summary.hasPrefix("/") ? paths.summary : "\(workspace)/\(paths.summary)"
      for line in log.commands.issues(for: summary, summaryPath: path) { log.annotate(line + "\n") }
    }
    try problem.throwFirst()
  }

  /// Writes the log of a case that ran, once.
  private func writeLog(_ result: CaseResult, _ state: inout State) throws(ReportingError) {
    let name = result.description.name
    guard !state.logged.contains(name), result.hasLog else { return }
    try result.writeLog(paths)
    state.logged.insert(name)
  }

  private func record(
    _ summary: RunSummary,
    hasEnded: Bool,
    problem: ReportingError?
  ) -> RunRecord {
    RunRecord(summary, hasEnded: hasEnded, baseline: baseline, problem: problem)
  }

  private func writePages(
    _ summary: RunSummary,
    hasEnded: Bool,
    problem: ReportingError?
  ) throws(ReportingError) {
    var problems = Problem(first: problem)
    for write in [RunRecord.writeItself, RunRecord.writePage, RunRecord.writeSummary] {
      problems.take { (known) throws(ReportingError) in
        try write(record(summary, hasEnded: hasEnded, problem: known))(paths)
      }
    }
    try problems.throwFirst()
  }

  /// The first of several problems: one report that cannot be written keeps no other from it.
  private struct Problem {
    var first: ReportingError?

    /// Runs a function, which is given the problem known so far, and keeps what it throws.
    mutating func take(_ body: (ReportingError?) throws(ReportingError) -> Void) {
      let known = first
      do throws(ReportingError) { try body(known) } catch { first = known ?? error }
    }

    func throwFirst() throws(ReportingError) {
      if let first { throw first }
    }
  }
}
