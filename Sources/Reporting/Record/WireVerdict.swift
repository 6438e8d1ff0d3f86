// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A verdict as JSON holds it: a kind, the kind's own members, and words for people.
struct WireVerdict: Codable, Hashable {
  /// `passed`, `failed`, `unjudged` or `skipped`.
  var verdict: String
  /// The kind of verdict, such as `invariant-broken` or `timed-out`.
  var kind: String
  /// What happened, for people; it is not read back.
  var words: String?
  var finding: String?
  var invariant: String?
  var sourceLine: Int?
  /// An exit status, a signal, an `errno` or a count, as the kind demands.
  var number: Int?
  var limitNanoseconds: Int64?
  var command: String?
  var rule: String?
  var reason: String?

  init(_ model: Verdict) {
    verdict = Self.word(model)
    kind = model.kindWord
    words = model.words.isEmpty ? nil : model.words
    switch model {
    case .passed, .failed(.preconditionFailed), .unjudged(.vacuous), .unjudged(.noVerdict),
      .unjudged(.malformedEvents):
      break
    case .failed(.invariantBroken(let finding, let line)):
      self.finding = finding.name
      invariant = finding.invariant.rawValue
      sourceLine = line
    case .failed(.exitStatus(let status)): number = Int(status)
    case .unjudged(.timedOut(let limit)): limitNanoseconds = limit.wholeNanoseconds
    case .unjudged(.signal(let signal)): number = Int(signal)
    case .unjudged(.couldNotStart(let code)): number = Int(code)
    case .unjudged(.contractBroken(let breach)):
      command = breach.command.rawValue
      rule = breach.rule.rawValue
    case .unjudged(.setupFailed(let problem)): reason = problem.rawValue
    case .unjudged(.leftProcesses(let count)): number = count
    case .unjudged(.notRun(let notRun)): reason = notRun.rawValue
    case .skipped(.missingCapability(let capability)): reason = capability.rawValue
    case .skipped(.serverLacks(let need)): reason = need.rawValue
    }
  }

  private static func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .unjudged: "unjudged"
    case .skipped: "skipped"
    }
  }

  /// The verdict, or `recordMalformed` where a member is missing or unknown.
  func model() throws(ReportingError) -> Verdict {
    guard let verdict = decoded, verdict.kindWord == kind, Self.word(verdict) == self.verdict else {
      throw .recordMalformed(member: "kind")
    }
    return verdict
  }

  private var decoded: Verdict? {
    let small = number.flatMap { Int32(exactly: $0) }
    return switch kind {
    case "passed": .passed
    case "precondition-failed": .failed(.preconditionFailed)
    case "vacuous": .unjudged(.vacuous)
    case "no-verdict": .unjudged(.noVerdict)
    case "malformed-events": .unjudged(.malformedEvents)
    case "invariant-broken":
      finding.flatMap(Finding.named).flatMap { finding in
        sourceLine.map { .failed(.invariantBroken(finding, sourceLine: $0)) }
      }
    case "exit-status": small.map { .failed(.exitStatus($0)) }
    case "timed-out": limitNanoseconds.map { .unjudged(.timedOut(limit: .nanoseconds($0))) }
    case "signal": small.map { .unjudged(.signal($0)) }
    case "could-not-start": small.map { .unjudged(.couldNotStart(code: $0)) }
    case "contract-broken":
      command.flatMap(ContractCommand.init).flatMap { command in
        rule.flatMap(ContractRule.init).map {
          .unjudged(.contractBroken(ContractBreach(command, $0)))
        }
      }
    case "setup-failed": reason.flatMap(SetupProblem.init).map { .unjudged(.setupFailed($0)) }
    case "left-processes": number.map { .unjudged(.leftProcesses(count: $0)) }
    case "not-run": reason.flatMap(NotRunReason.init).map { .unjudged(.notRun($0)) }
    case "skipped":
      // No word of one list stands in the other.
      reason.flatMap(Capability.init).map { .skipped(.missingCapability($0)) }
        ?? reason.flatMap(ServerNeed.init).map { .skipped(.serverLacks($0)) }
    default: nil
    }
  }
}

extension Duration {
  /// The whole nanoseconds, as far as they fit: that is some 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carried ? (seconds < 0 ? .min : .max) : sum
  }
}
