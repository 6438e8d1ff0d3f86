// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// What each queue case beyond the gate can find.
  static let queueFindingsBeyondGate: [String: [Finding]] = [
    "queue.transient-rejection": severalTasks,
    "queue.broken-answer": severalTasks + [.removedWithoutSuccess],
    "queue.no-answer": severalTasks,
    "queue.false-success": severalTasksWithoutSuccess + [
      .falseSuccessBelieved, .partialSuccessBelieved,
    ],
    "queue.redirect": severalTasksWithoutSuccess.without(.keyChangedOnRetry, .bodyChangedOnRetry)
      + [
        .redirectBecameRead, .writeMangledByRedirect, .redirectBelieved,
      ],
    "queue.transport-resend": severalTasks.without(.keyChangedOnRetry, .twoRecordsForOneAction) + [
      .removedWithoutSuccess, .transportResentAsNewWrite,
    ],
    "queue.answer-late": severalTasks + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .lateAnswerChangedSettled,
      .lateAnswerSettledAnother,
    ],
    "queue.permanent-rejection": severalTasks.without(
      .keyChangedOnRetry,
      .bodyChangedOnRetry,
      .twoRecordsForOneAction
    ) + [
      .taskLostOnRelaunch, .resentAfterRejection, .droppedAfterRejection,
      .notStoppedAfterRejection,
    ],
    "queue.poisoned-head": severalTasks + [.removedWithoutSuccess, .blockedByPoisonedHead],
    "queue.exhausted": severalTasks.without(.newActionReusedKey, .droppedOnUnknownOutcome) + [
      .droppedWhenExhausted, .sentWhenExhausted,
    ],
    "queue.reconnect-burst": severalTasks + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .burstOnReconnect,
    ],
    "queue.two-senders": severalTasks.without(.newActionReusedKey) + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .keyChangedOnRelaunch,
      .bodyChangedOnRelaunch, .notSentAfterRelaunch, .twoSendersAtOnce,
    ],
    "queue.submit-during-drain": severalTasks + [.taskLostOnRelaunch, .lostDuringDrain],
  ]

  /// What is checked of several tasks on their way, whatever meets them.
  private static let severalTasks: [Finding] = [
    .newActionReusedKey, .taskNotListed, .completedWithoutSuccess, .droppedOnUnknownOutcome,
    .keyNotAccepted, .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .keyChangedOnRetry,
    .bodyChangedOnRetry, .twoRecordsForOneAction, .notSettledOnceReachable,
  ]

  /// The same where the case has words of its own for a task that is completed without a success.
  private static let severalTasksWithoutSuccess = severalTasks.without(
    .completedWithoutSuccess
  )
}

extension [Finding] {
  /// What a case does not check, or has a narrower finding for.
  fileprivate func without(_ findings: Finding...) -> [Finding] {
    filter { !findings.contains($0) }
  }
}
