// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// What each case can find whose client must announce a capability.
  static let queueFindingsOfCapable: [String: [Finding]] = [
    "queue.fresh-credentials": identity + [.tokenNotOfNow, .droppedOnUnauthorized],
    "queue.account-bound": identity + [.sentAsOtherAccount, .droppedOnAccountChange],
    "queue.retry-after": identity + [.sentBeforeRetryAfter, .retryAfterWithoutEnd],
    "queue.backoff": identity + [
      .noWaiting, .waitWithoutEnd, .waitsNotSpread, .taskIdentityChanged,
    ],
    "queue.clock-jump": identity + [.stuckAfterClockJump],
    "queue.claim-outlasts-stall": identity + [
      .taskNotListed, .completedWithoutSuccess, .droppedOnUnknownOutcome, .claimTooShort,
    ],
    "queue.record-order": identity + [.recordOrderBroken, .blockedByPoisonedHead],
    "queue.key-lifetime": identity + [.sentAfterKeyLifetime, .notStoppedAfterKeyLifetime],
    "queue.cancel": identity + [
      .completedWithoutSuccess, .cancelledStaysPending, .sentAfterCancel, .droppedOnCancel,
      .completedUndoneByCancel,
    ],
  ]

  /// What is checked of every task on its way.
  private static let identity: [Finding] = [
    .keyNotAccepted, .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .keyChangedOnRetry,
    .bodyChangedOnRetry, .twoRecordsForOneAction, .notSettledOnceReachable,
  ]
}
