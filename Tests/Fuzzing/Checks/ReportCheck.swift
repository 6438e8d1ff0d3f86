// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

@testable import Reporting

/// What holds for any bytes that are read as a JUnit report.
final class ReportCheck {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/report.xml"
  }

  /// Checks the bytes as anybody's report and as one of ours.
  func run(_ input: [UInt8]) throws {
    try Data(input).write(to: URL(fileURLWithPath: path))
    for profile in [nil, JUnitProfile.strict] {
      let first = check(profile)
      try require(check(profile) == first, "two checks of one file differ")
      guard let first else { continue }
      for (rule, count) in first.counts {
        let told = first.told[rule] ?? 0
        try require(
          told == min(count, JUnitCheck.findingsPerRuleMax),
          "\(rule) is broken \(count) times and told \(told) times"
        )
      }
    }
  }

  private struct Outcome: Equatable {
    var counts: [JUnitRule: Int]
    var told: [JUnitRule: Int]
  }

  private func check(_ profile: JUnitProfile?) -> Outcome? {
    var told: [JUnitRule: Int] = [:]
    do throws(ReportingError) {
      let counts = try JUnitCheck(path, profile: profile).run { told[$0.rule, default: 0] += 1 }
      return Outcome(counts: counts, told: told)
    } catch {
      return nil
    }
  }
}
