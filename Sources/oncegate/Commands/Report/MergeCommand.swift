// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate report merge`.
struct MergeCommand {
  private let output: String

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard let output = arguments.value("-o") else {
      throw .missingOption("-o", command: "report merge", value: "FILE")
    }
    guard !arguments.operands.isEmpty else {
      throw .missingOperand("FILE", command: "report merge")
    }
    self.output = output
  }

  func carryOut() -> ExitStatus { .notJudged }
}
