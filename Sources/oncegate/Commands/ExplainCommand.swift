// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate explain`.
enum ExplainCommand {
  static func carryOut(_ arguments: ParsedArguments) throws(ArgumentError) -> ExitStatus {
    let known = CaseCatalogue.all.map(\.name.description)
    guard let name = arguments.operands.first else {
      throw .missingValue("NAME", value: "one of " + known.joined(separator: ", "))
    }
    let selected = try CaseSelection.cases(named: [name], from: CaseCatalogue.all)
    Terminal.print(selected.map(explanation).joined(separator: "\n\n"))
    return .allPassed
  }

  static func explanation(of description: CaseDescription) -> String {
    var lines = ["\(description.name)  \(description.promise)", "", "what is done"]
    lines += description.steps.enumerated().map { "  \($0 + 1). \($1)" }
    lines += ["", "what must hold"]
    lines += description.invariants.map { "  \($0.rawValue)\n      \($0.promise)" }
    lines += ["", "by hand"]
    lines += description.byHand.enumerated().map { "  \($0 + 1). \($1)" }
    lines += [
      "", "run it alone", "  oncegate run \(description.name)", "", "its scenario",
      "  \(description.sourceFile)",
    ]
    return lines.joined(separator: "\n")
  }
}
