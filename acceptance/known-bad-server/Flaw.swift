// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A mistake that the server makes on purpose; each is marked at the one place where it is made.
enum Flaw: String, CaseIterable, KnownFlaw {
  /// A key is looked up, and taken only later: two deliveries at once both find it free.
  case raceInsertsBoth = "race-inserts-both"
  /// As before, and both are answered with the first record.
  case raceHidesDuplicate = "race-hides-duplicate"
  /// A second delivery of a key in flight makes both fail, and the key with them.
  case raceUndoesBoth = "race-undoes-both"
  /// A repeated delivery is answered as a conflict.
  case replaysConflict = "replays-conflict"
  /// A repeated delivery makes a record of its own.
  case ignoresKey = "ignores-key"
  /// A repeated delivery is answered from memory, and done again all the same.
  case replayInsertsAgain = "replay-inserts-again"
  /// The body is not looked at where the key is known.
  case replaysAnyBody = "replays-any-body"
  /// Another body under a known key ends in an error of the database.
  case mismatchFails = "mismatch-fails"
  /// Another body under a known key is refused, and is the known one from then on.
  case mismatchOverwrites = "mismatch-overwrites"
  /// Another body under a known key is refused after its record was made.
  case mismatchInserts = "mismatch-inserts"
  /// A delivery whose key is in flight is cut off.
  case inFlightDropped = "in-flight-dropped"
  /// A delivery whose key is in flight waits for ever.
  case inFlightHangs = "in-flight-hangs"
  /// A delivery whose key is in flight meets the database's unique constraint.
  case inFlightFails = "in-flight-fails"
  /// A key that was in flight for many deliveries counts as in flight for ever.
  case inFlightSticks = "in-flight-sticks"
  /// A failure is kept under the key like a result.
  case keepsFailures = "keeps-failures"
  /// A failure comes after the record was made, and takes it back from the key alone.
  case failsAfterInsert = "fails-after-insert"
  /// A key belongs to everybody.
  case keysForAll = "keys-for-all"
  /// A key that another account has used is refused.
  case keysTakenByAll = "keys-taken-by-all"
  /// Bodies are compared byte by byte.
  case comparesBytes = "compares-bytes"
  /// What stands for a write is its key and the bytes of its body.
  case keyIncludesBody = "key-includes-body"
  /// Bodies are compared as a language does for which 1 is true.
  case oneIsTrue = "one-is-true"
  /// Numbers are compared as 64-bit floating-point numbers.
  case comparesDoubles = "compares-doubles"
  /// A body that ends early is a body.
  case acceptsShortBody = "accepts-short-body"
  /// A body that ends early is refused after its record was made.
  case shortBodyInserts = "short-body-inserts"
  /// The key is taken before the body is there, and kept where none comes.
  case shortBodyKeepsKey = "short-body-keeps-key"
  /// A write needs no key.
  case acceptsNoKey = "accepts-no-key"
  /// An empty key is a key.
  case acceptsEmptyKey = "accepts-empty-key"
  /// A write without a key is refused after its record was made.
  case noKeyInserts = "no-key-inserts"

  /// The case that is meant for the flaw, and how that case must find it.
  var expectation: FlawExpectation {
    switch self {
    case .raceInsertsBoth, .raceHidesDuplicate:
      FlawExpectation("server.atomic-claim", .raceMadeTwoRecords)
    case .raceUndoesBoth: FlawExpectation("server.atomic-claim", .raceMadeNoRecord)
    case .replaysConflict: FlawExpectation("server.replay-same-result", .replayRefused)
    case .ignoresKey: FlawExpectation("server.replay-same-result", .replayOtherResult)
    case .replayInsertsAgain: FlawExpectation("server.replay-same-result", .replayMadeRecord)
    case .replaysAnyBody: FlawExpectation("server.mismatch-refused", .mismatchAccepted)
    case .mismatchFails: FlawExpectation("server.mismatch-refused", .mismatchAnsweredOtherwise)
    case .mismatchOverwrites: FlawExpectation("server.mismatch-refused", .mismatchOverwrote)
    case .mismatchInserts: FlawExpectation("server.mismatch-refused", .mismatchMadeRecord)
    case .inFlightDropped, .inFlightHangs:
      FlawExpectation("server.in-flight-answered", .inFlightUnanswered)
    case .inFlightFails: FlawExpectation("server.in-flight-answered", .inFlightFailed)
    case .inFlightSticks: FlawExpectation("server.in-flight-answered", .inFlightNeverEnded)
    case .keepsFailures:
      FlawExpectation("server.transient-error-not-pinned", .transientErrorPinned)
    case .failsAfterInsert:
      FlawExpectation("server.transient-error-not-pinned", .transientErrorMadeRecord)
    case .keysForAll: FlawExpectation("server.key-scoped-to-account", .accountGotResultOfOther)
    case .keysTakenByAll:
      FlawExpectation("server.key-scoped-to-account", .accountRefusedForKeyOfOther)
    case .comparesBytes: FlawExpectation("server.comparison-is-semantic", .sameMeaningRefused)
    case .keyIncludesBody:
      FlawExpectation("server.comparison-is-semantic", .sameMeaningMadeRecord)
    case .oneIsTrue, .comparesDoubles:
      FlawExpectation("server.comparison-is-semantic", .otherMeaningTakenForSame)
    case .acceptsShortBody: FlawExpectation("server.short-body", .shortBodyAccepted)
    case .shortBodyInserts: FlawExpectation("server.short-body", .shortBodyMadeRecord)
    case .shortBodyKeepsKey: FlawExpectation("server.short-body", .shortBodyTookKey)
    case .acceptsNoKey: FlawExpectation("server.missing-key-refused", .missingKeyAccepted)
    case .acceptsEmptyKey: FlawExpectation("server.missing-key-refused", .emptyKeyAccepted)
    case .noKeyInserts: FlawExpectation("server.missing-key-refused", .missingKeyMadeRecord)
    }
  }

  /// What other cases must find as well.
  var furtherExpectations: [FlawExpectation] {
    switch self {
    case .ignoresKey:
      [
        FlawExpectation("server.atomic-claim", .raceMadeTwoRecords),
        FlawExpectation("server.mismatch-refused", .mismatchAccepted),
        FlawExpectation("server.comparison-is-semantic", .sameMeaningMadeRecord),
      ]
    case .raceUndoesBoth: [FlawExpectation("server.in-flight-answered", .inFlightFailed)]
    case .replaysConflict: [FlawExpectation("server.in-flight-answered", .inFlightFailed)]
    case .replaysAnyBody:
      [FlawExpectation("server.comparison-is-semantic", .otherMeaningTakenForSame)]
    case .keyIncludesBody: [FlawExpectation("server.mismatch-refused", .mismatchAccepted)]
    default: []
    }
  }
}
