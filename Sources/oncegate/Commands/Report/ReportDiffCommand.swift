// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting

/// `oncegate report diff`: what changed between two runs.
struct ReportDiffCommand {
  private let difference: DifferenceReport

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard arguments.operands.count == 2 else {
      throw .missingOperand(
        arguments.operands.isEmpty ? "OLD.json" : "NEW.json",
        command: "report diff"
      )
    }
    difference = DifferenceReport(
      old: try RecordedRun.read(arguments.operands[0]),
      new: try RecordedRun.read(arguments.operands[1])
    )
  }

  func carryOut() -> ExitStatus {
    Terminal.write(difference.text, to: 1)
    return difference.comparison.isWorse ? .promiseBroken : .allPassed
  }
}
