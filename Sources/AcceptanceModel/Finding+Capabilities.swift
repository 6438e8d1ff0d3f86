// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What a case can find broken whose client needs more than version 1 of the contract.
  package static let capabilities: [Finding] = [
    tokenNotOfNow,
    droppedOnUnauthorized,
    sentAsOtherAccount,
    droppedOnAccountChange,
    sentBeforeRetryAfter,
    retryAfterWithoutEnd,
    noWaiting,
    waitWithoutEnd,
    waitsNotSpread,
    sentAfterKeyLifetime,
    notStoppedAfterKeyLifetime,
    cancelledStaysPending,
    sentAfterCancel,
    droppedOnCancel,
    completedUndoneByCancel,
  ]

  package static let tokenNotOfNow = Finding(
    "token-not-of-now",
    .credentialsFreshAtSend,
    "a delivery carried no token, or another one than the client was given for it"
  )

  package static let droppedOnUnauthorized = Finding(
    "dropped-on-unauthorized",
    .authenticationFailureHoldsQueue,
    "after an answer 401 the task is not listed as pending any more"
  )

  package static let sentAsOtherAccount = Finding(
    "sent-as-other-account",
    .taskBoundToItsAccount,
    "a task was sent while another account than its own was signed in"
  )

  package static let droppedOnAccountChange = Finding(
    "dropped-on-account-change",
    .taskBoundToItsAccount,
    "while another account was signed in, the task was given up"
  )

  package static let sentBeforeRetryAfter = Finding(
    "sent-before-retry-after",
    .retryAfterHonoured,
    "the task was sent again before the moment that Retry-After had named"
  )

  package static let retryAfterWithoutEnd = Finding(
    "retry-after-without-end",
    .retryAfterHonoured,
    "a day after an answer with Retry-After the task has not been sent again"
  )

  package static let noWaiting = Finding(
    "no-waiting",
    .backoffJittered,
    "a failed attempt was repeated at once, without any waiting time"
  )

  package static let waitWithoutEnd = Finding(
    "wait-without-end",
    .backoffCapped,
    "after many failed attempts the task waits longer than a day"
  )

  package static let waitsNotSpread = Finding(
    "waits-not-spread",
    .backoffJittered,
    "tasks whose attempts failed together came back together, and after the same time again and again"
  )

  package static let sentAfterKeyLifetime = Finding(
    "sent-after-key-lifetime",
    .keyLifetimeRespected,
    "the server may have forgotten the key, and the task was sent again all the same"
  )

  package static let notStoppedAfterKeyLifetime = Finding(
    "not-stopped-after-key-lifetime",
    .keyLifetimeRespected,
    "the key's lifetime is over, and the task is not listed as stopped"
  )

  package static let cancelledStaysPending = Finding(
    "cancelled-stays-pending",
    .pendingEnds,
    "the user took the action back before it was sent, and the task has not ended"
  )

  package static let sentAfterCancel = Finding(
    "sent-after-cancel",
    .pendingEnds,
    "the user took the action back, its task had ended, and it was sent all the same"
  )

  package static let droppedOnCancel = Finding(
    "dropped-on-cancel",
    .cancelIsNotRollback,
    "the task may have been committed, and the client no longer lists it since it was cancelled"
  )

  package static let completedUndoneByCancel = Finding(
    "completed-undone-by-cancel",
    .cancelIsNotRollback,
    "the task was completed, and is listed as something else since it was cancelled"
  )
}
