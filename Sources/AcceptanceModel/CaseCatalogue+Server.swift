// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about a real server: the one that `--upstream` names.
  package static let server: [CaseDescription] = [
    atomicClaim, replaySameResult, mismatchRefused, inFlightAnswered, transientErrorNotPinned,
    keyScopedToAccount, comparisonIsSemantic, shortBody, missingKey,
  ].compactMap(\.self)

  /// What each case about a real server can find.
  static let serverFindings: [String: [Finding]] = [
    "server.atomic-claim": [.raceMadeTwoRecords, .raceMadeNoRecord],
    "server.replay-same-result": [.replayRefused, .replayOtherResult, .replayMadeRecord],
    "server.mismatch-refused": [
      .mismatchAccepted, .mismatchAnsweredOtherwise, .mismatchMadeRecord, .mismatchOverwrote,
    ],
    "server.in-flight-answered": [.inFlightUnanswered, .inFlightFailed, .inFlightNeverEnded],
    "server.transient-error-not-pinned": [.transientErrorPinned, .transientErrorMadeRecord],
    "server.key-scoped-to-account": [.accountGotResultOfOther, .accountRefusedForKeyOfOther],
    "server.comparison-is-semantic": [
      .sameMeaningRefused, .sameMeaningMadeRecord, .otherMeaningTakenForSame,
    ],
    "server.short-body": [.shortBodyAccepted, .shortBodyMadeRecord, .shortBodyTookKey],
    "server.missing-key-refused": [
      .missingKeyAccepted, .emptyKeyAccepted, .missingKeyMadeRecord,
    ],
  ]

  /// What every step by hand begins with.
  private static let curl =
    "curl -i URL -H 'Content-Type: application/json' -H 'Idempotency-Key: k1' -d '{\"name\":\"lamp\"}'"

  private static let atomicClaim = CaseName("server.atomic-claim").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "of same-key deliveries at once, one makes the record",
      steps: [
        "send 8 deliveries of one write but for their last byte, then all last bytes together",
        "read every answer, then deliver the write once more",
        "no two successes name two records, and the server counts one more record",
        "this is done 4 times, each with a write of its own",
      ],
      invariants: [.atomicClaim],
      byHand: ["start 8 of these at once: \(curl)", "the server holds one record more"],
      sourceFile: "acceptance/cases/ServerAtomicClaim.swift"
    )
  }

  private static let replaySameResult = CaseName("server.replay-same-result").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "a repeated delivery gets the stored result",
      steps: [
        "deliver a write, and then the same bytes under the same key twice more",
        "each is answered with a success that names the same record; the server counts one",
      ],
      invariants: [.replaySameResult],
      byHand: ["run this twice: \(curl)", "both answers name one record, and there is one"],
      sourceFile: "acceptance/cases/ServerReplaySameResult.swift"
    )
  }

  private static let mismatchRefused = CaseName("server.mismatch-refused").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "another body under a known key is refused and overwrites nothing",
      steps: [
        "deliver a write; deliver another body under its key, one that the server takes under a key of its own",
        "that one is answered with the profile's status for it, and makes no record",
        "deliver the first write again: it gets its first result",
      ],
      invariants: [.mismatchRefusedNotOverwritten],
      byHand: [
        "run \(curl)", "run it with another body: 409, or what your profile says",
        "run it with the first body: the first result",
      ],
      sourceFile: "acceptance/cases/ServerMismatchRefused.swift"
    )
  }

  private static let inFlightAnswered = CaseName("server.in-flight-answered").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "a delivery whose key is in flight gets an answer",
      steps: [
        "send 8 deliveries of one write but for their last byte, then all last bytes together",
        "each is answered with a success, or with the profile's status for a key that is in flight",
        "once all are answered, one more delivery is answered with a success",
        "this is done 4 times, each with a write of its own",
      ],
      invariants: [.inFlightAnswered],
      byHand: [
        "start 8 of these at once: \(curl)", "none hangs or fails; one more afterwards succeeds",
      ],
      sourceFile: "acceptance/cases/ServerInFlightAnswered.swift"
    )
  }

  private static let transientErrorNotPinned = CaseName("server.transient-error-not-pinned").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "a transient error is not kept under the key",
      steps: [
        "deliver a write with the header fields of 'upstream.failOnce'; the server fails with 5xx",
        "deliver the same bytes under the same key without those fields: it is a success",
        "the server counts one record more",
      ],
      invariants: [.transientErrorNotPinned],
      byHand: [
        "make the server fail, and run \(curl)", "mend it, and run the same: it succeeds",
      ],
      sourceFile: "acceptance/cases/ServerTransientError.swift"
    )
  }

  private static let keyScopedToAccount = CaseName("server.key-scoped-to-account").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "a key belongs to one account",
      steps: [
        "deliver a write as one account; deliver the same bytes under the same key as 'upstream.otherAccount'",
        "the other account gets a success that names a record of its own",
        "do the same with another body for the other account",
      ],
      invariants: [.keyScopedToAccount],
      byHand: [
        "run this as one user: \(curl)", "run it as another user: another record is made",
      ],
      sourceFile: "acceptance/cases/ServerKeyScopedToAccount.swift"
    )
  }

  private static let comparisonIsSemantic = CaseName("server.comparison-is-semantic").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "bodies that mean the same are the same body, and no others are",
      steps: [
        "deliver a write; repeat it with its members in another order, with white space, with 1 as 1.0 and 1e0, with letters as \\u0061",
        "each is answered with a success that names the same record; the server counts one",
        "deliver under its key true in place of 1, and a big integer that is greater by 1: neither is taken for a repetition",
        "a spelling that the server does not take under a key of its own either is left out",
      ],
      invariants: [.comparisonIsSemantic],
      byHand: [
        "run \(curl)", "run it with a space behind the colon: the same result",
      ],
      sourceFile: "acceptance/cases/ServerComparison.swift"
    )
  }

  private static let shortBody = CaseName("server.short-body").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "a body shorter than its declared length is never committed",
      steps: [
        "declare a body with white space at its end, send it without that, and end the sending",
        "the answer, where there is one, is no success, and no record is made",
        "deliver the whole write under the same key: it is done",
      ],
      invariants: [.shortBodyNeverCommits],
      byHand: [
        "with nc: send a head with Content-Length: 99, a shorter body, and end the input",
        "nothing is stored",
      ],
      sourceFile: "acceptance/cases/ServerShortBody.swift"
    )
  }

  private static let missingKey = CaseName("server.missing-key-refused").map {
    CaseDescription(
      name: $0,
      suites: ["server"],
      promise: "a delivery without a key is refused",
      steps: [
        "deliver a write without a key, and one with an empty key",
        "each is answered with the profile's status for it, and makes no record",
      ],
      invariants: [.missingKeyRefused],
      byHand: [
        "run without the key: \(curl)", "400, or what your profile says; nothing is stored",
      ],
      sourceFile: "acceptance/cases/ServerMissingKey.swift"
    )
  }
}
