// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import Contracts

/// A subject of this process, where one is asked for that may fail as a process does.
package struct InProcess<Inner: CapableSubject<Never>>: CapableSubject {
  package var inner: Inner

  package init(_ inner: Inner) { self.inner = inner }

  package mutating func load(
    session: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    inner.load(session: session, records: records)
  }

  package mutating func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    inner.tap(record: record, value: value)
  }

  package mutating func respond(
    ticket: String,
    outcome: WriteOutcome
  ) throws(CaseStop) -> SubjectReply {
    inner.respond(ticket: ticket, outcome: outcome)
  }

  package mutating func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    inner.sync(session: session, record: record, outcome: outcome)
  }

  package mutating func arrange(order: [String]) throws(CaseStop) -> SubjectReply {
    inner.arrange(order: order)
  }

  package var capabilities: Set<SubjectCapability> { inner.capabilities }

  package mutating func delete(record: String) throws(CaseStop) -> SubjectReply {
    inner.delete(record: record)
  }

  package mutating func insert(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    inner.insert(record: record, value: value)
  }

  package mutating func cancel(ticket: String) throws(CaseStop) -> SubjectReply {
    inner.cancel(ticket: ticket)
  }

  package mutating func startListRead(read: String) throws(CaseStop) -> SubjectReply {
    inner.startListRead(read: read)
  }

  package mutating func endListRead(
    read: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    inner.endListRead(read: read, records: records)
  }
}
