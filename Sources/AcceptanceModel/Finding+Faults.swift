// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What the queue cases beyond the gate can find broken.
  package static let queueBeyondGate: [Finding] = [
    transportResentAsNewWrite,
    falseSuccessBelieved,
    partialSuccessBelieved,
    redirectBecameRead,
    writeMangledByRedirect,
    redirectBelieved,
    lateAnswerChangedSettled,
    lateAnswerSettledAnother,
    resentAfterRejection,
    droppedAfterRejection,
    notStoppedAfterRejection,
    blockedByPoisonedHead,
    burstOnReconnect,
    twoSendersAtOnce,
    lostDuringDrain,
  ]

  package static let transportResentAsNewWrite = Finding(
    "transport-resent-as-new-write",
    .oneActionOneRecord,
    "a request that was cut off on its connection was sent again as another write"
  )

  package static let falseSuccessBelieved = Finding(
    "false-success-believed",
    .successNeedsDeclaredShape,
    "an answer that is not of the declared shape ended the task as done"
  )

  package static let partialSuccessBelieved = Finding(
    "partial-success-believed",
    .partialSuccessPerItem,
    "a partial success ended the task of an item that it names as failed"
  )

  package static let redirectBecameRead = Finding(
    "redirect-became-read",
    .redirectPreservesWrite,
    "a redirect was followed by a request that writes nothing"
  )

  package static let writeMangledByRedirect = Finding(
    "write-mangled-by-redirect",
    .redirectPreservesWrite,
    "after a redirect the write was sent with another key or other bytes"
  )

  package static let redirectBelieved = Finding(
    "redirect-believed",
    .redirectPreservesWrite,
    "a redirect ended the task as done, and the write was never answered"
  )

  package static let lateAnswerChangedSettled = Finding(
    "late-answer-changed-settled",
    .lateAnswerHarmless,
    "a late answer to one task made another unfinished that was settled before"
  )

  package static let lateAnswerSettledAnother = Finding(
    "late-answer-settled-another",
    .lateAnswerHarmless,
    "a late answer to one task completed another that had failed"
  )

  package static let resentAfterRejection = Finding(
    "resent-after-rejection",
    .permanentRejectionIsTerminal,
    "the task was sent again after the server had rejected it for good"
  )

  package static let droppedAfterRejection = Finding(
    "dropped-after-rejection",
    .permanentRejectionIsTerminal,
    "the task was rejected for good, and the client no longer lists it"
  )

  package static let notStoppedAfterRejection = Finding(
    "not-stopped-after-rejection",
    .permanentRejectionIsTerminal,
    "the task was rejected for good, and is not shown as stopped"
  )

  package static let blockedByPoisonedHead = Finding(
    "blocked-by-poisoned-head",
    .poisonedHeadIsolated,
    "tasks that always fail held up the tasks behind them"
  )

  package static let burstOnReconnect = Finding(
    "burst-on-reconnect",
    .reconnectBurstBounded,
    "more than 8 deliveries were under way at once when the network returned"
  )

  package static let twoSendersAtOnce = Finding(
    "two-senders-at-once",
    .singleSenderPerTask,
    "a second process sent the task while the first one waited for its answer"
  )

  package static let lostDuringDrain = Finding(
    "lost-during-drain",
    .enqueueDuringDrainKept,
    "a task that was submitted while others were being sent is gone"
  )
}
