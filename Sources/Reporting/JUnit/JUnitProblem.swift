// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// The values of `type`: no word that GitLab's reader takes for a data type is among them.
enum JUnitProblemType: String, CaseIterable {
  case invariantBroken = "InvariantBroken"
  case preconditionFailed = "PreconditionFailed"
  case timeout = "Timeout"
  case signal = "Signal"
  case spawnFailed = "SpawnFailed"
  case contractBroken = "ContractBroken"
  case setupFailed = "SetupFailed"
  case notRun = "NotRun"

  /// The type of a verdict, or nothing for a pass.
  ///
  /// A user's own case that exits with another status than 0 has found something that must hold and
  /// does not, so it shares the type of a false precondition. A fault that never bit is a matter of
  /// the setup. A skipped case was not run.
  init?(_ verdict: Verdict) {
    switch verdict {
    case .passed: return nil
    case .failed(.invariantBroken): self = .invariantBroken
    case .failed(.preconditionFailed), .failed(.exitStatus): self = .preconditionFailed
    case .unjudged(.timedOut): self = .timeout
    case .unjudged(.signal): self = .signal
    case .unjudged(.couldNotStart): self = .spawnFailed
    case .unjudged(.contractBroken), .unjudged(.malformedEvents), .unjudged(.noVerdict),
      .unjudged(.leftProcesses):
      self = .contractBroken
    case .unjudged(.vacuous), .unjudged(.setupFailed): self = .setupFailed
    case .unjudged(.notRun), .skipped: self = .notRun
    }
  }
}

/// The child of a test case that says what became of it.
package enum JUnitOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  case failure
  case error
  case skipped

  package init(_ verdict: Verdict) {
    switch verdict {
    case .passed: self = .passed
    case .failed: self = .failure
    case .unjudged: self = .error
    case .skipped: self = .skipped
    }
  }
}
