// SPDX-License-Identifier: Apache-2.0

/// Something that shows results before the server has confirmed them.
///
/// This is the subject contract within one process: each method means what the request of the same name
/// means, and answers what is shown after it. A subject in a process of its own can fail to answer; one
/// in this process cannot, and says so with `Never`.
public protocol Subject<Failure> {
  /// How an answer can fail to come.
  associatedtype Failure: Error

  /// Starts a new session with the server's values; its name was never used before.
  mutating func load(
    session: String,
    records: [String: Bool]
  ) throws(Failure) -> SubjectReply

  /// Lets the user wish a value; the answer says whether a write began.
  mutating func tap(record: String, value: Bool) throws(Failure) -> SubjectReply

  /// Ends a write; the answer of the server may be late, repeated or of an old session.
  mutating func respond(ticket: String, outcome: WriteOutcome) throws(Failure) -> SubjectReply

  /// Ends a re-read that was asked for in that session.
  mutating func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(Failure) -> SubjectReply

  /// Sorts or filters the rows.
  mutating func arrange(order: [String]) throws(Failure) -> SubjectReply
}

extension Subject {
  /// Does what a request says.
  public mutating func answer(_ request: SubjectRequest) throws(Failure) -> SubjectReply {
    switch request {
    case .load(let session, let records): try load(session: session, records: records)
    case .tap(let record, let value): try tap(record: record, value: value)
    case .respond(let ticket, let outcome): try respond(ticket: ticket, outcome: outcome)
    case .sync(let session, let record, let outcome):
      try sync(session: session, record: record, outcome: outcome)
    case .arrange(let order): try arrange(order: order)
    }
  }
}
