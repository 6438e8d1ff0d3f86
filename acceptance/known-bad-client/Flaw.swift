// SPDX-License-Identifier: Apache-2.0

/// A mistake that the queue makes on purpose; each is marked at the one place where it is made.
enum Flaw: String, CaseIterable {
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
  /// A conflict ends the sending, and nobody is told.
  case conflictNotStopped = "conflict-not-stopped"
  /// The key is derived from the content, so that the same content twice has the same key.
  case newActionReusesKey = "new-action-reuses-key"
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

  // What can be seen only of a client with capabilities.

  /// The token of the submit is stored and sent with every attempt.
  case credentialFrozen = "credential-frozen"
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
}
