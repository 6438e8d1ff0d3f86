// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Locking
import Reporting
import Running

/// `oncegate run`: wires plan, runner and reports together.
struct RunCommand {
  private let options: RunOptions

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    options = try RunOptions(arguments, cores: Surroundings.cores)
    if options.showOutput, Terminal.environment("CI") != nil { throw .outputInPipeline }
  }

  func carryOut() -> ExitStatus {
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
    let status = runner.run().exitStatus
    // What escaped every case, whoever it belonged to, ends with the run.
    ProcessTree.killEverything()
    guard let problem = problem.withLock({ $0 }) else { return status }
    Terminal.printError(problem.description)
    return status == .allPassed ? .notJudged : status
  }

  private func reports() throws(ReportingError) -> RunReports {
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
        ? GitHubActions(stepSummaryPath: Terminal.environment("GITHUB_STEP_SUMMARY")) {
          Terminal.write($0, to: 2)
        } : nil
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
          isColoured: isColoured
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

  private var plan: RunPlan {
    let client = options.clientCommand ?? [Surroundings.program("reference-client")]
    let passed = passedVariables
    let cases = options.cases.map { description in
      if let own = options.ownCommands[description.name] {
        return PlannedCase(description: description, timeLimit: options.timeout, isOwn: true) {
          _ in CaseCommand.own(Surroundings.absolute(own), passed: passed)
        }
      }
      return PlannedCase(description: description, timeLimit: options.timeout) { folder in
        let parameters = CaseParameters(
          seed: options.seed,
          client: Surroundings.absolute(client),
          subject: options.subjectCommand.map(Surroundings.absolute),
          terminate: options.terminateCommand.map(Surroundings.absolute),
          profile: options.profileText,
          folder: folder,
          commandTimeLimitMilliseconds: options.commandTimeout.wholeMilliseconds,
          requestTimeoutMilliseconds: options.requestTimeout.wholeMilliseconds
        )
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
      temporaryFolder: Terminal.environment("TMPDIR") ?? "/tmp",
      showOutput: options.showOutput
    )
  }

  private var header: RunHeader {
    RunHeader(
      version: Version.number,
      suite: options.suite,
      cases: options.cases,
      client: options.client ?? "reference-client",
      subject: options.subject ?? "bundled",
      profile: options.profileName,
      seed: options.seed,
      commit: Commit.current(),
      startedAtUnixSeconds: Surroundings.unixSeconds,
      hostname: Surroundings.hostname,
      jobs: options.jobs,
      repeatOptions: options.repeatOptions
    )
  }

  /// The variables that the configuration passes on, as far as they are set.
  private var passedVariables: [String: String] {
    options.passedVariables.reduce(into: [:]) { passed, name in
      passed[name] = Terminal.environment(name)
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
