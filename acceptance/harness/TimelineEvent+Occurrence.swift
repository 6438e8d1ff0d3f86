// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import FaultInjection

extension TimelineEvent {
  /// What the log says about the event, or nothing where another event says it.
  package var occurrence: Occurrence? {
    switch event {
    case .received: .received
    case .committed: .committed
    case .replayed: .replayed
    case .conflicted: .conflict
    case .inFlight: .inFlight
    case .seeded: .seeded
    case .faulted(_, let fault): fault.occurrence
    case .held: .held
    case .released: .released
    case .clientGone: .clientGone
    case .answered(_, let status) where (200...299).contains(status): .answered
    // Without a key nothing else is said about it.
    case .answered where key == nil: .refused
    case .failureReplayed, .refusedFraming, .refusedRequest, .refusedConnection: .refused
    // No case stands in front of a real server.
    case .passedOn, .upstreamFailed, .passedOnUntouched: nil
    case .answered, .cut, .stopped, .ledgerFailed: nil
    }
  }
}

extension Fault {
  /// What the log says when the fault begins to act, or nothing where another event says it.
  fileprivate var occurrence: Occurrence? {
    switch self {
    case .statusBeforeCommit(let status), .statusAfterCommit(let status):
      (500...599).contains(status) ? .unavailable : .refused
    case .tooManyRequests: .throttled
    case .unavailable: .unavailable
    case .unauthorizedExpired: .unauthorized
    case .versionConflict, .storedFailureReplay: .refused
    case .redirectPreserving, .redirectRewriting: .redirected
    case .closeBeforeCommit, .closeAfterCommit: .closed
    case .resetBeforeCommit, .resetAfterCommit, .resetMidResponse, .reusedConnectionReset: .reset
    case .truncatedBody: .truncated
    case .malformedSuccess, .emptySuccess, .errorInSuccess, .captivePortal, .partialSuccess:
      .malformed
    case .refuse: .unreachable
    case .stallBeforeCommit, .stallAfterCommit, .lateRelease, .stallMidResponse, .slowTrickle,
      .keyConflict,
      .keyInFlight, .keyForgotten:
      nil
    }
  }
}
