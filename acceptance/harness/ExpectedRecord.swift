// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

/// What a record must be, as follows from the events of its session.
struct ExpectedRecord {
  private enum Last {
    case loaded
    case rejected
    case synced
  }

  /// The record's name as a log shows it.
  let task: TaskID
  private(set) var confirmed: Bool
  /// What the user wished, while a write is in flight.
  private(set) var wish: Bool?
  /// Whether the outcome of a write is unknown and no re-read has succeeded since.
  private(set) var isLocked = false
  /// How many writes began in this session.
  private(set) var writes = 0
  private var last = Last.loaded

  init(_ record: String, confirmed: Bool) {
    task = TaskID(redacting: record)
    self.confirmed = confirmed
  }

  var visible: Bool { wish ?? confirmed }
  var isFree: Bool { wish == nil && !isLocked }

  var view: RecordView {
    RecordView(
      confirmed: confirmed,
      visible: visible,
      pending: wish != nil,
      enabled: isFree,
      needsSync: isLocked
    )
  }

  /// How a promise is broken where a tap begins no write although the record is free.
  var refusedTap: Finding {
    switch last {
    case .loaded: .tapSentNothing
    case .rejected: .rejectionLeftDisabled
    case .synced: .syncLeftLocked
    }
  }

  mutating func begin(_ wish: Bool) {
    self.wish = wish
    writes += 1
    last = .loaded
  }

  mutating func end(_ outcome: WriteOutcome) {
    wish = nil
    switch outcome {
    case .saved(let value): confirmed = value
    case .rejected: last = .rejected
    case .unknown: isLocked = true
    }
  }

  /// A list read has brought the server's value.
  mutating func refresh(with value: Bool) {
    confirmed = value
    last = .loaded
  }

  mutating func end(_ outcome: ReadOutcome) {
    guard case .read(let value) = outcome else { return }
    confirmed = value
    isLocked = false
    last = .synced
  }
}

/// What became of a ticket.
struct TicketStory {
  let record: String
  let session: String
  /// The ticket as a log shows it.
  let key: KeyID
  /// How its write ended, or nothing where it has not ended yet.
  var end: WriteOutcome?
  /// Whether its record was deleted since.
  var isOfDeleted = false

  /// Says whether its answer counts, where that session is the current one.
  func isAwaited(in session: String) -> Bool {
    self.session == session && end == nil && !isOfDeleted
  }

  /// Says whether the write was lost in the session that is the current one.
  func wasLost(in session: String) -> Bool { self.session == session && end == .unknown }

  /// How a promise is broken where an answer changes something that it must not change.
  func ignoredFinding(in session: String) -> Finding {
    if self.session != session { return .oldSessionApplied }
    if isOfDeleted { return .deletedAnswerApplied }
    return end == .unknown ? .lateAnswerApplied : .repeatedAnswerApplied
  }
}

extension WriteOutcome {
  var occurrence: Occurrence {
    switch self {
    case .saved: .saved
    case .rejected: .rejected
    case .unknown: .unknown
    }
  }
}

extension ReadOutcome {
  var occurrence: Occurrence {
    switch self {
    case .read: .syncRead
    case .failed: .syncFailed
    }
  }
}
