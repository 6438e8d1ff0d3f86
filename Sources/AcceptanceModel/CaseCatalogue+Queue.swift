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
        "do not start the server; point the app at http://127.0.0.1:8081/items and submit; the app shows the write as waiting",
        "run 'oncegate serve' and let the app reconnect; its first answer to each key is 503 on purpose",
        "let the app try again until the server answers 200; both lines show the same key",
        "press Enter at the server: 1 key, 1 record",
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
        "submit in the app; the server's line says 'committed as record 1' and 'answered 503', and the app keeps the task",
        "let the app try again; the same key arrives as attempt 2 and is answered 200, with attempts 2 and record_count 1",
        "press Enter at the server: 2 deliveries, 1 key, 1 record; the app shows the task as completed",
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
        "run 'oncegate serve', and leave it running throughout",
        "delete this app's own data, and point it at http://127.0.0.1:8081/items",
        "submit in the app; the server's line ends with 'answered 503'",
        "end the app's process and start it again; the task is still there",
        "let the queue resume; the same key arrives as attempt 2 and is answered 200, with attempts 2 and record_count 1",
        "press Enter at the server: 1 key, 1 record; the app shows one record, and the task as completed",
        "choose 'new' again with the same content; another key arrives and is committed as record 2",
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
        #"write {"perAttempt":["key-conflict"]} into conflict.json and run 'oncegate serve --faults conflict.json'"#,
        "submit in the app; the server puts another body under the arriving key, and answers 409",
        "the app stops this task and says so",
        "let the queue resume and press Enter at the server: nothing more has arrived, still 1 delivery and 1 record",
      ],
      sourceFile: "acceptance/cases/QueueKeyConflict.swift"
    )
  }
}
