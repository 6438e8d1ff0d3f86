// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// One program that was put through the cases of its area.
struct SelftestRow: Sendable {
  /// What the program is called in the matrix.
  let name: String
  let kind: KnownBad.Kind
  /// The flaw that it has, or nothing for a good one.
  let bad: KnownBad?
  /// What became of each case, in the order of the columns.
  let results: [CaseResult]

  /// Where the gate did not prove itself on this program.
  var problems: [SelftestProblem] {
    var problems = results.compactMap(problem)
    for check in bad?.expectations ?? []
    where !results.contains(where: { $0.description.name == check.caseName }) {
      problems.append(SelftestProblem(subject: name, words: "\(check.caseName) was not run"))
    }
    return problems
  }

  /// One character for what became of a case.
  func mark(_ result: CaseResult) -> String {
    switch result.verdict {
    case .passed: "."
    case .failed: bad?.expected(in: result.description.name) == nil ? "x" : "X"
    case .unjudged(.vacuous): "~"
    case .unjudged: "?"
    case .skipped: "-"
    }
  }

  private func problem(_ result: CaseResult) -> SelftestProblem? {
    let name = result.description.name
    let happened: String
    switch result.verdict {
    case .unjudged(let reason) where !reason.isTheProgramsOwn:
      return SelftestProblem(
        subject: self.name,
        words: "\(name) was not judged: \(reason.words)",
        isUnjudged: true
      )
    case .passed: happened = "passed"
    case .failed(.invariantBroken(let finding, _)): happened = "found '\(finding.name)'"
    case .failed(let failure): happened = "ended without a finding: \(failure.words)"
    case .unjudged(let reason): happened = "ended without a finding: \(reason.words)"
    case .skipped(let reason): happened = "was skipped: \(reason.words)"
    }
    guard !isRight(result, bad?.expected(in: name)) else { return nil }
    let expected = bad?.expected(in: name).map { "; it must find '\($0.name)'" } ?? ""
    return SelftestProblem(subject: self.name, words: "\(name) \(happened)\(expected)")
  }

  private func isRight(_ result: CaseResult, _ expected: Finding?) -> Bool {
    if let expected {
      guard case .failed(.invariantBroken(let finding, _)) = result.verdict else { return false }
      return finding == expected
    }
    switch result.verdict {
    case .passed, .skipped: return true
    // What has a flaw may show it in other cases too, or never get as far as the fault.
    case .failed(.invariantBroken(let finding, _)):
      return bad != nil && CaseCatalogue.findings(of: result.description.name).contains(finding)
    case .unjudged(.vacuous): return bad != nil
    case .failed, .unjudged: return false
    }
  }
}

extension Unjudged {
  /// Whether the program under test brought it about, so that it would happen again.
  fileprivate var isTheProgramsOwn: Bool {
    switch self {
    case .vacuous, .contractBroken: true
    default: false
    }
  }
}
