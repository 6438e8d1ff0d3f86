// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension ResultCategory {
  /// What happened, in words for people.
  var words: String {
    switch self {
    case .happened(let occurrence): occurrence.words
    case .violated(let invariant): "the promise broke here: \(invariant.promise)"
    }
  }
}

extension Occurrence {
  /// What happened, in a few words for people.
  var words: String { Self.table[self] ?? rawValue }

  private static let table: [Occurrence: String] = [
    .queued: "submitted and kept",
    .resumed: "told to resume",
    .killed: "killed",
    .relaunched: "started again",
    .pending: "listed as pending",
    .completed: "listed as completed",
    .stopped: "listed as stopped",
    .unreachable: "nothing listens",
    .reachable: "server listens",
    .received: "a delivery arrives",
    .committed: "makes the record",
    .replayed: "known key, no second record",
    .held: "answer held back",
    .released: "answer let go",
    .answered: "answered: success (2xx)",
    .unavailable: "answered: unavailable (5xx)",
    .refused: "answered: refused",
    .throttled: "answered: too many requests (429)",
    .closed: "connection closed",
    .reset: "connection reset",
    .truncated: "answer cut short",
    .malformed: "answer malformed",
    .redirected: "answered: redirect",
    .unauthorized: "answered: credentials refused",
    .conflict: "answered: key holds another body",
    .inFlight: "answered: key still in flight",
    .clientGone: "client gone",
    .seeded: "puts another body there",
    .unchanged: "keeps the stored record",
    .quiet: "sends nothing",
    .due: "told to send what is due",
    .clockMoved: "its clock is moved",
    .credentialChanged: "gets other credentials",
    .accountChanged: "another account signs in",
    .cancelled: "told to cancel",
    .notAcknowledged: "not stored, not acknowledged",
    .restored: "its store is put back",
    .shortBody: "its body ends early",
    .unanswered: "no answer in time",
    .recordMade: "one more record",
    .loaded: "a session is loaded",
    .tapped: "tapped, a write begins",
    .intercepted: "tap intercepted",
    .saved: "answered: saved",
    .rejected: "answered: rejected",
    .unknown: "outcome unknown",
    .syncRead: "re-read brings a value",
    .syncFailed: "re-read fails",
    .ignored: "late or repeated answer",
    .rearranged: "rows sorted anew",
    .sessionSwitched: "another session begins",
    .deleted: "record deleted",
    .inserted: "record added",
    .listReadBegan: "a list read begins",
    .listReadEnded: "a list read ends",
  ]
}
