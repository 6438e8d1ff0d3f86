// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about the queue of writes that wait for the network.
  package static let queue: [CaseDescription] = [disconnect, lostResponse, relaunch, keyConflict]
    .compactMap(\.self)

  private static let disconnect = CaseName("queue.disconnect").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "a write made without a network is kept as it is, and sent once it can be",
      steps: [
        "nothing listens on the server's port",
        "submit; it returns with a task and a key, and the task is listed",
        "resume while the server cannot be reached; the task stays, its key and ID unchanged",
        "the server appears without a fault; resume until the task is settled",
        "exactly one record exists, under the acknowledged key and with the submitted bytes",
      ],
      invariants: [
        .durableBeforeAcknowledged, .backoffChangesNoIdentity, .unknownIsNotFailure,
        .removedOnlyAfterExplicitSuccess, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .oneActionOneRecord, .queueConverges,
      ],
      byHand: [
        "do not start the server; submit in the app; the task is shown as waiting",
        "start 'oncegate serve' and let the app reconnect; the write arrives once",
      ],
      sourceFile: "acceptance/cases/QueueDisconnect.swift"
    )
  }

  private static let lostResponse = CaseName("queue.lost-response").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "a write whose answer was lost is repeated as the same operation",
      steps: [
        "submit while nothing listens, then let the server listen",
        "the first delivery is committed and then answered 503",
        "resume until the task is settled",
        "the second delivery has the same key and bytes and is answered with attempts 2, record_count 1",
        "the task is completed only after that answer",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .unknownIsNotFailure, .removedOnlyAfterExplicitSuccess, .queueConverges,
        .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve' and point the app at http://127.0.0.1:8081/items",
        "submit in the app; the first answer is 503 although the record exists",
        "let the app try again; the answer says attempts 2 and record_count 1",
      ],
      sourceFile: "acceptance/cases/QueueLostResponse.swift"
    )
  }

  private static let relaunch = CaseName("queue.relaunch").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "a relaunched app repeats the same operation, not a new one",
      steps: [
        "submit while nothing listens, then let the server listen",
        "resume; the first delivery is committed and its answer held back",
        "kill the client there, and start it again",
        "resume until the task is settled: same task, key and bytes, one record",
        "submit the same content once more; it gets a key and a record of its own",
      ],
      invariants: [
        .durableBeforeAcknowledged, .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure,
        .keyWellFormed, .keyStableAcrossRelaunch, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .claimSurvivesCrash, .queueConverges, .oneActionOneRecord, .keyDistinctPerAction,
      ],
      byHand: [
        "run 'oncegate serve' and point the app at http://127.0.0.1:8081/items",
        "submit in the app; after the error, end the app's process and start it again",
        "let the queue resume; the answer says attempts 2 and record_count 1",
        "choose 'new' again with the same content; record_count becomes 2",
      ],
      sourceFile: "acceptance/cases/QueueRelaunch.swift"
    )
  }

  private static let keyConflict = CaseName("queue.key-conflict").map {
    CaseDescription(
      name: $0,
      suites: ["gate"],
      promise: "a key conflict stops the write and is kept for a human to look at",
      steps: [
        "submit while nothing listens, then let the server listen",
        "at the delivery the server already holds another body under the arriving key, and answers that they conflict",
        "the task stays, stopped",
        "resume again; nothing is sent, and the stored record is what it was",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyWellFormed, .keyStableAcrossRetries, .bodyFrozenAtEnqueue,
        .unknownIsNotFailure, .removedOnlyAfterExplicitSuccess, .conflictStopsWithDiagnosis,
      ],
      byHand: [
        "run 'oncegate serve', and send another body under the app's key with curl first",
        "let the app send; it gets 409, stops this task, and says so",
      ],
      sourceFile: "acceptance/cases/QueueKeyConflict.swift"
    )
  }
}
