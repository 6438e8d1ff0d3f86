// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Reporting

/// `oncegate report check`.
struct CheckCommand {
  enum Format: String, CaseIterable {
    case human
    case json
  }

  private let files: [String]
  private let profile: JUnitProfile?
  private let format: Format

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    guard !arguments.operands.isEmpty else {
      throw .missingOperand("FILE", command: "report check")
    }
    files = arguments.operands.map(ReportOperand.junit)
    profile =
      arguments.value("--junit-profile") == nil
      ? nil
      : try arguments.choice("--junit-profile", JUnitProfile.allCases, default: .rich)
    format = try arguments.choice("--format", Format.allCases, default: .human)
  }

  /// Checks each file, also where one before it could not be read.
  func carryOut() -> ExitStatus {
    var statuses: Set<ExitStatus> = []
    for file in files {
      do throws(ReportingError) {
        let counts = try JUnitCheck(file, profile: profile).run { tell($0, in: file) }
        tell(counts, in: file)
        if !counts.isEmpty { statuses.insert(.promiseBroken) }
      } catch {
        Terminal.printError(error.description)
        statuses.insert(ReportOperand.status(of: error))
      }
    }
    return [.usage, .promiseBroken, .notJudged].first(where: statuses.contains) ?? .allPassed
  }

  private func tell(_ finding: JUnitFinding, in file: String) {
    let rule = finding.rule
    switch format {
    case .human:
      Terminal.print(
        "\(file):\(finding.line) \(rule.rawValue) \(rule.consumer) \(rule.effect): \(finding.what)"
      )
    case .json:
      Terminal.print(JUnitFindingLine(finding, in: file).json)
    }
  }

  /// Says for each rule how often it was broken, where not everything was told.
  private func tell(_ counts: [JUnitRule: Int], in file: String) {
    for rule in JUnitRule.allCases {
      let untold = counts[rule, default: 0] - JUnitCheck.findingsPerRuleMax
      guard untold > 0 else { continue }
      switch format {
      case .human: Terminal.print("\(file): \(rule.rawValue): \(untold) more")
      case .json: Terminal.print(JUnitUntoldLine(rule, more: untold, in: file).json)
      }
    }
  }
}
