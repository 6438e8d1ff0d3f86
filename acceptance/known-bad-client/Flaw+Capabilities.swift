// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension Flaw {
  /// The expectation of a flaw that only a client with capabilities can show.
  var expectationOfCapable: FlawExpectation {
    switch self {
    case .credentialFrozen: FlawExpectation("queue.fresh-credentials", .tokenNotOfNow)
    case .newKeyOn401: FlawExpectation("queue.fresh-credentials", .keyChangedOnRetry)
    case .droppedOn401: FlawExpectation("queue.fresh-credentials", .droppedOnUnauthorized)
    case .sendsAsOtherAccount: FlawExpectation("queue.account-bound", .sentAsOtherAccount)
    case .droppedOnAccountChange: FlawExpectation("queue.account-bound", .droppedOnAccountChange)
    case .retryAfterIgnored: FlawExpectation("queue.retry-after", .sentBeforeRetryAfter)
    case .retryAfterUnbounded: FlawExpectation("queue.retry-after", .retryAfterWithoutEnd)
    case .backoffMissing: FlawExpectation("queue.backoff", .noWaiting)
    case .backoffUnbounded: FlawExpectation("queue.backoff", .waitWithoutEnd)
    case .backoffNotJittered: FlawExpectation("queue.backoff", .waitsNotSpread)
    case .keyLifetimeIgnored: FlawExpectation("queue.key-lifetime", .sentAfterKeyLifetime)
    case .keyExpiryHidden: FlawExpectation("queue.key-lifetime", .notStoppedAfterKeyLifetime)
    case .cancelIgnored: FlawExpectation("queue.cancel", .cancelledStaysPending)
    case .cancelOnlyShown: FlawExpectation("queue.cancel", .sentAfterCancel)
    case .cancelDrops: FlawExpectation("queue.cancel", .droppedOnCancel)
    case .cancelStopsCompleted: FlawExpectation("queue.cancel", .completedUndoneByCancel)
    default: preconditionFailure("this flaw needs no capability")
    }
  }

  /// What the flaw must show in the cases whose client must announce a capability; together the flaws prove
  /// each check of each of these cases.
  var inCapabilityCases: [FlawExpectation] {
    switch self {
    case .noKeySent: Self.inEach(.keyNotAccepted)
    case .otherKeySent: Self.inEach(.keyNotSentAsAcknowledged)
    case .bodyRewrittenOnSubmit: Self.inEach(.bodyNotAsSubmitted)
    case .emptyRequestFirst: Self.inEach(.bodyChangedOnRetry)
    case .doubleSend: Self.inEach(.twoRecordsForOneAction)
    case .successNotNoticed:
      Self.inEach(.notSettledOnceReachable).filter { $0.caseName != "queue.record-order" }
    case .neverRetried:
      FlawExpectation.each(.notSettledOnceReachable, in: "queue.record-order")
    case .headBlocks: FlawExpectation.each(.blockedByPoisonedHead, in: "queue.record-order")
    case .newKeyOnRetry:
      FlawExpectation.each(
        .keyChangedOnRetry,
        in: "queue.account-bound",
        "queue.retry-after",
        "queue.backoff",
        "queue.clock-jump",
        "queue.record-order",
        "queue.claim-outlasts-stall",
        "queue.key-lifetime",
        "queue.cancel"
      )
    case .completedOn503:
      FlawExpectation.each(
        .completedWithoutSuccess,
        in: "queue.cancel",
        "queue.claim-outlasts-stall"
      )
    case .stoppedOn503:
      FlawExpectation.each(.droppedOnUnknownOutcome, in: "queue.claim-outlasts-stall")
    case .notDurable: FlawExpectation.each(.taskNotListed, in: "queue.claim-outlasts-stall")
    case .newTaskWhenRefused: FlawExpectation.each(.taskIdentityChanged, in: "queue.backoff")
    default: []
    }
  }

  private static func inEach(_ finding: Finding) -> [FlawExpectation] {
    CaseCatalogue.capabilities.map { FlawExpectation($0.name.description, finding) }
  }
}
