// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about two processes of one app.
  package static let concurrency: [CaseDescription] = [twoSenders, submitDuringDrain]
    .compactMap(\.self)

  private static let twoSenders = CaseName("queue.two-senders").map {
    CaseDescription(
      name: $0,
      suites: ["concurrency"],
      promise: "a task has one sender at a time, and another takes over when that one is killed",
      steps: [
        "submit while nothing listens, then let the server listen",
        "resume in one process; the delivery is committed and its answer held back",
        "resume in a second process; it does not send the task while the first one waits",
        "kill the first process; the next resume sends the same task, key and bytes, and is answered 503",
        "resume until the task is settled; the action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyWellFormed, .singleSenderPerTask,
        .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure, .claimSurvivesCrash,
        .keyStableAcrossRelaunch, .keyStableAcrossRetries, .bodyFrozenAtEnqueue, .queueConverges,
        .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"stall-after-commit\"]} in the file, and submit in the app",
        "open the app a second time, as an extension or a background task does; nothing is sent twice at once",
      ],
      sourceFile: "acceptance/cases/QueueTwoSenders.swift"
    )
  }

  private static let submitDuringDrain = CaseName("queue.submit-during-drain").map {
    CaseDescription(
      name: $0,
      suites: ["concurrency"],
      promise: "a write that is submitted while others are being sent is kept and sent",
      steps: [
        "submit while nothing listens, then let the server listen",
        "resume; the delivery is committed and its answer held back",
        "submit another content meanwhile, which is answered 503 if it is sent; it is acknowledged and listed",
        "let the answer arrive; the second task is still there",
        "resume until both are settled; each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .enqueueDuringDrainKept, .keyWellFormed,
        .keyStableAcrossRetries, .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess,
        .unknownIsNotFailure, .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"stall-after-commit\"]} in the file, and submit in the app",
        "submit once more in the app while the first write is still being sent; both arrive in the end",
      ],
      sourceFile: "acceptance/cases/QueueSubmitDuringDrain.swift"
    )
  }
}
