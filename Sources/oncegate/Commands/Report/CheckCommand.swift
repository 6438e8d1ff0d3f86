// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate report check`.
struct CheckCommand {
  private let files: [String]

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard !arguments.operands.isEmpty else {
      throw .missingOperand("FILE", command: "report check")
    }
    files = arguments.operands
  }

  func carryOut() -> ExitStatus { .notJudged }
}
