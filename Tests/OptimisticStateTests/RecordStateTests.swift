// SPDX-License-Identifier: Apache-2.0

import Foundation
import OptimisticState
import Testing

/// A record in one of its states, with the tickets that it has given out.
struct Situation: CustomTestStringConvertible, Sendable {
  enum Phase: Hashable, Sendable {
    case settled
    case saving(wish: Bool)
    case locked
  }

  let phase: Phase
  let confirmed: Bool
  let record: RecordState<Bool>
  /// The write in flight, or the last one.
  let write: UUID
  /// A write that ended before that.
  let oldWrite: UUID
  /// The re-read that is waited for, or the last one.
  let read: UUID
  /// A re-read that failed before that.
  let oldRead: UUID

  var testDescription: String { "\(phase), confirmed \(confirmed)" }

  init(_ phase: Phase, confirmed: Bool) {
    self.phase = phase
    self.confirmed = confirmed
    var record = RecordState(!confirmed)
    oldWrite = given(record.begin(true))
    oldRead = given(record.finish(oldWrite, with: .unknown))
    var read = given(record.finishRead(oldRead, with: .failed))
    _ = record.finishRead(read, with: .read(confirmed))
    switch phase {
    case .settled:
      write = given(record.begin(!confirmed))
      _ = record.finish(write, with: .rejected)
    case .saving(let wish):
      write = given(record.begin(wish))
    case .locked:
      write = given(record.begin(!confirmed))
      read = given(record.finish(write, with: .unknown))
    }
    self.read = read
    self.record = record
  }

  static let all: [Situation] = [false, true].flatMap { confirmed in
    [Phase.settled, .saving(wish: false), .saving(wish: true), .locked].map {
      Situation($0, confirmed: confirmed)
    }
  }
}

/// Unwraps what must be there for a test to make sense.
private func given(_ ticket: UUID?) -> UUID {
  guard let ticket else { preconditionFailure("the situation cannot be reached") }
  return ticket
}

/// Something that can happen to a record.
enum Input: Hashable, Sendable, CaseIterable {
  case tapFalse, tapTrue
  case savedFalse, savedTrue, rejected, unknown
  case oldSavedFalse, oldSavedTrue, oldRejected, oldUnknown
  case foreignSaved, foreignUnknown
  case readFalse, readTrue, readFailed
  case oldReadFalse, oldReadTrue, oldReadFailed
  case writeTicketAsRead, readTicketAsWrite
  case replaceFalse, replaceTrue

  /// Lets it happen and returns the ticket that came of it.
  func happen(to record: inout RecordState<Bool>, _ from: Situation) -> UUID? {
    switch self {
    case .tapFalse: return record.begin(false)
    case .tapTrue: return record.begin(true)
    case .savedFalse: return record.finish(from.write, with: .saved(false))
    case .savedTrue: return record.finish(from.write, with: .saved(true))
    case .rejected: return record.finish(from.write, with: .rejected)
    case .unknown: return record.finish(from.write, with: .unknown)
    case .oldSavedFalse: return record.finish(from.oldWrite, with: .saved(false))
    case .oldSavedTrue: return record.finish(from.oldWrite, with: .saved(true))
    case .oldRejected: return record.finish(from.oldWrite, with: .rejected)
    case .oldUnknown: return record.finish(from.oldWrite, with: .unknown)
    case .foreignSaved: return record.finish(UUID(), with: .saved(!from.confirmed))
    case .foreignUnknown: return record.finish(UUID(), with: .unknown)
    case .readFalse: return record.finishRead(from.read, with: .read(false))
    case .readTrue: return record.finishRead(from.read, with: .read(true))
    case .readFailed: return record.finishRead(from.read, with: .failed)
    case .oldReadFalse: return record.finishRead(from.oldRead, with: .read(false))
    case .oldReadTrue: return record.finishRead(from.oldRead, with: .read(true))
    case .oldReadFailed: return record.finishRead(from.oldRead, with: .failed)
    case .writeTicketAsRead: return record.finishRead(from.write, with: .read(!from.confirmed))
    case .readTicketAsWrite: return record.finish(from.read, with: .saved(!from.confirmed))
    case .replaceFalse: record.replaceSession(with: false)
    case .replaceTrue: record.replaceSession(with: true)
    }
    return nil
  }
}

/// What a record must be after an input: its phase, its value, and the ticket that must come of it.
struct Expected: Hashable {
  enum Ticket: Hashable { case none, write, read }

  var phase: Situation.Phase
  var confirmed: Bool
  var ticket = Ticket.none

  /// The table of transitions; every pair that is not named leaves the record as it is.
  static func after(_ input: Input, _ from: Situation) -> Expected {
    switch (from.phase, input) {
    case (.settled, .tapFalse):
      Expected(phase: .saving(wish: false), confirmed: from.confirmed, ticket: .write)
    case (.settled, .tapTrue):
      Expected(phase: .saving(wish: true), confirmed: from.confirmed, ticket: .write)
    case (.saving, .savedFalse), (.locked, .readFalse), (_, .replaceFalse):
      Expected(phase: .settled, confirmed: false)
    case (.saving, .savedTrue), (.locked, .readTrue), (_, .replaceTrue):
      Expected(phase: .settled, confirmed: true)
    case (.saving, .rejected):
      Expected(phase: .settled, confirmed: from.confirmed)
    case (.saving, .unknown), (.locked, .readFailed):
      Expected(phase: .locked, confirmed: from.confirmed, ticket: .read)
    default:
      Expected(phase: from.phase, confirmed: from.confirmed)
    }
  }
}

struct RecordStateTests {
  @Test(arguments: Situation.all, Input.allCases)
  func `every input in every state does what the table says`(from: Situation, input: Input) {
    var record = from.record
    let ticket = input.happen(to: &record, from)
    let expected = Expected.after(input, from)

    #expect(record.confirmed == expected.confirmed)
    let activity: Presentation<Bool>.Activity
    switch expected.phase {
    case .settled:
      #expect(record.visible == expected.confirmed)
      #expect(record.pending == nil && record.pendingRead == nil)
      activity = .idle
    case .saving(let wish):
      #expect(record.visible == wish)
      #expect(record.pending != nil && record.pendingRead == nil)
      activity = .saving
    case .locked:
      #expect(record.visible == expected.confirmed)
      #expect(record.pending == nil && record.pendingRead != nil)
      activity = .syncing
    }
    #expect(record.needsSync == (record.pendingRead != nil))
    #expect(record.presentation.activity == activity)
    #expect(record.presentation.value == record.visible)

    switch expected.ticket {
    case .none:
      #expect(ticket == nil)
    case .write:
      #expect(ticket == record.pending)
      #expect(![from.write, from.oldWrite, from.read, from.oldRead].contains(ticket))
    case .read:
      #expect(ticket == record.pendingRead)
      #expect(![from.write, from.oldWrite, from.read, from.oldRead].contains(ticket))
    }
    let changes = (expected.phase, expected.confirmed) != (from.phase, from.confirmed)
    if !changes && expected.ticket == .none && ![.replaceFalse, .replaceTrue].contains(input) {
      #expect(record == from.record)
    }
  }

  @Test(arguments: Situation.all)
  func `replacing the session forgets what was in flight`(from: Situation) {
    for value in [false, true] {
      var record = from.record
      record.replaceSession(with: value)
      #expect(record == RecordState(value))
    }
  }

  @Test func `a rejection restores what was confirmed last, not what was there first`() {
    var record = RecordState(1)
    record.finish(record.begin(2)!, saved: 3)
    record.finish(record.begin(4)!, saved: nil)
    #expect(record.visible == 3)
  }
}
