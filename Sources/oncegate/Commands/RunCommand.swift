// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Locking
import Reporting
import Running

/// `oncegate run`: wires plan, runner and reports together.
struct RunCommand {
  private let options: RunOptions
  private let client: [String]
  private let baseline: Baseline?

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    options = try RunOptions(
      arguments,
      cores: Surroundings.cores,
      bazel: BazelTest(Terminal.environment),
      environment: Terminal.environment
    )
    client = try Self.client(of: options)
    // It is read before anything is written: it may be the record that this run replaces.
    var baseline: Baseline?
    if let file = options.baselineFile {
      let cases = options.cases
      baseline = try RecordedRun.read(file) { (earlier) throws(ReportingError) in
        try Baseline(earlier, cases: cases)
      }
    }
    self.baseline = baseline
    if options.showOutput, Terminal.environment("CI") != nil { throw .outputInPipeline }
  }

  /// Tells Bazel that shards are understood; otherwise it takes every shard for the whole.
  private static func acknowledgeShards() throws(FileError) {
    guard let path = Terminal.environment("TEST_SHARD_STATUS_FILE") else { return }
    try Files.touch(path)
  }

  private static func client(of options: RunOptions) throws(ArgumentError) -> [String] {
    if let command = options.clientCommand { return command }
    if let bundled = BundledClient(for: options.profile) { return bundled.command }
    // A case about the state alone, or about a server, starts no client.
    let needsNone = options.cases.allSatisfy {
      ["state", RunOptions.upstreamArea].contains($0.name.area)
        || options.ownCommands[$0.name] != nil
    }
    if needsNone { return [Surroundings.program(BundledClient.name)] }
    throw .bundledClientDoesNotSpeak(profile: options.profileName)
  }

  func carryOut() -> ExitStatus {
    do {
      try Self.acknowledgeShards()
    } catch {
      Terminal.printError("TEST_SHARD_STATUS_FILE cannot be made: \(error)")
      return .notJudged
    }
    let problem = Monitor<ReportingError?>(nil)
    let reports: RunReports
    do {
      reports = try self.reports()
    } catch {
      Terminal.printError(error.description)
      return .notJudged
    }
    let runner = Runner(plan: plan) { event in
      do throws(ReportingError) {
        try reports.post(event)
      } catch {
        // The run goes on: what can still be reported is worth having.
        problem.withLock { $0 = $0 ?? error }
      }
    }
    JanitorCommand.start()
    let status = runner.run().exitStatus
    JanitorCommand.end()
    guard let problem = problem.withLock({ $0 }) else { return status }
    Terminal.printError(problem.description)
    return status == .allPassed ? .notJudged : status
  }

  private func reports() throws(ReportingError) -> RunReports {
    let toLog: @Sendable (String) -> Void = { Terminal.write($0, to: 2) }
    let isGitHub = Terminal.environment("GITHUB_ACTIONS") == "true"
    let copies = [options.junitFile, Terminal.environment("XML_OUTPUT_FILE")].compactMap { $0 }
    return try RunReports(
      folder: options.reportFolder,
      workspace: Surroundings.currentFolder,
      junitCopies: copies,
      profile: JUnitProfile(rawValue: options.junitProfile) ?? .rich,
      console: console,
      output: { Terminal.write($0, to: 1) },
      gitHub: isGitHub
        ? GitHubActions(
          stepSummaryPath: Terminal.environment("GITHUB_STEP_SUMMARY"),
          annotate: options.hasLogCommands ? toLog : nil
        ) : nil,
      log: options.hasLogCommands
        ? LogCommands(Terminal.environment).map {
          PipelineLog($0, unixSeconds: { Surroundings.unixSeconds }, annotate: toLog)
        } : nil,
      baseline: baseline
    )
  }

  private var console: ConsoleFormat {
    switch options.format {
    case .json: .json
    case .tap: .tap
    case .human:
      .human(
        TerminalOptions(
          verbosity: options.quiet ? .quiet : options.verbose ? .verbose : .normal,
          isColoured: isColoured,
          columns: Terminal.columns,
          showsProgress: showsProgress
        )
      )
    }
  }

  /// Source: https://no-color.org.
  private var isColoured: Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isInteractive && Terminal.environment("NO_COLOR") == nil
        && Terminal.environment("TERM") != "dumb"
    }
  }

  /// A bar is drawn where somebody looks on, and not into the log of a pipeline.
  private var showsProgress: Bool {
    Terminal.isInteractive && Terminal.environment("TERM") != "dumb"
      && Terminal.environment("CI") == nil && !options.showOutput
  }

  private var plan: RunPlan {
    let passed = options.passedEnvironment(Terminal.environment)
    let cases = options.cases.map { description in
      let own = options.ownCommands[description.name]
      return PlannedCase(
        description: description,
        timeLimit: options.timeout,
        isOwn: own != nil
      ) { folder in
        if let own { return CaseCommand.own(Surroundings.absolute(own), passed: passed) }
        var parameters = options.parameters(client: Surroundings.absolute(client), folder: folder)
        parameters.counterexample = options.examples[description.name]?.json
        return CaseCommand.make(description.name, parameters, passed: passed)
      }
    }
    return RunPlan(
      header: header,
      cases: cases,
      canary: CaseCommand.canary,
      jobs: options.jobs,
      failFast: options.failFast,
      rounds: options.rounds,
      temporaryFolder: Terminal.environment("TEST_TMPDIR") ?? Terminal.environment("TMPDIR")
        ?? "/tmp",
      showOutput: options.showOutput
    )
  }

  private var header: RunHeader {
    RunHeader(
      version: Version.number,
      suite: options.suite,
      cases: options.cases,
      client: options.client ?? RunHeader.bundledClient,
      subject: options.subject ?? RunHeader.bundledSubject,
      profile: options.profileName,
      seed: options.seed,
      commit: Commit.current(),
      startedAtUnixSeconds: Surroundings.unixSeconds,
      hostname: Surroundings.hostname,
      jobs: options.jobs,
      repeatOptions: options.repeatOptions
    )
  }
}
