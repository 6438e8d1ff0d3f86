// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A system that reads commands from the log of a run; GitHub's are in `GitHubActions`.
package enum LogCommands: Hashable, Sendable, CaseIterable {
  case gitLab
  case buildkite
  case azure

  /// Finds out in whose pipeline a run is, or returns nothing.
  ///
  /// - Parameter environment: the value of a variable, or nothing where it is not set.
  package init?(_ environment: (String) -> String?) {
    if environment("GITLAB_CI") == "true" {
      self = .gitLab
    } else if environment("BUILDKITE") == "true" {
      self = .buildkite
    } else if environment("TF_BUILD")?.lowercased() == "true" {
      self = .azure
    } else {
      return nil
    }
  }

  /// A name that no other section of a job should have.
  private static let section = "oncegate_cases"

  /// Whole lines that open a foldable part of the log.
  ///
  /// Source: https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections,
  /// https://buildkite.com/docs/pipelines/configure/managing-log-output and
  /// https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands.
  func opening(_ title: String, atUnixSeconds seconds: Int64) -> String {
    let title = TerminalText.line(title)
    return switch self {
    case .gitLab:
      "\u{1b}[0Ksection_start:\(seconds):\(Self.section)\r\u{1b}[0K\(title)\n"
    case .buildkite: "--- \(title)\n"
    case .azure: "##[group]\(title)\n"
    }
  }

  /// Whole lines that close what `opening` opened.
  func closing(atUnixSeconds seconds: Int64) -> String {
    switch self {
    case .gitLab: "\u{1b}[0Ksection_end:\(seconds):\(Self.section)\r\u{1b}[0K\n"
    // The next group ends the one before it, and this one stays unfolded.
    case .buildkite: "+++ verdict\n"
    case .azure: "##[endgroup]\n"
    }
  }

  /// What a run leaves with the system at its end: a line for each case that needs attention, and the
  /// summary.
  ///
  /// - Parameters:
  ///   - summary: what became of the run.
  ///   - summaryPath: the absolute path of the summary in Markdown.
  /// - Returns: lines without their line breaks; none where the system has no such command.
  func issues(for summary: RunSummary, summaryPath: String) -> [String] {
    guard self == .azure else { return [] }
    let issues = summary.results.filter(\.verdict.needsAttention).map { result in
      let description = result.description
      return Self.issue(
        file: description.sourceFile,
        line: result.sourceLine,
        message: "\(description.name): \(result.verdict.message); "
          + "repeat: \(summary.header.repeatCommand(for: description))"
      )
    }
    return issues + ["##vso[task.uploadsummary]\(Self.data(summaryPath))"]
  }

  static func issue(file: String, line: Int, message: String) -> String {
    "##vso[task.logissue type=error;sourcepath=\(property(file));linenumber=\(line)]\(data(message))"
  }

  /// Source: https://github.com/microsoft/azure-pipelines-task-lib/blob/master/node/taskcommand.ts.
  private static func data(_ text: String) -> String {
    CommandText.data(text, escaping: ["%": "%AZP25", "\n": "%0A"])
  }

  private static func property(_ text: String) -> String {
    CommandText.property(text, escaping: ["%": "%AZP25", "\n": "%0A", "]": "%5D", ";": "%3B"])
  }

  /// Takes from a line what a system would obey in it.
  ///
  /// GitHub and Azure obey `##[` and `##vso[` wherever they stand in a line, GitHub `::` at the start of
  /// one, and Buildkite makes a group of a line that starts with three signs of a kind. GitLab's
  /// commands need control characters, which a clean line has not.
  static func harmless(_ line: String) -> String {
    var text = line
    for command in ["##[", "##vso["] {
      text = text.split(separator: command, omittingEmptySubsequences: false)
        .joined(separator: "# " + command.dropFirst())
    }
    let start = text.drop { $0 == " " }
    let isObeyed = ["::", "---", "+++", "~~~", "^^^"].contains { start.hasPrefix($0) }
    return isObeyed ? "'\(text)'" : text
  }
}

/// What a run needs to write such commands.
package struct PipelineLog: Sendable {
  let commands: LogCommands
  let unixSeconds: @Sendable () -> Int64
  let annotate: @Sendable (String) -> Void

  /// - Parameters:
  ///   - commands: whose commands are written.
  ///   - unixSeconds: the time in seconds since 1970-01-01 00:00:00 UTC.
  ///   - annotate: takes whole lines that stand for themselves; the systems read both outputs.
  package init(
    _ commands: LogCommands,
    unixSeconds: @escaping @Sendable () -> Int64,
    annotate: @escaping @Sendable (String) -> Void
  ) {
    self.commands = commands
    self.unixSeconds = unixSeconds
    self.annotate = annotate
  }
}

/// A report for people whose lines about cases can be folded away in a pipeline's log.
struct SectionedReport: ConsoleReport {
  private var report: any ConsoleReport
  private let log: PipelineLog

  init(_ report: any ConsoleReport, _ log: PipelineLog) {
    self.report = report
    self.log = log
  }

  mutating func text(for event: RunEvent, problem: ReportingError?) -> String {
    let text = report.text(for: event, problem: problem)
    switch event {
    case .runStarted(let header):
      let count = header.cases.count
      let title = "oncegate \(header.suite), \(count) \(count == 1 ? "case" : "cases")"
      return log.commands.opening(title, atUnixSeconds: log.unixSeconds()) + text
    case .runEnded: return log.commands.closing(atUnixSeconds: log.unixSeconds()) + text
    case .caseStarted, .caseEnded, .interrupted: return text
    }
  }
}

extension ConsoleFormat {
  /// Whether what is printed can have sections: not where a program reads it, nor where it is short.
  private var hasSections: Bool {
    if case .human(let options) = self { options.verbosity != .quiet } else { false }
  }

  func report(_ report: any ConsoleReport, log: PipelineLog?) -> any ConsoleReport {
    guard let log, hasSections else { return report }
    return SectionedReport(report, log)
  }
}
