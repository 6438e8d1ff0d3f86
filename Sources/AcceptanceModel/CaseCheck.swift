// SPDX-License-Identifier: Apache-2.0

/// One check of one case: a way in which that case can find a promise broken.
package struct CaseCheck: Hashable, Sendable, CustomStringConvertible {
  package let caseName: CaseName
  package let finding: Finding

  package init(_ caseName: CaseName, _ finding: Finding) {
    self.caseName = caseName
    self.finding = finding
  }

  /// Reads `case:finding`, or nothing where no case has such a check.
  package init?(_ text: String) {
    guard let check = CaseCatalogue.checks.first(where: { $0.description == text }) else {
      return nil
    }
    self = check
  }

  package var description: String { "\(caseName):\(finding.name)" }
}

extension CaseCatalogue {
  /// Every check of every case, in the catalogue's order.
  package static let checks: [CaseCheck] = all.flatMap { description in
    findings(of: description.name).map { CaseCheck(description.name, $0) }
  }

  /// Every way in which a case can find a promise broken.
  ///
  /// It is the whole truth: a case's process refuses to check for anything else, and `selftest` demands a
  /// known-bad program for each.
  package static func findings(of name: CaseName) -> [Finding] {
    findingTables.lazy.compactMap { $0[name.description] }.first ?? []
  }

  private static let findingTables = [
    queueFindings, queueFindingsBeyondGate, queueFindingsOfCapable, crashFindings,
    stateFindings, stateFindingsBeyondGate, serverFindings,
  ]
}
