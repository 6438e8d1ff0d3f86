// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

extension CaseResult {
  /// How many rounds passed, or nothing where there was one round.
  var roundWords: String? {
    guard !otherRounds.isEmpty else { return nil }
    let passed = (otherRounds + [verdict]).count { $0 == .passed }
    return "\(passed) of \(otherRounds.count + 1) rounds passed"
  }
}

extension Verdict {
  /// The kind of verdict as a kebab-case word; records and machine-readable output use it.
  package var kindWord: String {
    switch self {
    case .passed: "passed"
    case .failed(.invariantBroken): "invariant-broken"
    case .failed(.preconditionFailed): "precondition-failed"
    case .failed(.exitStatus): "exit-status"
    case .unjudged(.timedOut): "timed-out"
    case .unjudged(.signal): "signal"
    case .unjudged(.couldNotStart): "could-not-start"
    case .unjudged(.contractBroken): "contract-broken"
    case .unjudged(.vacuous): "vacuous"
    case .unjudged(.setupFailed): "setup-failed"
    case .unjudged(.noVerdict): "no-verdict"
    case .unjudged(.malformedEvents): "malformed-events"
    case .unjudged(.leftProcesses): "left-processes"
    case .unjudged(.notRun): "not-run"
    case .skipped: "skipped"
    }
  }

  /// What happened instead of a pass, in the model's words; empty for a pass.
  package var words: String {
    switch self {
    case .passed: ""
    case .failed(let failure): failure.words
    case .unjudged(let reason): reason.words
    case .skipped(let reason): reason.words
    }
  }

  /// What happened in one line that names the broken promise too.
  var message: String {
    if case .failed(.invariantBroken(let finding, _)) = self {
      "\(finding.invariant.rawValue): \(finding.happened)"
    } else {
      words
    }
  }

  /// The word that a title says after the case's name: the broken promise, or the kind of verdict.
  var titleWord: String {
    if case .failed(.invariantBroken(let finding, _)) = self {
      finding.invariant.rawValue
    } else {
      kindWord
    }
  }

  /// The line of the check in the case's file, or 1 where it is not known.
  var sourceLine: Int {
    if case .failed(.invariantBroken(_, let line)) = self { max(1, line) } else { 1 }
  }

  var wasNotRun: Bool {
    if case .unjudged(.notRun) = self { true } else { false }
  }

  /// Whether a reader must look at the case: it failed, or could not be judged.
  var needsAttention: Bool {
    switch self {
    case .failed, .unjudged: true
    case .passed, .skipped: false
    }
  }
}

extension CaseResult {
  /// The line to which a reader is sent: the one that a user named, or else that of the check.
  var sourceLine: Int { description.sourceLine ?? verdict.sourceLine }
}
