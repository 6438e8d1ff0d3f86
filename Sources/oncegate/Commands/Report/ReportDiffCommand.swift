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
    let old = try RecordedRun.read(arguments.operands[0], EarlierRun.init)
    difference = try RecordedRun.read(arguments.operands[1]) { (new) throws(ReportingError) in
      try DifferenceReport(old: old, new: new)
    }
  }

  func carryOut() -> ExitStatus {
    Terminal.write(difference.text, to: 1)
    return difference.counts.isWorse ? .promiseBroken : .allPassed
  }
}
