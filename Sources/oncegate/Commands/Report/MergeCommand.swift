// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting

/// `oncegate report merge`.
struct MergeCommand {
  private let operands: [String]
  private let output: String?
  private let reportFolder: String?
  private let profile: JUnitProfile
  private let policy: RepeatPolicy

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard !arguments.operands.isEmpty else {
      throw .missingOperand("FILE", command: "report merge")
    }
    output = arguments.value("-o")
    reportFolder = arguments.value("--report-dir")
    guard output != nil || reportFolder != nil else {
      throw .missingOption("-o", command: "report merge", value: "FILE")
    }
    operands = arguments.operands
    profile = try arguments.choice("--junit-profile", JUnitProfile.allCases, default: .rich)
    policy = try arguments.choice("--verdict-of", RepeatPolicy.allCases, default: .worst)
  }

  func carryOut() -> ExitStatus {
    do throws(ReportingError) {
      guard let reportFolder else { return try mergeFiles(into: output ?? "") }
      return try mergeRuns(into: reportFolder)
    } catch {
      Terminal.printError(error.description)
      return ReportOperand.status(of: error)
    }
  }

  private func mergeFiles(into output: String) throws(ReportingError) -> ExitStatus {
    let files = operands.map(ReportOperand.junit)
    let result = try JUnitMerge(files, into: output, profile: profile, policy: policy).run()
    for repeated in result.repeated {
      let more = repeated.count - repeated.outcomes.count
      Terminal.print(
        "repeated  \(repeated.className) \(repeated.name): "
          + repeated.outcomes.map(\.rawValue).joined(separator: ", ")
          + (more > 0 ? " and \(more) more" : "")
      )
    }
    let untold = result.repeatedCount - result.repeated.count
    if untold > 0 { Terminal.print("repeated  \(untold) more") }
    let counts = result.counts
    Terminal.print(
      "\(output): \(counts.tests) tests, \(counts.failures) failures, \(counts.errors) errors, "
        + "\(counts.skipped) skipped, of \(files.count) \(files.count == 1 ? "file" : "files")"
    )
    return result.exitStatus
  }

  /// Makes a whole report folder, as if the parts had been one run.
  private func mergeRuns(into folder: String) throws(ReportingError) -> ExitStatus {
    var records: [RunRecord] = []
    for operand in operands {
      // A run of parts is held as a whole.
      let json = try FileContents.bytes(of: ReportOperand.record(operand))
      records.append(try RunRecord(RecordFile(json: json)))
    }
    let summary = try RunMerge.summary(of: records, policy: policy)
    let reports = try RunReports(
      folder: folder,
      workspace: Surroundings.currentFolder,
      junitCopies: output.map { [$0] } ?? [],
      profile: profile,
      console: .human(TerminalOptions(verbosity: .quiet)),
      output: { Terminal.write($0, to: 1) }
    )
    try reports.post(.runStarted(summary.header))
    try reports.post(.runEnded(summary))
    return summary.exitStatus
  }
}
