// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// What each queue case beyond the gate can find.
  static let queueFindingsBeyondGate: [String: [Finding]] = [
    "queue.transient-rejection": severalTasks,
    "queue.broken-answer": severalTasks + [.removedWithoutSuccess],
    "queue.false-success": severalTasksWithoutSuccess + [
      .falseSuccessBelieved, .partialSuccessBelieved,
    ],
    "queue.redirect": severalTasksWithoutSuccess + [
      .redirectBecameRead, .writeMangledByRedirect, .redirectBelieved,
    ],
    "queue.transport-resend": severalTasks + [.removedWithoutSuccess, .transportResentAsNewWrite],
    "queue.answer-late": severalTasks + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .lateAnswerChangedSettled,
      .lateAnswerSettledAnother,
    ],
    "queue.permanent-rejection": severalTasks + [
      .taskLostOnRelaunch, .resentAfterRejection, .droppedAfterRejection,
      .notStoppedAfterRejection,
    ],
    "queue.poisoned-head": severalTasks + [.removedWithoutSuccess, .blockedByPoisonedHead],
    "queue.reconnect-burst": severalTasks + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .burstOnReconnect,
    ],
    "queue.two-senders": severalTasks.filter { $0 != .newActionReusedKey } + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .keyChangedOnRelaunch,
      .bodyChangedOnRelaunch, .notSentAfterRelaunch, .twoSendersAtOnce,
    ],
    "queue.submit-during-drain": severalTasks + [
      .taskLostOnRelaunch, .removedWithoutSuccess, .lostDuringDrain,
    ],
  ]

  /// What is checked of several tasks on their way, whatever meets them.
  private static let severalTasks: [Finding] = [
    .newActionReusedKey, .taskNotListed, .completedWithoutSuccess, .droppedOnUnknownOutcome,
    .keyNotAccepted, .keyNotSentAsAcknowledged, .bodyNotAsSubmitted, .keyChangedOnRetry,
    .bodyChangedOnRetry, .twoRecordsForOneAction, .notSettledOnceReachable,
  ]

  /// The same where the case has words of its own for a task that is completed without a success.
  private static let severalTasksWithoutSuccess = severalTasks.filter {
    $0 != .completedWithoutSuccess
  }
}
