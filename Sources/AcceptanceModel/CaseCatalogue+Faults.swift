// SPDX-License-Identifier: Apache-2.0

extension CaseCatalogue {
  /// The cases about single faults on the wire, one after another.
  package static let faults: [CaseDescription] = [
    transientRejection, brokenAnswer, noAnswer, falseSuccess, redirect, transportResend, answerLate,
  ]
  .compactMap(\.self)

  private static let transientRejection = CaseName("queue.transient-rejection").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise: "a rejection that will pass keeps the task for another attempt",
      steps: [
        "submit a task for each fault while nothing listens, then let the server listen",
        "each first delivery is rejected before anything is stored: 429, 503, 408, 425, 500, 502, 504, closed, reset; and as still in flight, where the profile has an answer for that",
        "resume until every task is settled; none is given up, and each keeps its key and bytes",
        "each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .unknownIsNotFailure, .removedOnlyAfterExplicitSuccess,
        .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"too-many-requests:1\",\"status-before-commit:408\"]} in the file, and submit in the app",
        "the task stays, is sent again, and is done at the third attempt",
      ],
      sourceFile: "acceptance/cases/QueueTransientRejection.swift"
    )
  }

  private static let brokenAnswer = CaseName("queue.broken-answer").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise:
        "an answer that broke off is not believed, and the write is repeated as the same operation",
      steps: [
        "submit a task for each fault while nothing listens, then let the server listen",
        "each first delivery is committed; its answer is missing, is 500, 502 or 504, ends after its first byte or before its last, or is reset",
        "resume until every task is settled; none is completed before a whole success",
        "each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure,
        .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"truncated-body:1\",\"reset-after-commit\"]} in the file, and submit in the app",
        "the task stays until the third answer, which says attempts 3 and record_count 1",
      ],
      sourceFile: "acceptance/cases/QueueBrokenAnswer.swift"
    )
  }

  private static let noAnswer = CaseName("queue.no-answer").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise: "a client that gets no answer gives up waiting in time, and keeps the task",
      steps: [
        "submit a task for each fault while nothing listens, then let the server listen",
        "each first delivery gets no answer before or behind the commit, none before the next one's, one that takes seconds, or one that stops within its body",
        "the client gives each up after the time that it was asked to wait at most",
        "resume until every task is settled; each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure,
        .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"stall-after-commit\",\"stall-mid-response\"]} in the file, and submit in the app",
        "the app gives up twice, keeps the write, and has it done at the third attempt",
      ],
      sourceFile: "acceptance/cases/QueueNoAnswer.swift"
    )
  }

  private static let falseSuccess = CaseName("queue.false-success").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise: "only an answer of the declared shape completes a task",
      steps: [
        "submit a task for each fault while nothing listens, then let the server listen",
        "each first delivery is answered with a success status around a log-in page, an error, a list that names the item as failed, nothing, or half a text",
        "what the profile declares as its success is left out: it is no false one",
        "resume until every task is settled; none is completed by a false success; one that tells of an error may stop the task",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .successNeedsDeclaredShape, .partialSuccessPerItem,
        .unknownIsNotFailure, .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"captive-portal\",\"error-in-success\"]} in the file, and submit in the app",
        "the app does not show the write as done before the third answer",
      ],
      sourceFile: "acceptance/cases/QueueFalseSuccess.swift"
    )
  }

  private static let redirect = CaseName("queue.redirect").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise: "a redirect repeats the write whole, or is not followed",
      steps: [
        "submit a task for each status while nothing listens, then let the server listen",
        "each first delivery is redirected to the same place, by 307, 308, 301, 302 and 303",
        "what follows is the same write with its key and bytes, at once or later, and never a read",
        "resume until every task is settled; each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .redirectPreservesWrite, .unknownIsNotFailure, .queueConverges,
        .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"redirect-preserving:307\",\"redirect-rewriting:302\"]} in the file, and submit in the app",
        "no delivery in the table lacks its key, and the write is done at the third",
      ],
      sourceFile: "acceptance/cases/QueueRedirect.swift"
    )
  }

  private static let transportResend = CaseName("queue.transport-resend").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise: "what a transport sends again by itself is the same operation",
      steps: [
        "submit four tasks while nothing listens, then let the server listen",
        "the first answer keeps its connection; the next delivery is committed and reset before any byte of its answer",
        "the third answer keeps its connection; the next request on that one is reset before the commit",
        "a client that uses a connection once still loses the answer to the second task",
        "resume until every task is settled; whoever sent again, each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure,
        .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"reused-connection-reset\"]} in the file, and submit in the app",
        "submit twice in the app; with a kept connection the second request is reset, and arrives again with the same key",
      ],
      sourceFile: "acceptance/cases/QueueTransportResend.swift"
    )
  }

  private static let answerLate = CaseName("queue.answer-late").map {
    CaseDescription(
      name: $0,
      suites: ["faults"],
      promise: "an answer that arrives late counts for its own task and undoes nothing",
      steps: [
        "submit three tasks while nothing listens, then let the server listen",
        "resume; the first task is committed and its answer held back",
        "a second process resumes meanwhile: the second task fails with 503, the third may be settled",
        "let the held answer arrive; it completes neither the task that failed nor undoes the one that is settled",
        "resume until every task is settled; each action has made one record",
      ],
      invariants: [
        .durableBeforeAcknowledged, .keyDistinctPerAction, .keyWellFormed, .keyStableAcrossRetries,
        .bodyFrozenAtEnqueue, .removedOnlyAfterExplicitSuccess, .unknownIsNotFailure,
        .lateAnswerHarmless, .queueConverges, .oneActionOneRecord,
      ],
      byHand: [
        "run 'oncegate serve --faults FILE' with {\"perAttempt\":[\"late-release\"]} in the file, and submit in the app",
        "submit twice in the app, and start a second window or extension of it in between",
        "each write is shown as what its own answer said",
      ],
      sourceFile: "acceptance/cases/QueueAnswerLate.swift"
    )
  }
}
