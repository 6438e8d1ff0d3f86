// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about an app that dies, or whose disk takes no more, at a point that can be named.
  package static let crash: [CaseDescription] = [
    killBeforeAnswer, killInAnswer, killInside, fullStore, tornStore, olderStore,
  ]
  .compactMap(\.self)

  /// What each of them can find.
  static let crashFindings: [String: [Finding]] = [
    "queue.kill-before-answer": kill + [.taskNotListed],
    "queue.kill-in-answer": kill + [.taskNotListed],
    "queue.kill-inside": kill + [.taskNotListed],
    "queue.full-store": store,
    "queue.torn-store": store,
    "queue.older-store": identity + [
      .taskNotListed, .removedWithoutSuccess,
    ],
  ]

  private static let kill: [Finding] =
    identity + [
      .removedWithoutSuccess, .keyChangedOnRelaunch, .bodyChangedOnRelaunch, .notSentAfterRelaunch,
    ]
  private static let store: [Finding] =
    identity + [
      .taskNotListed, .acknowledgedUnstored, .lostByStoreFault,
    ]
  /// What is checked of every task on its way.
  private static let identity: [Finding] = [
    .keyNotAccepted, .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .keyChangedOnRetry,
    .bodyChangedOnRetry, .twoRecordsForOneAction, .completedWithoutSuccess,
    .droppedOnUnknownOutcome, .notSettledOnceReachable,
  ]

  private static let invariantsOfKill: [Invariant] = [
    .durableBeforeAcknowledged, .keyWellFormed, .keyStableAcrossRelaunch, .keyStableAcrossRetries,
    .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure,
    .claimSurvivesCrash, .queueConverges, .oneActionOneRecord,
  ]
  private static let invariantsOfStore: [Invariant] = [
    .storeFaultNotAcknowledged, .durableBeforeAcknowledged, .keyWellFormed,
    .keyStableAcrossRetries, .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess,
    .unknownIsNotFailure, .queueConverges, .oneActionOneRecord,
  ]

  private static let killBeforeAnswer = CaseName("queue.kill-before-answer").map {
    CaseDescription(
      name: $0,
      suites: ["crash"],
      promise: "an app that dies before it has an answer repeats the same operation",
      steps: [
        "submit, and kill the client when the server has the whole request and has committed nothing",
        "submit, and kill it when the server has committed",
        "submit, and kill it as soon as it has acknowledged the task",
        "after each relaunch the task is listed; the next delivery is answered, or its answer is lost too",
        "resume until it is settled: the same task, key and bytes, and one record",
      ],
      invariants: invariantsOfKill,
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"stall-before-commit\",\"stall-after-commit\"]} in the file, and submit in the app",
        "end the app while it waits, start it again, and once more; the write is done once",
      ],
      sourceFile: "acceptance/cases/QueueKillBeforeAnswer.swift"
    )
  }

  private static let killInAnswer = CaseName("queue.kill-in-answer").map {
    CaseDescription(
      name: $0,
      suites: ["crash"],
      promise: "an app that dies over an answer loses neither the task nor its identity",
      steps: [
        "submit, resume, and kill the client when the head of a success and a byte of its body are out",
        "submit, resume, and kill it when the whole answer is on its way",
        "after each relaunch the task is listed unless it was answered; the next delivery is answered, or its answer is lost too",
        "resume until it is settled: the same task, key and bytes, and one record",
      ],
      invariants: invariantsOfKill,
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"stall-mid-response\"]} in the file, and submit in the app",
        "end the app while it waits, and start it again; the write is done once",
      ],
      sourceFile: "acceptance/cases/QueueKillInAnswer.swift"
    )
  }

  private static let killInside = CaseName("queue.kill-inside").map {
    CaseDescription(
      name: $0,
      suites: ["crash"],
      promise: "an app that dies between its own steps finds its task again",
      steps: [
        "the client must announce 'kill-points'; submit, and resume with ONCEGATE_KILL_AT=claim-stored",
        "submit, and resume with ONCEGATE_KILL_AT=before-marked",
        "after each relaunch the next delivery is answered, or its answer is lost too",
        "resume until it is settled: the same task, key and bytes, and one record",
      ],
      invariants: invariantsOfKill,
      byHand: [
        "run 'oncegate serve', and submit in the app",
        "stop the app in a debugger behind the line that stores the claim, and end it there; once more before the line that marks the task",
        "start it again; the write is done once",
      ],
      sourceFile: "acceptance/cases/QueueKillInside.swift"
    )
  }

  private static let fullStore = CaseName("queue.full-store").map {
    CaseDescription(
      name: $0,
      suites: ["crash"],
      promise:
        "what a full or read-only disk cannot take is not acknowledged, and nothing else is lost",
      steps: [
        "submit; then submit again while no byte of a file can be written, and while ever more can",
        "each submit either fails or is acknowledged and listed; what was acknowledged before is listed too",
        "resume while no byte can be written, and the server's answers are lost",
        "there is room again: submit once more, and resume until all that was acknowledged is settled, each with one record",
      ],
      invariants: invariantsOfStore,
      byHand: [
        "put the app's data on a small disk image, and submit in the app until it is full",
        "the app says what it could not keep; after making room, everything that it kept arrives",
      ],
      sourceFile: "acceptance/cases/QueueStoreFault.swift"
    )
  }

  private static let tornStore = CaseName("queue.torn-store").map {
    CaseDescription(
      name: $0,
      suites: ["crash"],
      promise: "an app that dies in the midst of a write loses nothing that it had acknowledged",
      steps: [
        "submit; then submit again, and end the client at the first byte of a file beyond a limit, for ever larger limits",
        "what was acknowledged is listed each time, whatever the torn write has left behind",
        "resume, and end the client in the same way at its first write",
        "submit once more, and resume until all that was acknowledged is settled, each with one record",
      ],
      invariants: invariantsOfStore,
      byHand: [
        "run the app under 'ulimit -f 8', so that the system ends it in the midst of a write",
        "start it again without the limit; everything that it had acknowledged is still there",
      ],
      sourceFile: "acceptance/cases/QueueStoreFault.swift"
    )
  }

  private static let olderStore = CaseName("queue.older-store").map {
    CaseDescription(
      name: $0,
      suites: ["crash"],
      promise: "an app whose data was put back from a backup repeats the same operation",
      steps: [
        "submit while nothing listens, and copy everything that the client keeps",
        "let the server listen; the first answer is lost; resume until the task is settled",
        "put the copy back; the task is listed again",
        "resume until it is settled: the same task, key and bytes, and still one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .removedOnlyAfterExplicitSuccess,
        .unknownIsNotFailure, .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "submit in the app while no server runs, and copy the app's data",
        "start 'oncegate serve', let the write arrive, end the app, put the copy back, start the app",
        "the write arrives again under the same key, and record_count does not grow",
      ],
      sourceFile: "acceptance/cases/QueueOlderStore.swift"
    )
  }
}
