// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A mistake that the queue makes on purpose; each is marked at the one place where it is made.
enum Flaw: String, CaseIterable, KnownFlaw {
  /// A task that was in flight when the app died gets a new key on the next launch.
  case newKeyOnRelaunch = "new-key-on-relaunch"
  /// The key is not stored, so that every process makes one of its own.
  case keyOnlyInMemory = "key-only-in-memory"
  /// After an unknown outcome the next attempt gets a key of its own.
  case newKeyOnRetry = "new-key-on-retry"
  /// After an unknown outcome the next attempt says in its body that it is one.
  case bodyChangedOnRetry = "body-changed-on-retry"
  /// A task that was in flight when the app died has its body built anew on the next launch.
  case bodyRebuiltOnRelaunch = "body-rebuilt-on-relaunch"
  /// The body is put into another form when it is stored.
  case bodyRewrittenOnSubmit = "body-rewritten-on-submit"
  /// An answer 5xx deletes the task.
  case deletedOn503 = "deleted-on-503"
  /// An answer 5xx counts as a success.
  case completedOn503 = "completed-on-503"
  /// An answer 5xx stops the task for ever.
  case stoppedOn503 = "stopped-on-503"
  /// A conflict is shown as stopped, and the task is sent again all the same.
  case resentAfter409 = "resent-after-409"
  /// A conflict deletes the task.
  case droppedOn409 = "dropped-on-409"
  /// A conflict is "solved" by a new key.
  case newKeyAfter409 = "new-key-after-409"
  /// A conflict stops the task, and gives it a new key for another day.
  case newKeyWhenStopped = "new-key-when-stopped"
  /// A conflict ends the sending, and nobody is told.
  case conflictNotStopped = "conflict-not-stopped"
  /// The key is derived from the content, so that the same content twice has the same key.
  case newActionReusesKey = "new-action-reuses-key"
  /// The key is made once, and serves every task.
  case oneKeyForAll = "one-key-for-all"
  /// A new action with the content of a finished one is taken for a repetition and is not sent.
  case newActionSwallowed = "new-action-swallowed"
  /// Submit acknowledges what it has not stored.
  case notDurable = "not-durable"
  /// A launch begins with an empty queue.
  case losesTaskOnRelaunch = "loses-task-on-relaunch"
  /// The task is taken off the disk while it is being sent, and put back afterwards.
  case deletedBeforeSend = "deleted-before-send"
  /// Two refused connections are one too many: the task is given up.
  case droppedWhenRefused = "dropped-when-refused"
  /// A second refused connection makes a new task of the old one.
  case newTaskWhenRefused = "new-task-when-refused"
  /// A second refused connection starts the count of attempts anew.
  case attemptsResetWhenRefused = "attempts-reset-when-refused"
  /// The count of attempts is not stored, so that every process counts from nought.
  case attemptsOnlyInMemory = "attempts-only-in-memory"
  /// A claim is never released by anybody but the process that took it.
  case claimNeverReleased = "claim-never-released"
  /// Two senders send the same task, each under a key of its own.
  case doubleSend = "double-send"
  /// The request carries no key.
  case noKeySent = "no-key-sent"
  /// Nothing is ever sent.
  case neverSends = "never-sends"
  /// A refused connection counts as a success.
  case completedWhenRefused = "completed-when-refused"
  /// A refused connection stops the task for ever.
  case stoppedWhenRefused = "stopped-when-refused"
  /// A third attempt is one too many: the task is deleted.
  case givenUpOnThirdAttempt = "given-up-on-third-attempt"
  /// The task counts as completed from the moment on when it is sent.
  case completedBeforeSend = "completed-before-send"
  /// A task that was in flight when the app died is stopped on the next launch.
  case stoppedOnRelaunch = "stopped-on-relaunch"
  /// A success is not noticed, so that the task is sent again and again.
  case successNotNoticed = "success-not-noticed"
  /// The key goes out in another form than the one that was acknowledged.
  case otherKeySent = "other-key-sent"
  /// A request without a body goes first, under the task's key, to see whether anybody answers.
  case emptyRequestFirst = "empty-request-first"
  /// Such a request goes first, under a key of its own.
  case emptyRequestUnderOwnKey = "empty-request-under-own-key"

  // Beyond the gate: single faults on the wire.

