// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about what a queue does of its own accord: giving up, going on, holding back.
  package static let policy: [CaseDescription] = [
    permanentRejection, poisonedHead, exhausted, reconnectBurst,
  ]
  .compactMap(\.self)

  private static let permanentRejection = CaseName("queue.permanent-rejection").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "what the server rejects for good is kept and never sent again by itself",
      steps: [
        "submit a task for each status while nothing listens, then let the server listen",
        "every delivery is rejected: 400, 403, 404, 410, 412, 413, 415, 422",
        "resume until each was sent; each is sent once, and stays, stopped",
        "resume twice more; nothing is sent",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed,
        .permanentRejectionIsTerminal, .unknownIsNotFailure, .removedOnlyAfterExplicitSuccess,
        .queueConverges, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"thereafter\":\"status-before-commit:422\"} in the file, and submit in the app",
        "one delivery arrives; the app shows the task as stopped and why",
      ],
      sourceFile: "acceptance/cases/QueuePermanentRejection.swift"
    )
  }

  private static let poisonedHead = CaseName("queue.poisoned-head").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "a task that always fails does not hold up the tasks behind it",
      steps: [
        "submit five tasks while nothing listens, then let the server listen",
        "the first is always answered 502, the second always 422",
        "resume until the other three are settled, while the first goes on failing",
        "the first is kept, and settled once the server is well again",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .poisonedHeadIsolated, .removedOnlyAfterExplicitSuccess,
        .unknownIsNotFailure, .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "submit one write that your server always refuses, and another one after it",
        "the second arrives although the first is still there",
      ],
      sourceFile: "acceptance/cases/QueuePoisonedHead.swift"
    )
  }

  private static let exhausted = CaseName("queue.exhausted").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "a task whose attempts are used up is kept for the user to decide",
      steps: [
        "submit; the server answers 500 under the task's key, again and again",
        "resume 16 times; the task is listed all the time, as pending or as stopped",
        "the server is well again",
        "a task that is stopped stays so and is not sent by itself; one that is pending is settled",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .exhaustedIsParkedNotDropped, .removedOnlyAfterExplicitSuccess, .queueConverges,
        .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"thereafter\":\"stored-failure-replay:500\"} in the file, and submit in the app",
        "let the app try until it gives up; it still shows the write, and what can be done about it",
      ],
      sourceFile: "acceptance/cases/QueueExhausted.swift"
    )
  }

  private static let reconnectBurst = CaseName("queue.reconnect-burst").map {
    CaseDescription(
      name: $0,
      suites: ["policy"],
      promise: "when the network returns, the tasks that piled up do not leave all at once",
      steps: [
        "submit 12 tasks while nothing listens, then let the server listen",
        "resume; every delivery is held until the client gives one of them up",
        "at most 8 are under way at once",
        "let them go, and resume until every task is settled; each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .reconnectBurstBounded, .removedOnlyAfterExplicitSuccess,
        .unknownIsNotFailure, .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "submit many writes offline, then run 'oncegate serve' and let the app reconnect",
        "the deliveries arrive a few at a time, and each once",
      ],
      sourceFile: "acceptance/cases/QueueReconnectBurst.swift"
    )
  }
}
