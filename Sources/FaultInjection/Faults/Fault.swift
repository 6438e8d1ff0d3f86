// SPDX-License-Identifier: Apache-2.0

/// A fault on the wire, placed before or after the commit of one delivery.
///
/// A fault before the commit stands for something in front of the server: nothing is stored, unless
/// the case says otherwise. A fault after the commit spoils only the answer: the record stays.
public enum Fault: Hashable, Sendable {
  /// Nothing listens on the port.
  case refuse

  /// A status in place of the work.
  case statusBeforeCommit(Int)
  /// A status in place of the answer to work that was done.
  case statusAfterCommit(Int)
  /// 429 with this Retry-After field, or without one.
  case tooManyRequests(retryAfter: String?)
  /// 503 with this Retry-After field, or without one.
  case unavailable(retryAfter: String?)
  /// 401, as for a credential that is over.
  case unauthorizedExpired
  /// A status that says that the record has a newer version.
  case versionConflict(Int)
  /// 307 or 308 to the same place.
  case redirectPreserving(Int)
  /// 301, 302 or 303 to the same place.
  case redirectRewriting(Int)

  /// The delivery is held before the commit until it is released or its client is gone.
  case stallBeforeCommit
  /// The answer is held after the commit until it is released or its client is gone.
  case stallAfterCommit
  /// The answer is held after the commit until the next delivery has been answered.
  case lateRelease

  /// The head and so many bytes of the body go out after the commit; the rest is held until it is released
  /// or the client is gone.
  case stallMidResponse(bytes: Int)

  /// The connection ends orderly, without an answer and without a commit.
  case closeBeforeCommit
  /// The connection ends orderly after the commit, without an answer.
  case closeAfterCommit
  /// The connection is reset without a commit.
  case resetBeforeCommit
  /// The connection is reset after the commit, without an answer.
  case resetAfterCommit
  /// The connection is reset after the head and so many bytes of the body.
  case resetMidResponse(bytes: Int)
  /// The answer is kept open, and the next request on its connection is reset before any byte.
  case reusedConnectionReset

  /// The connection ends orderly after the head and so many bytes of the body.
  case truncatedBody(bytes: Int)
  /// The answer's bytes come one by one, with a pause after each.
  case slowTrickle(pauseMilliseconds: Int)
  /// A success whose body is no JSON.
  case malformedSuccess
  /// A success without a body.
  case emptySuccess
  /// 200 with an error object; nothing is stored.
  case errorInSuccess
  /// 200 with somebody else's HTML page; nothing is stored.
  case captivePortal
  /// 200 that says of this item that it failed; nothing is stored.
  case partialSuccess

  /// The ledger stores another body under the arriving key first, then compares.
  case keyConflict
  /// The answer says that the key's first delivery is still being worked on.
  case keyInFlight
  /// The server fails with this status and keeps the failure under the key.
  case storedFailureReplay(Int)
  /// The server forgets the key first, as one whose lifetime is over.
  case keyForgotten
}

extension Fault {
  /// When a fault happens, seen from the ledger.
  public enum Phase: String, Hashable, Sendable {
    case beforeCommit = "before-commit"
    case afterCommit = "after-commit"
  }

  /// Says whether the ledger holds the record when the fault happens.
  public var phase: Phase {
    switch self {
    case .statusAfterCommit, .stallAfterCommit, .lateRelease, .stallMidResponse, .closeAfterCommit,
      .resetAfterCommit, .resetMidResponse, .reusedConnectionReset, .truncatedBody, .slowTrickle,
      .malformedSuccess,
      .emptySuccess:
      .afterCommit
    case .refuse, .statusBeforeCommit, .tooManyRequests, .unavailable, .unauthorizedExpired,
      .versionConflict, .redirectPreserving, .redirectRewriting, .stallBeforeCommit,
      .closeBeforeCommit, .resetBeforeCommit, .errorInSuccess, .captivePortal, .partialSuccess,
      .keyConflict, .keyInFlight, .storedFailureReplay, .keyForgotten:
      .beforeCommit
    }
  }

  /// Says whether the fault is made by changing what a ledger holds, which nobody can do to a real server.
  public var changesLedger: Bool {
    switch self {
    case .keyConflict, .keyForgotten, .storedFailureReplay: true
    default: false
    }
  }

  /// The name in the catalogue, such as `status-after-commit`.
  public var name: String {
    switch self {
    case .refuse: "refuse"
    case .statusBeforeCommit: "status-before-commit"
    case .statusAfterCommit: "status-after-commit"
    case .tooManyRequests: "too-many-requests"
    case .unavailable: "unavailable"
    case .unauthorizedExpired: "unauthorized-expired"
    case .versionConflict: "version-conflict"
    case .redirectPreserving: "redirect-preserving"
    case .redirectRewriting: "redirect-rewriting"
    case .stallBeforeCommit: "stall-before-commit"
    case .stallAfterCommit: "stall-after-commit"
    case .lateRelease: "late-release"
    case .stallMidResponse: "stall-mid-response"
    case .closeBeforeCommit: "close-before-commit"
    case .closeAfterCommit: "close-after-commit"
    case .resetBeforeCommit: "reset-before-commit"
    case .resetAfterCommit: "reset-after-commit"
    case .resetMidResponse: "reset-mid-response"
    case .reusedConnectionReset: "reused-connection-reset"
    case .truncatedBody: "truncated-body"
    case .slowTrickle: "slow-trickle"
    case .malformedSuccess: "malformed-success"
    case .emptySuccess: "empty-success"
    case .errorInSuccess: "error-in-success"
    case .captivePortal: "captive-portal"
    case .partialSuccess: "partial-success"
    case .keyConflict: "key-conflict"
    case .keyInFlight: "key-in-flight"
    case .storedFailureReplay: "stored-failure-replay"
    case .keyForgotten: "key-forgotten"
    }
  }
}
