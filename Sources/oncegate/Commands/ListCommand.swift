// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// `oncegate list`.
enum ListCommand {
  static func carryOut(_ arguments: ParsedArguments) throws(ArgumentError) -> ExitStatus {
    let suite = arguments.value("--suite") ?? "all"
    let configuration = try RunOptions.configuration(arguments)
    let cases = try CaseSelection.cases(inSuite: suite, of: configuration.allCases)
    let nameWidth = cases.map(\.name.description.count).max() ?? 0
    let suiteWidth = cases.map { $0.suites.joined(separator: ",").count }.max() ?? 0
    for description in cases {
      Terminal.print(
        padded(description.name.description, nameWidth) + "  "
          + padded(description.suites.joined(separator: ","), suiteWidth) + "  "
          + description.promise
      )
    }
    return .allPassed
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}
