// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

/// What one round of a case came to.
struct RoundResult: Equatable {
  var verdict: Verdict
  var log: [LogLine] = []
  var duration = Duration.zero

  /// The worst of several rounds: failed, then not judged, not run, skipped, passed; of equals the first.
  static func worst(of rounds: [RoundResult]) -> Int? {
    rounds.indices.min { (rounds[$0].verdict.rank, $0) < (rounds[$1].verdict.rank, $1) }
  }
}

extension Verdict {
  /// Whether the process told it in so many words before it was stopped.
  ///
  /// Who is stopped in the middle may end in any way, and is not to blame for it.
  var standsAfterInterruption: Bool {
    switch self {
    case .passed, .skipped, .failed(.invariantBroken): true
    case .failed, .unjudged: false
    }
  }

  /// The smaller, the worse.
  fileprivate var rank: Int {
    switch self {
    case .failed: 0
    case .unjudged(.notRun): 2
    case .unjudged: 1
    case .skipped: 3
    case .passed: 4
    }
  }
}

extension PlannedCase {
  /// Judges one round from how its process ended and what it told.
  func judge(_ end: FinishedCommand) -> RoundResult {
    if isOwn { return RoundResult(verdict: verdictOfOwn(end)) }
    let transcript = CaseTranscript(end.output, overflowed: end.outputOverflowed)
    return RoundResult(verdict: verdict(end, transcript), log: transcript.log)
  }

  /// A user's own command tells by its exit status alone.
  private func verdictOfOwn(_ end: FinishedCommand) -> Verdict {
    if end.timedOut { return .unjudged(.timedOut(limit: timeLimit)) }
    switch end.exit {
    case .exited(0) where end.leftProcesses > 0:
      return .unjudged(.leftProcesses(count: end.leftProcesses))
    case .exited(0): return .passed
    case .exited(let status): return .failed(.exitStatus(status))
    case .signalled(let signal):
      return end.exit?.isTrap == true
        ? .failed(.preconditionFailed) : .unjudged(.signal(signal))
    case nil: return .unjudged(.noVerdict)
    }
  }

  private func verdict(_ end: FinishedCommand, _ transcript: CaseTranscript) -> Verdict {
    // A broken promise stays broken, however the process ended afterwards.
    if case .failed = transcript.verdict { return transcript.verdict ?? .unjudged(.noVerdict) }
    if end.timedOut { return .unjudged(.timedOut(limit: timeLimit)) }
    if transcript.isMalformed { return .unjudged(.malformedEvents) }
    guard let told = transcript.verdict else { return verdictWithoutWord(end) }
    // Whoever tells a verdict and then does not end well contradicts it.
    guard end.exit == .exited(0) else { return .unjudged(.noVerdict) }
    if case .unjudged = told { return told }
    return end.leftProcesses > 0 ? .unjudged(.leftProcesses(count: end.leftProcesses)) : told
  }

  /// Judges a process that has ended without a word on the outcome.
  private func verdictWithoutWord(_ end: FinishedCommand) -> Verdict {
    guard case .signalled(let signal) = end.exit else { return .unjudged(.noVerdict) }
    // In a state case the state machine itself asserts, and has no log.
    let isStateTrap = description.name.area == "state" && end.exit?.isTrap == true
    return isStateTrap ? .failed(.preconditionFailed) : .unjudged(.signal(signal))
  }
}