  /// An answer 429 deletes the task.
  case deletedOn429 = "deleted-on-429"
  /// An answer 408 stops the task for ever, as any other 4xx does.
  case stoppedOn408 = "stopped-on-408"
  /// The head of a success is enough, whatever becomes of the body.
  case believesCutAnswer = "believes-cut-answer"
  /// Any whole answer with the status 200 is a success.
  case believesAny200 = "believes-any-200"
  /// Any object without an error in it is a success.
  case believesPartialSuccess = "believes-partial-success"
  /// A redirect 301, 302 or 303 is followed by a read, whose answer counts for the write.
  case redirectAsRead = "redirect-as-read"
  /// A redirect 307 or 308 is followed without the body.
  case redirectWithoutBody = "redirect-without-body"
  /// A redirect counts as a success.
  case believesRedirect = "believes-redirect"
  /// A request that is cut off on a used connection is sent again at once, as the transport's own request.
  case transportResends = "transport-resends"
  /// What is known after a drain is written over what another process has written since.
  case lateAnswerRestores = "late-answer-restores"
  /// A task that another process has sent while this one waited for an answer is taken for done.
  case lateAnswerSettlesAnother = "late-answer-settles-another"

  // Beyond the gate: what a queue does of its own accord.

  /// A permanent rejection is taken for an unknown outcome.
  case retriesRejection = "retries-rejection"
  /// A permanent rejection deletes the task.
  case droppedOnRejection = "dropped-on-rejection"
  /// A task that failed ends the round, and the next round begins with it again.
  case headBlocks = "head-blocks"
  /// A task that was rejected once holds up everything else for ever.
  case rejectionBlocksAll = "rejection-blocks-all"
  /// A task whose outcome is unknown waits for a next attempt that never comes.
  case neverRetried = "never-retried"
  /// Everything that waits is sent at once.
  case sendsAllAtOnce = "sends-all-at-once"

  // Beyond the gate: two processes.

  /// A process does not care whether another one sends the task already.
  case twoSenders = "two-senders"
  /// What was not there when a drain began is gone when it ends.
  case lostDuringDrain = "lost-during-drain"

  // What can be seen only of a client with capabilities.

  /// The token of the submit is stored and sent with every attempt.
  case credentialFrozen = "credential-frozen"
  /// An answer 401 gives the task a new key, as the request is built anew after the next login.
  case newKeyOn401 = "new-key-on-401"
  /// An answer 401 deletes the task.
  case droppedOn401 = "dropped-on-401"
  /// Whoever is signed in sends everything.
  case sendsAsOtherAccount = "sends-as-other-account"
  /// A change of the account deletes what the former one has left.
  case droppedOnAccountChange = "dropped-on-account-change"
  /// Retry-After is not read.
  case retryAfterIgnored = "retry-after-ignored"
  /// Retry-After is believed, whatever it says.
  case retryAfterUnbounded = "retry-after-unbounded"
  /// A failed attempt may be repeated at once.
  case backoffMissing = "backoff-missing"
  /// The waiting time doubles for ever.
  case backoffUnbounded = "backoff-unbounded"
  /// Every task waits for the same time after the same number of attempts.
  case backoffNotJittered = "backoff-not-jittered"
  /// The lifetime of a key is not looked at.
  case keyLifetimeIgnored = "key-lifetime-ignored"
  /// A task whose key is too old is not sent, and nobody is told.
  case keyExpiryHidden = "key-expiry-hidden"
  /// A task that is taken back goes on as if nothing were.
  case cancelIgnored = "cancel-ignored"
  /// A task that is taken back is shown as stopped, and sent all the same.
  case cancelOnlyShown = "cancel-only-shown"
  /// A task that may have reached the server is deleted where the user takes it back.
  case cancelDrops = "cancel-drops"
  /// A task that is completed counts as stopped where the user takes it back.
  case cancelStopsCompleted = "cancel-stops-completed"

  // What is seen where the client dies, cannot store, runs out of attempts or of time.

  /// An attempt without an answer deletes the task.
  case droppedOnTimeout = "dropped-on-timeout"
  /// A tenth attempt is one too many: the task is deleted.
  case droppedWhenExhausted = "dropped-when-exhausted"
  /// After ten attempts the task is shown as stopped, and sent all the same.
  case resentWhenExhausted = "resent-when-exhausted"
  /// A task that cannot be stored is acknowledged all the same.
  case acknowledgedWhenFull = "acknowledged-when-full"
  /// A task is acknowledged first and stored then.
  case acknowledgedFirst = "acknowledged-first"
  /// A new task is stored by writing the whole store anew.
  case storeRewritten = "store-rewritten"
  /// The end of a waiting time is believed, whatever has become of the clock since.
  case clockTrusted = "clock-trusted"
  /// Writes on one record do not wait for each other.
  case orderIgnored = "order-ignored"
  /// Two seconds after a task was claimed another process may claim it, whoever waits for an answer.
  case claimTooShort = "claim-too-short"
}
