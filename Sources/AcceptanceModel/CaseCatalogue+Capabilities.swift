// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases whose client must announce a capability; without it they are skipped.
  package static let capabilities: [CaseDescription] = [
    freshCredentials, accountBound, retryAfter, backoff, clockJump, claimOutlastsStall, recordOrder,
    keyLifetime,
    cancel,
  ].compactMap(\.self)

  private static let freshCredentials = CaseName("queue.fresh-credentials").map {
    CaseDescription(
      name: $0,
      suites: ["accounts"],
      promise: "an expired session holds the queue, and each attempt carries the token of now",
      steps: [
        "the client must announce 'credentials'; submit two tasks with a first token, nothing listens",
        "resume with a second token, which the server answers 401; the deliveries carry that token",
        "both tasks are listed as pending",
        "resume with a third token until the tasks are settled; the deliveries carry that token, the same keys and the same bytes",
      ],
      invariants: [
        .credentialsFreshAtSend, .authenticationFailureHoldsQueue, .bodyFrozenAtEnqueue,
        .keyWellFormed, .keyStableAcrossRetries, .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with a file that holds {\"thereafter\":\"unauthorized-expired\"}",
        "submit in the app; it says that the session is over, and keeps the task",
        "end the server, start it without the file, and sign in again; the task is sent",
      ],
      sourceFile: "acceptance/cases/QueueFreshCredentials.swift"
    )
  }

  private static let accountBound = CaseName("queue.account-bound").map {
    CaseDescription(
      name: $0,
      suites: ["accounts"],
      promise:
        "a task is sent for the account that made it, and waits while another one is signed in",
      steps: [
        "the client must announce 'accounts'; submit as a first account, nothing listens",
        "submit as a second account, let the server listen, whose first answer to each task is lost",
        "resume until the second account's task is settled",
        "nothing of the first account was sent, and its task is listed as pending",
        "sign the first account in again and resume; its task is settled",
      ],
      invariants: [
        .taskBoundToItsAccount, .queueConverges, .bodyFrozenAtEnqueue, .keyWellFormed,
        .keyStableAcrossRetries, .oneActionOneRecord,
      ],
      byHand: [
        "do not start the server; submit in the app as one user, sign out, sign in as another one",
        "start 'oncegate serve' and let the app reconnect; nothing arrives",
        "sign in as the first user again; the write arrives",
      ],
      sourceFile: "acceptance/cases/QueueAccountBound.swift"
    )
  }

  private static let retryAfter = CaseName("queue.retry-after").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "a server that asks for time is given it, but not for ever",
      steps: [
        "the client must announce 'clock'; submit, and resume; the first delivery is answered 429 or 503 with Retry-After",
        "where that is up to 600 seconds, or a date as near: 'due' a second before sends nothing",
        "a day later 'due' sends the task, also where Retry-After named thousands of years, or nonsense",
        "this is repeated for seconds, a date, and absurd values, each with a task of its own",
      ],
      invariants: [
        .retryAfterHonoured, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with a file that holds {\"perAttempt\":[\"too-many-requests:120\"]}",
        "submit in the app; the second delivery comes no sooner than two minutes after the first",
      ],
      sourceFile: "acceptance/cases/QueueRetryAfter.swift"
    )
  }

  private static let backoff = CaseName("queue.backoff").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "failed attempts wait, not for ever, and not all for the same time",
      steps: [
        "the client must announce 'clock'; submit twice and resume while nothing listens, then 20 times, each delivery answered 503",
        "let both tasks fail together; 'due' at the same moment sends nothing",
        "let the clock run; within a day 'due' has sent both again",
        "let them fail together again, up to 16 waits; they must not all take the same time",
        "the faults end; every task is settled, under its first ID and key and with its bytes",
      ],
      invariants: [
        .backoffJittered, .backoffCapped, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .backoffChangesNoIdentity, .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with a file that holds {\"thereafter\":\"status-before-commit:503\"}",
        "submit several times in the app; the deliveries come at longer and longer, unequal intervals",
      ],
      sourceFile: "acceptance/cases/QueueBackoff.swift"
    )
  }

  private static let clockJump = CaseName("queue.clock-jump").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "a clock that is set, back or forward, moves no task out of reach",
      steps: [
        "the client must announce 'clock'; submit and resume; the delivery is answered 503 and the task waits",
        "the clock is set back by a year; within a day by the new time 'due' has sent the task",
        "the same with a clock that is set forward by a year",
      ],
      invariants: [
        .backoffCapped, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve' and submit in the app; the first answer is lost, and the app waits",
        "set the clock of the device back by a year; the app sends the write again within a day",
      ],
      sourceFile: "acceptance/cases/QueueClockJump.swift"
    )
  }

  private static let claimOutlastsStall = CaseName("queue.claim-outlasts-stall").map {
    CaseDescription(
      name: $0,
      suites: ["concurrency"],
      promise:
        "a claim lasts as long as its sender may wait, and frees the task when that one is dead",
      steps: [
        "the client must announce 'clock'; submit while nothing listens, then let the server listen",
        "resume in one process; the delivery is committed and its answer held back",
        "resume in a second process whose clock is a second short of the time that the first one may wait; it does not send the task",
        "kill the first process; a day later by the clock the task is sent again and settled, with one more lost answer",
      ],
      invariants: [
        .durableBeforeAcknowledged, .singleSenderPerTask, .removedOnlyAfterExplicitSuccess,
        .unknownIsNotFailure, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"stall-after-commit\"]} in the file, and submit in the app",
        "open the app a second time just before the first one gives up; nothing is sent twice at once",
      ],
      sourceFile: "acceptance/cases/QueueClaimOutlastsStall.swift"
    )
  }

  private static let recordOrder = CaseName("queue.record-order").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "writes on one record arrive in their order, and hold up no other record",
      steps: [
        "the client must announce 'records'; submit three writes on one record and one on another, nothing listens",
        "every delivery of the first write is answered 503",
        "resume until the other record's write is settled; nothing of the second and third write is stored",
        "the faults end; resume until all are settled: the records stand in the order of the submits",
      ],
      invariants: [
        .perRecordOrderKept, .poisonedHeadIsolated, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"status-before-commit:503\"]} in the file",
        "change one record in the app twice, offline, and let it reconnect; the second change arrives after the first is done",
      ],
      sourceFile: "acceptance/cases/QueueRecordOrder.swift"
    )
  }

  private static let keyLifetime = CaseName("queue.key-lifetime").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise:
        "what may have been committed is not sent again once the server can have forgotten its key",
      steps: [
        "the client must announce 'clock' and is told the lifetime of a key",
        "submit and resume; the delivery is committed and answered 503; half a lifetime later the task is sent again and settled",
        "submit and resume once more, committed and answered 503; then the lifetime passes",
        "'due' and resume send nothing, and the task is listed as stopped",
        "a new action is sent and settled as ever",
      ],
      invariants: [
        .keyLifetimeRespected, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "run 'oncegate serve' and submit in the app; the first answer is lost",
        "keep the app offline until the server's key lifetime is over, then let it reconnect",
        "the app does not send the write again by itself; it asks",
      ],
      sourceFile: "acceptance/cases/QueueKeyLifetime.swift"
    )
  }

  private static let cancel = CaseName("queue.cancel").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise:
        "what the user takes back is not sent, and what may have been sent is not given up unseen",
      steps: [
        "the client must announce 'cancel'; submit three tasks, nothing listens; cancel the first",
        "it is listed as stopped, or not at all, and is never sent",
        "resume until the second was sent; it is committed and answered 503; cancel it",
        "it is still listed; either it goes on until it is settled, or it is stopped and never sent again",
        "the third is settled; cancelling it changes nothing any more",
      ],
      invariants: [
        .pendingEnds, .cancelIsNotRollback, .removedOnlyAfterExplicitSuccess, .keyWellFormed,
        .keyStableAcrossRetries, .bodyFrozenAtEnqueue, .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "submit in the app while no server runs, and take it back; start 'oncegate serve': nothing arrives",
        "submit again; the first answer is lost; take it back: the app still shows the write, and how it ends",
      ],
      sourceFile: "acceptance/cases/QueueCancel.swift"
    )
  }
}
