// SPDX-License-Identifier: Apache-2.0

import OptimisticState

/// All that a subject's answers can depend on from now on, with its names replaced by their places.
///
/// Two subjects with the same hidden state go on alike. Left out is only what is never looked at again:
/// how many re-reads were asked for, which is only ever added to, and the moments of the records, which
/// only a list read looks at.
package struct HiddenState: Hashable, Sendable {
  /// What a record of the current session waits for.
  package enum Phase: UInt8, Sendable {
    case missing
    case settled
    case saving
    case locked
  }

  /// A record of the current session.
  package struct Record: Hashable, Sendable {
    package var phase = Phase.missing
    package var confirmed = false
    package var visible = false
    /// The place of the ticket that it waits for, from 1; 0 for none, 255 for one that is not known.
    package var ticket: UInt8 = 0
  }

  /// What is kept of a write that was begun.
  package struct Write: Hashable, Sendable {
    /// The place of its record, or 255.
    package var record: UInt8
    package var isOfThisSession: Bool
  }

  /// What is kept of the latest re-read of a record in a session.
  package enum Read: UInt8, Sendable {
    case none
    /// The record waits for it.
    case awaited
    case over
  }

  package var records: [Record]
  package var rows: [UInt8]
  package var writes: [Write?]
  /// By session, and within a session by record.
  package var reads: [Read]
  /// How many entries the subject keeps that none of the names accounts for.
  package var unknownEntries: Int
}

extension BundledSubject {
  /// Writes down the hidden state.
  ///
  /// - Parameters:
  ///   - records: the names of all records.
  ///   - sessions: the names of all sessions so far.
  ///   - tickets: all tickets so far.
  /// - Returns: the state, with the place of each name in these lists instead of the name.
  package func hiddenState(
    records: [String],
    sessions: [String],
    tickets: [String]
  ) -> HiddenState {
    func place(_ record: String) -> UInt8 {
      UInt8(records.firstIndex(of: record) ?? Int(UInt8.max))
    }
    var unknownEntries = writes.count + reads.count + list.records.count
    var waiting = [HiddenState.Record](repeating: HiddenState.Record(), count: records.count)
    for (record, name) in records.enumerated() {
      guard let state = list[name] else { continue }
      unknownEntries -= 1
      waiting[record].phase =
        state.pending != nil ? .saving : state.needsSync ? .locked : .settled
      waiting[record].confirmed = state.confirmed
      waiting[record].visible = state.visible
      if state.pending != nil { waiting[record].ticket = .max }
    }
    var kept = [HiddenState.Write?](repeating: nil, count: tickets.count)
    for (ticket, name) in tickets.enumerated() {
      guard let write = writes[name] else { continue }
      unknownEntries -= 1
      kept[ticket] = HiddenState.Write(
        record: place(write.record),
        isOfThisSession: write.session == list.session
      )
      for (record, name) in records.enumerated() where waiting[record].phase == .saving {
        if list[name]?.pending == write.ticket { waiting[record].ticket = UInt8(ticket + 1) }
      }
    }
    var reads = [HiddenState.Read](repeating: .none, count: sessions.count * records.count)
    // There are far fewer than sessions and records.
    for (name, read) in self.reads {
      guard let session = sessions.firstIndex(of: name.session),
        let record = records.firstIndex(of: name.record)
      else { continue }
      unknownEntries -= 1
      let isAwaited =
        read.session == list.session && list[name.record]?.pendingRead == read.ticket
      reads[session * records.count + record] = isAwaited ? .awaited : .over
    }
    return HiddenState(
      records: waiting,
      rows: list.rows.map(place),
      writes: kept,
      reads: reads,
      unknownEntries: unknownEntries
    )
  }
}
