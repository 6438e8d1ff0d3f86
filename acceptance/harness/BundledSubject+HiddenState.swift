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
  /// By session, then by record.
  package var reads: [[Read]]
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
    let kept = tickets.map { writes[$0] }
    let waiting = records.map { name in
      guard let state = list[name] else { return HiddenState.Record() }
      var record = HiddenState.Record(
        phase: state.pending != nil ? .saving : state.needsSync ? .locked : .settled,
        confirmed: state.confirmed,
        visible: state.visible
      )
      if let pending = state.pending {
        let place = kept.firstIndex { $0?.ticket == pending }
        record.ticket = place.map { UInt8($0 + 1) } ?? .max
      }
      return record
    }
    let reads = sessions.map { session in
      records.map { record -> HiddenState.Read in
        guard let read = self.reads[ReadName(session: session, record: record)] else {
          return .none
        }
        return read.session == list.session && list[record]?.pendingRead == read.ticket
          ? .awaited : .over
      }
    }
    let keptReads = reads.joined().count { $0 != .none }
    return HiddenState(
      records: waiting,
      rows: list.rows.map(place),
      writes: kept.map { write in
        write.map {
          HiddenState.Write(
            record: place($0.record),
            isOfThisSession: $0.session == list.session
          )
        }
      },
      reads: reads,
      unknownEntries: writes.count - kept.count { $0 != nil }
        + self.reads.count - keptReads + list.records.count - waiting.count { $0.phase != .missing }
    )
  }
}
