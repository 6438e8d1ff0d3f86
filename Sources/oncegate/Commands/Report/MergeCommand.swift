// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting

/// `oncegate report merge`.
struct MergeCommand {
  private let files: [String]
  private let output: String
  private let profile: JUnitProfile
  private let policy: RepeatPolicy

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard !arguments.operands.isEmpty else {
      throw .missingOperand("FILE", command: "report merge")
    }
    guard let output = arguments.value("-o") else {
      throw .missingOption("-o", command: "report merge", value: "FILE")
    }
    self.output = output
    files = arguments.operands.map(ReportOperand.junit)
    profile = try arguments.choice("--junit-profile", JUnitProfile.allCases, default: .rich)
    policy = try arguments.choice("--verdict-of", RepeatPolicy.allCases, default: .worst)
  }

  func carryOut() -> ExitStatus {
    do throws(ReportingError) {
      let result = try JUnitMerge(files, into: output, profile: profile, policy: policy).run()
      tell(result)
      return result.exitStatus
    } catch {
      Terminal.printError(error.description)
      return ReportOperand.status(of: error)
    }
  }

  private func tell(_ result: JUnitMerge.Result) {
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
  }
}
