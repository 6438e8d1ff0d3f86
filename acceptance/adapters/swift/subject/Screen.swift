// SPDX-License-Identifier: Apache-2.0

// An optimistic screen: it shows what the user wished before the server has confirmed it. `SubjectLoop`
// makes a conforming program of it.

import Contracts

@main
enum Main {
  static func main() {
    if CommandLine.arguments.dropFirst() == ["--help"] { return print("usage: example-subject") }
    SubjectLoop.run(Screen())
  }
}

/// What is known about a record, and what is shown.
struct Row {
  enum Phase: Equatable {
    case free
    /// The ticket itself, not a flag beside it: a flag and a ticket can disagree.
    case saving(ticket: String, wish: Bool)
    /// A write got lost, and nobody knows the server's value until it has been read again.
    case locked
  }

  var confirmed: Bool
  var phase = Phase.free

  var view: RecordView {
    let wish: Bool? = if case .saving(_, let wish) = phase { wish } else { nil }
    return RecordView(
      confirmed: confirmed,
      visible: wish ?? confirmed,
      pending: wish != nil,
      enabled: phase == .free,
      needsSync: phase == .locked
    )
  }
}

struct Screen: Subject {
  private var session = ""
  // By ID: a row's place is no identity, as rows are sorted and filtered while a write is in flight.
  private var rows: [String: Row] = [:]
  private var syncs = 0
  /// Counts on over all sessions: a ticket that was given out never fits again.
  private var tickets = 0

  mutating func load(session: String, records: [String: Bool]) -> SubjectReply {
    // Nothing of the old session stays, and so its late answers find no ticket of theirs.
    self.session = session
    rows = records.mapValues { Row(confirmed: $0) }
    return reply()
  }

  mutating func tap(record: String, value: Bool) -> SubjectReply {
    guard rows[record]?.phase == .free else { return reply(.intercepted) }
    tickets += 1
    rows[record]?.phase = .saving(ticket: "w\(tickets)", wish: value)
    return reply(.began(ticket: "w\(tickets)"))
  }

  mutating func respond(ticket: String, outcome: WriteOutcome) -> SubjectReply {
    let saving = rows.first { _, row in
      if case .saving(ticket, _) = row.phase { true } else { false }
    }
    // Late, repeated, or of an old session: nobody waits for it.
    guard let (record, row) = saving else { return reply() }
    switch outcome {
    // The server's value, not the wish: it may have decided otherwise.
    case .saved(let value): rows[record] = Row(confirmed: value)
    case .rejected: rows[record] = Row(confirmed: row.confirmed)
    case .unknown:
      // Writing again could do it twice. The re-read is asked for once, here and nowhere else.
      rows[record]?.phase = .locked
      syncs += 1
    }
    return reply()
  }

  mutating func sync(session: String, record: String, outcome: ReadOutcome) -> SubjectReply {
    guard session == self.session, rows[record]?.phase == .locked else { return reply() }
    switch outcome {
    case .read(let value): rows[record] = Row(confirmed: value)
    case .failed: syncs += 1
    }
    return reply()
  }

  mutating func arrange(order: [String]) -> SubjectReply { reply() }

  private func reply(_ tap: TapResult? = nil) -> SubjectReply {
    SubjectReply(records: rows.mapValues(\.view), tap: tap, syncs: syncs)
  }
}
