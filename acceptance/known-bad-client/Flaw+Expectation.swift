// SPDX-License-Identifier: Apache-2.0

/// Where a flaw must be caught: in this case, by this promise.
struct Expectation: Hashable {
  let caseName: String
  let invariant: String

  fileprivate init(_ caseName: String, _ invariant: String) {
    self.caseName = caseName
    self.invariant = invariant
  }
}

extension Flaw {
  /// The case that is meant for the flaw, and the promise that it must find broken there.
  var expectation: Expectation {
    switch self {
    case .newKeyOnRelaunch, .keyOnlyInMemory:
      Expectation("queue.relaunch", "key-stable-across-relaunch")
    case .newKeyOnRetry:
      Expectation("queue.lost-response", "key-stable-across-retries")
    case .bodyChangedOnRetry:
      Expectation("queue.lost-response", "body-frozen-at-enqueue")
    case .bodyRebuiltOnRelaunch:
      Expectation("queue.relaunch", "body-frozen-at-enqueue")
    case .bodyRewrittenOnSubmit:
      Expectation("queue.disconnect", "body-frozen-at-enqueue")
    case .deletedOn503, .stoppedOn503:
      Expectation("queue.lost-response", "unknown-is-not-failure")
    case .completedOn503:
      Expectation("queue.lost-response", "removed-only-after-explicit-success")
    case .resentAfter409, .droppedOn409, .newKeyAfter409, .conflictNotStopped:
      Expectation("queue.key-conflict", "conflict-stops-with-diagnosis")
    case .newActionReusesKey, .newActionSwallowed:
      Expectation("queue.relaunch", "key-distinct-per-action")
    case .notDurable:
      Expectation("queue.disconnect", "durable-before-acknowledged")
    case .losesTaskOnRelaunch:
      Expectation("queue.relaunch", "durable-before-acknowledged")
    case .deletedBeforeSend:
      Expectation("queue.relaunch", "removed-only-after-explicit-success")
    case .droppedWhenRefused:
      Expectation("queue.disconnect", "unknown-is-not-failure")
    case .newTaskWhenRefused, .attemptsResetWhenRefused, .attemptsOnlyInMemory:
      Expectation("queue.disconnect", "backoff-changes-no-identity")
    case .claimNeverReleased:
      Expectation("queue.relaunch", "claim-survives-crash")
    case .doubleSend:
      Expectation("queue.disconnect", "one-action-one-record")
    case .noKeySent:
      Expectation("queue.disconnect", "key-well-formed")
    case .neverSends:
      Expectation("queue.disconnect", "queue-converges")
    case .credentialFrozen:
      Expectation("queue.fresh-credentials", "credentials-fresh-at-send")
    case .droppedOn401:
      Expectation("queue.fresh-credentials", "authentication-failure-holds-queue")
    case .sendsAsOtherAccount, .droppedOnAccountChange:
      Expectation("queue.account-bound", "task-bound-to-its-account")
    case .retryAfterIgnored, .retryAfterUnbounded:
      Expectation("queue.retry-after", "retry-after-honoured")
    case .backoffMissing, .backoffNotJittered:
      Expectation("queue.backoff", "backoff-jittered")
    case .backoffUnbounded:
      Expectation("queue.backoff", "backoff-capped")
    case .keyLifetimeIgnored, .keyExpiryHidden:
      Expectation("queue.key-lifetime", "key-lifetime-respected")
    }
  }

  /// Every flaw with its case and promise, one a line, separated by tabs.
  static var list: String {
    allCases.map { "\($0.rawValue)\t\($0.expectation.caseName)\t\($0.expectation.invariant)\n" }
      .joined()
  }
}
