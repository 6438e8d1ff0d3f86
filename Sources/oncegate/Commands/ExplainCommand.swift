// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate explain`.
enum ExplainCommand {
  static func carryOut(_ arguments: ParsedArguments) throws(ArgumentError) -> ExitStatus {
    let cases = try RunOptions.configuration(arguments).allCases
    let known = cases.map(\.name.description)
    guard let name = arguments.operands.first else {
      throw .missingValue("NAME", value: "one of " + known.joined(separator: ", "))
    }
    let selected = try CaseSelection.cases(named: [name], from: cases)
    Terminal.print(selected.map(explanation).joined(separator: "\n\n"))
    return .allPassed
  }

  static func explanation(of description: CaseDescription) -> String {
    var lines = ["\(description.name)  \(description.promise)", "", "what is done"]
    lines += description.steps.enumerated().map { "  \($0 + 1). \($1)" }
    lines += ["", "what must hold"]
    lines += description.invariants.map { "  \($0.rawValue)\n      \($0.promise)" }
    // A case of the user's own names no invariant; its command judges.
    if description.invariants.isEmpty { lines.append("  the command ends with exit status 0") }
    lines += ["", "by hand"]
    lines += description.byHand.enumerated().map { "  \($0 + 1). \($1)" }
    lines += [
      "", "run it alone",
      "  oncegate run \(description.name)"
        + (description.name.area == RunOptions.upstreamArea ? " --upstream URL" : ""),
      "", "its scenario",
      "  \(description.sourceFile)" + (description.sourceLine.map { ":\($0)" } ?? ""),
    ]
    return lines.joined(separator: "\n")
  }
}
