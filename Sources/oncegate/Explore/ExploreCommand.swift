// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Reporting
import Running

/// `oncegate explore`: lets the explorer search, and reports what it finds as cases of a run.
struct ExploreCommand {
  private let options: ExploreOptions

  init(_ area: ExploredArea, _ arguments: ParsedArguments) throws(ArgumentError) {
    options = try ExploreOptions(area, arguments)
    guard let file = options.saveFile else { return }
    // A search may take hours, and must not end with what cannot be kept.
    let parent = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    do {
      if parent != "." { _ = try Files.makeFolder(parent) }
    } catch {
      throw .badFile(file, reason: "its folder cannot be made: \(error)")
    }
    guard Surroundings.isWritable(parent) else {
      throw .badFile(file, reason: "its folder cannot be written")
    }
  }

  func carryOut() -> ExitStatus {
    let reports: RunReports
    do {
      reports = try self.reports()
    } catch {
      Terminal.printError(error.description)
      return .notJudged
    }
    let search = ExploreSearch(options, header: header, reports: reports, progress: progress)
    let run = ExplorerRun(
      temporaryFolder: Terminal.environment("TMPDIR") ?? "/tmp",
      command: { folder in command(options.parameters(folder: folder)) },
      post: { search.take($0) }
    )
    JanitorCommand.start()
    let end = run.run()
    JanitorCommand.end()
    return search.conclude(end)
  }

  private func command(_ parameters: ExploreParameters) -> Command {
    let own = [
      "PATH": Terminal.environment("PATH") ?? "/usr/bin:/bin",
      ExploreParameters.variable: parameters.json,
    ]
    return Command(
      [Surroundings.program("oncegate-explore")],
      environment: options.run.passedEnvironment(Terminal.environment).merging(own) { $1 }
    )
  }

  private func reports() throws(ReportingError) -> RunReports {
    let isGitHub = Terminal.environment("GITHUB_ACTIONS") == "true"
    return try RunReports(
      folder: options.run.reportFolder,
      workspace: Surroundings.currentFolder,
      junitCopies: [Terminal.environment("XML_OUTPUT_FILE")].compactMap { $0 },
      console: .human(
        TerminalOptions(
          verbosity: options.run.quiet ? .quiet : .normal,
          isColoured: isColoured,
          columns: Terminal.columns,
          showsProgress: false
        )
      ),
      output: { Terminal.write($0, to: 1) },
      gitHub: isGitHub
        ? GitHubActions(
          stepSummaryPath: Terminal.environment("GITHUB_STEP_SUMMARY"),
          annotate: { Terminal.write($0, to: 2) }
        ) : nil
    )
  }

  private var isColoured: Bool {
    switch options.run.color {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isInteractive && Terminal.environment("NO_COLOR") == nil
        && Terminal.environment("TERM") != "dumb"
    }
  }

  private var progress: ExploreProgress {
    ExploreProgress(
      isInPlace: Terminal.isInteractive && Terminal.environment("TERM") != "dumb"
        && Terminal.environment("CI") == nil,
      columns: Terminal.columns ?? 80,
      isQuiet: options.run.quiet
    )
  }

  private var header: RunHeader {
    RunHeader(
      version: Version.number,
      suite: "explore \(options.area.rawValue)",
      cases: [ExploredCase.whole(options)].compactMap(\.self),
      client: options.run.client ?? RunHeader.bundledClient,
      subject: options.run.subject ?? RunHeader.bundledSubject,
      profile: options.run.profileName,
      seed: options.run.seed,
      commit: Commit.current(),
      startedAtUnixSeconds: Surroundings.unixSeconds,
      hostname: Surroundings.hostname,
      jobs: 1,
      repeatOptions: options.run.repeatOptions
    )
  }
}
