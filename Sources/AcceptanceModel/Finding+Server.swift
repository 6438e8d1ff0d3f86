// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// What the cases about a real server can find broken.
  package static let server: [Finding] = [
    raceMadeTwoRecords,
    raceMadeNoRecord,
    replayRefused,
    replayOtherResult,
    replayMadeRecord,
    mismatchAccepted,
    mismatchAnsweredOtherwise,
    mismatchOverwrote,
    mismatchMadeRecord,
    inFlightUnanswered,
    inFlightFailed,
    inFlightNeverEnded,
    transientErrorPinned,
    transientErrorMadeRecord,
    accountGotResultOfOther,
    accountRefusedForKeyOfOther,
    sameMeaningRefused,
    sameMeaningMadeRecord,
    otherMeaningTakenForSame,
    shortBodyAccepted,
    shortBodyMadeRecord,
    shortBodyTookKey,
    missingKeyAccepted,
    emptyKeyAccepted,
    missingKeyMadeRecord,
  ]

  package static let raceMadeTwoRecords = Finding(
    "race-made-two-records",
    .atomicClaim,
    "same-key deliveries at once made more than one record"
  )

  package static let raceMadeNoRecord = Finding(
    "race-made-no-record",
    .atomicClaim,
    "same-key deliveries at once left their write undone"
  )

  package static let replayRefused = Finding(
    "replay-refused",
    .replaySameResult,
    "a repeated delivery was not answered with a success"
  )

  package static let replayOtherResult = Finding(
    "replay-other-result",
    .replaySameResult,
    "a repeated delivery was answered with another record"
  )

  package static let replayMadeRecord = Finding(
    "replay-made-record",
    .replaySameResult,
    "a repeated delivery was answered with the first record, and made another one"
  )

  package static let mismatchAccepted = Finding(
    "mismatch-accepted",
    .mismatchRefusedNotOverwritten,
    "another body under a known key was answered with a success"
  )

  package static let mismatchAnsweredOtherwise = Finding(
    "mismatch-answered-otherwise",
    .mismatchRefusedNotOverwritten,
    "another body under a known key was not answered with the status that the profile has for it"
  )

  package static let mismatchOverwrote = Finding(
    "mismatch-overwrote",
    .mismatchRefusedNotOverwritten,
    "after another body under its key, a write no longer gets its first result"
  )

  package static let mismatchMadeRecord = Finding(
    "mismatch-made-record",
    .mismatchRefusedNotOverwritten,
    "another body under a known key was refused, and made a record"
  )

  package static let inFlightUnanswered = Finding(
    "in-flight-unanswered",
    .inFlightAnswered,
    "a delivery whose key was in flight got no answer"
  )

  package static let inFlightFailed = Finding(
    "in-flight-failed",
    .inFlightAnswered,
    "a delivery whose key was in flight was answered neither with a success nor as in flight"
  )

  package static let inFlightNeverEnded = Finding(
    "in-flight-never-ended",
    .inFlightAnswered,
    "a key stayed in flight after every delivery had been answered"
  )

  package static let transientErrorPinned = Finding(
    "transient-error-pinned",
    .transientErrorNotPinned,
    "a write that failed once is still not done when it is repeated"
  )

  package static let transientErrorMadeRecord = Finding(
    "transient-error-made-record",
    .transientErrorNotPinned,
    "a write that failed once and was repeated has not made exactly one record"
  )

  package static let accountGotResultOfOther = Finding(
    "account-got-result-of-other",
    .keyScopedToAccount,
    "a write of one account was answered with the record of another"
  )

  package static let accountRefusedForKeyOfOther = Finding(
    "account-refused-for-key-of-other",
    .keyScopedToAccount,
    "a write was refused because another account had used its key"
  )

  package static let sameMeaningRefused = Finding(
    "same-meaning-refused",
    .comparisonIsSemantic,
    "a repeated body in another spelling was refused"
  )

  package static let sameMeaningMadeRecord = Finding(
    "same-meaning-made-record",
    .comparisonIsSemantic,
    "a repeated body in another spelling made another record"
  )

  package static let otherMeaningTakenForSame = Finding(
    "other-meaning-taken-for-same",
    .comparisonIsSemantic,
    "a body that means something else was taken for a repetition"
  )

  package static let shortBodyAccepted = Finding(
    "short-body-accepted",
    .shortBodyNeverCommits,
    "a body that ended early was answered with a success"
  )

  package static let shortBodyMadeRecord = Finding(
    "short-body-made-record",
    .shortBodyNeverCommits,
    "a body that ended early made a record"
  )

  package static let shortBodyTookKey = Finding(
    "short-body-took-key",
    .shortBodyNeverCommits,
    "after a body that ended early, the whole write under its key was not done"
  )

  package static let missingKeyAccepted = Finding(
    "missing-key-accepted",
    .missingKeyRefused,
    "a write without a key was not answered with the status that the profile has for it"
  )

  package static let emptyKeyAccepted = Finding(
    "empty-key-accepted",
    .missingKeyRefused,
    "a write with an empty key was not answered with the status that the profile has for a missing one"
  )

  package static let missingKeyMadeRecord = Finding(
    "missing-key-made-record",
    .missingKeyRefused,
    "a write without a key was refused, and made a record"
  )
}
