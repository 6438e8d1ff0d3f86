// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What a queue case can find broken.
  package static let queue: [Finding] = [
    taskNotListed,
    taskLostOnRelaunch,
    keyChangedOnRetry,
    listedKeyChanged,
    keyNotSentAsAcknowledged,
    taskIdentityChanged,
    attemptsWentDown,
    attemptsNotCounted,
    keyChangedOnRelaunch,
    bodyChangedOnRetry,
    bodyNotAsSubmitted,
    bodyChangedOnRelaunch,
    twoRecordsForOneAction,
    completedWithoutSuccess,
    removedWithoutSuccess,
    droppedOnUnknownOutcome,
    notSettledOnceReachable,
    notSentAfterRelaunch,
    newActionReusedKey,
    newActionMadeNoRecord,
    resentAfterConflict,
    droppedAfterConflict,
    notStoppedAfterConflict,
    newKeyAfterConflict,
    keyNotAccepted,
  ]

  package static let taskNotListed = Finding(
    "task-not-listed",
    .durableBeforeAcknowledged,
    "submit was acknowledged, and the task is not in the client's list"
  )

  package static let taskLostOnRelaunch = Finding(
    "task-lost-on-relaunch",
    .durableBeforeAcknowledged,
    "the task was acknowledged, and is gone after the app was killed and started again"
  )

  package static let keyChangedOnRetry = Finding(
    "key-changed-on-retry",
    .keyStableAcrossRetries,
    "a later delivery carried another key than the first"
  )

  package static let listedKeyChanged = Finding(
    "listed-key-changed",
    .keyStableAcrossRetries,
    "the client lists the task under another key than it acknowledged"
  )

  package static let keyNotSentAsAcknowledged = Finding(
    "key-not-sent-as-acknowledged",
    .keyStableAcrossRetries,
    "the delivery carried another key than submit had acknowledged"
  )

  package static let taskIdentityChanged = Finding(
    "task-identity-changed",
    .backoffChangesNoIdentity,
    "the client lists the task under another ID than it acknowledged"
  )

  package static let attemptsWentDown = Finding(
    "attempts-went-down",
    .backoffChangesNoIdentity,
    "the number of attempts went down"
  )

  package static let attemptsNotCounted = Finding(
    "attempts-not-counted",
    .backoffChangesNoIdentity,
    "the client lists fewer attempts than the server received deliveries that were due to them"
  )

  package static let keyChangedOnRelaunch = Finding(
    "key-changed-on-relaunch",
    .keyStableAcrossRelaunch,
    "a delivery after the relaunch carried another key than the one before"
  )

  package static let bodyChangedOnRetry = Finding(
    "body-changed-on-retry",
    .bodyFrozenAtEnqueue,
    "a later delivery carried other bytes than the first"
  )

  package static let bodyNotAsSubmitted = Finding(
    "body-not-as-submitted",
    .bodyFrozenAtEnqueue,
    "the delivery carried other bytes than the user submitted"
  )

  package static let bodyChangedOnRelaunch = Finding(
    "body-changed-on-relaunch",
    .bodyFrozenAtEnqueue,
    "a delivery after the relaunch carried other bytes than the one before"
  )

  package static let twoRecordsForOneAction = Finding(
    "two-records-for-one-action",
    .oneActionOneRecord,
    "the server holds more than one record for one user action"
  )

  package static let completedWithoutSuccess = Finding(
    "completed-without-success",
    .removedOnlyAfterExplicitSuccess,
    "the task counts as completed, and the server never answered with a success"
  )

  package static let removedWithoutSuccess = Finding(
    "removed-without-success",
    .removedOnlyAfterExplicitSuccess,
    "the task is gone, and the server never answered with a success"
  )

  package static let droppedOnUnknownOutcome = Finding(
    "dropped-on-unknown-outcome",
    .unknownIsNotFailure,
    "an unknown outcome ended the task; it is not tried again"
  )

  package static let notSettledOnceReachable = Finding(
    "not-settled-once-reachable",
    .queueConverges,
    "the server was reachable and fault-free, and the task was not settled"
  )

  package static let notSentAfterRelaunch = Finding(
    "not-sent-after-relaunch",
    .claimSurvivesCrash,
    "after the relaunch the task was not sent again"
  )

  package static let newActionReusedKey = Finding(
    "new-action-reused-key",
    .keyDistinctPerAction,
    "a new user action carried the key of an earlier one"
  )

  package static let newActionMadeNoRecord = Finding(
    "new-action-made-no-record",
    .keyDistinctPerAction,
    "a new user action with the same content made no record of its own"
  )

  package static let resentAfterConflict = Finding(
    "resent-after-conflict",
    .conflictStopsWithDiagnosis,
    "the task was sent again after the conflict"
  )

  package static let droppedAfterConflict = Finding(
    "dropped-after-conflict",
    .conflictStopsWithDiagnosis,
    "the task is gone after the conflict"
  )

  package static let notStoppedAfterConflict = Finding(
    "not-stopped-after-conflict",
    .conflictStopsWithDiagnosis,
    "after the conflict the task is not listed as stopped"
  )

  package static let newKeyAfterConflict = Finding(
    "new-key-after-conflict",
    .conflictStopsWithDiagnosis,
    "the task was sent under a new key after the conflict"
  )

  package static let keyNotAccepted = Finding(
    "key-not-accepted",
    .keyWellFormed,
    "the delivery carried no key, or one that the server's profile does not accept"
  )
}
