// SPDX-License-Identifier: Apache-2.0

/// What a program with one flaw must show: in this case, this finding and no other.
package struct FlawExpectation: Hashable, Sendable {
  package let caseName: String
  package let finding: Finding

  package init(_ caseName: String, _ finding: Finding) {
    self.caseName = caseName
    self.finding = finding
  }
}

/// A mistake that a known-bad program can be told to make.
package protocol KnownFlaw: RawRepresentable<String>, CaseIterable, Sendable {
  /// The case that is meant for the flaw, and how that case must find it.
  var expectation: FlawExpectation { get }

  /// Further checks that the flaw proves, each in another case than the one that is meant for it.
  var furtherExpectations: [FlawExpectation] { get }
}

extension KnownFlaw {
  /// All that the flaw must show; the case that is meant for it comes first.
  package var expectations: [FlawExpectation] { [expectation] + furtherExpectations }

  /// Every expectation of every flaw, a line each: flaw, case, invariant and finding with tabs between.
  package static var list: String {
    var lines = ""
    for flaw in allCases {
      for expected in flaw.expectations {
        let parts = [
          flaw.rawValue, expected.caseName, expected.finding.invariant.rawValue,
          expected.finding.name,
        ]
        lines += parts.joined(separator: "\t") + "\n"
      }
    }
    return lines
  }
}

extension FlawExpectation {
  /// The same finding in several cases.
  package static func each(_ finding: Finding, in caseNames: String...) -> [FlawExpectation] {
    caseNames.map { FlawExpectation($0, finding) }
  }
}
