// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One stay of one account, from sign-in or reload to the next.
///
/// It is never used again: the same account that comes back has another one.
public struct SessionIdentity: Hashable, Sendable {
  private let value = UUID()

  init() {}
}

/// A write to send; its answer comes back with it.
public struct WriteRequest<RecordID: Hashable & Sendable>: Hashable, Sendable {
  /// The record that was tapped, whatever row shows it.
  public let record: RecordID
  /// The session in which it was tapped.
  public let session: SessionIdentity
  /// The ticket of the write.
  public let ticket: UUID
}

/// A re-read to start; its answer comes back with it.
public struct ReadRequest<RecordID: Hashable & Sendable>: Hashable, Sendable {
  /// The record to read.
  public let record: RecordID
  /// The session that waits for it.
  public let session: SessionIdentity
  /// The ticket of the re-read.
  public let ticket: UUID
}

/// A read of many records at once, such as a pull to refresh; its answer comes back with it.
public struct ListReadRequest: Hashable, Sendable {
  /// The session that waits for it.
  public let session: SessionIdentity
  /// How much had happened to the records when it began.
  let moment: Int
}

/// The records of one session, and the rows that show them.
///
/// An answer is applied only where its record, its session and its ticket are those that are waited for.
/// Rows are a list of record IDs beside the records: sorting and filtering them changes no record, and
/// no answer ever names a row. The type does no I/O.
public struct RecordList<RecordID: Hashable & Sendable, Value> {
  /// The session that the records belong to.
  public private(set) var session = SessionIdentity()
  /// The records that are shown, in the order of their rows.
  public private(set) var rows: [RecordID] = []
  private var states: [RecordID: RecordState<Value>] = [:]
  /// How much has happened to the records of this session.
  private var moment = 0
  /// The moment at which something happened to a record last, where anything did.
  private var lastMoments: [RecordID: Int] = [:]

  /// Creates an empty list; the first session starts with `startSession`.
  public init() {}

  /// The IDs of all records, shown or not, in no order.
  public var records: some Collection<RecordID> { states.keys }

  /// The state of a record, or nothing where the session has no such record.
  public subscript(record: RecordID) -> RecordState<Value>? { states[record] }

  /// Replaces every record by what the server holds for a new session.
  ///
  /// - Parameters:
  ///   - values: the server's value of each record.
  ///   - rows: the records to show, in order; those without a value are left out, and so are repetitions.
  public mutating func startSession(_ values: [RecordID: Value], rows: [RecordID]) {
    session = SessionIdentity()
    states = values.mapValues { RecordState($0) }
    lastMoments = [:]
    arrange(rows)
  }

  /// Shows a wish and begins a write.
  ///
  /// - Parameters:
  ///   - record: the record that was tapped.
  ///   - wish: the value that the user wants.
  /// - Returns: the write to send, or nothing where the tap is intercepted or there is no such record.
  public mutating func begin(_ record: RecordID, _ wish: Value) -> WriteRequest<RecordID>? {
    guard let ticket = states[record]?.begin(wish) else { return nil }
    touch(record)
    return WriteRequest(record: record, session: session, ticket: ticket)
  }

  /// Ends a write; changes nothing where nobody waits for it any more.
  ///
  /// - Parameters:
  ///   - write: what `begin` returned.
  ///   - outcome: how the write ended.
  /// - Returns: the re-read to start now, or nothing where none is needed.
  public mutating func finish(
    _ write: WriteRequest<RecordID>,
    with outcome: WriteOutcome<Value>
  ) -> ReadRequest<RecordID>? {
    guard write.session == session, states[write.record]?.pending == write.ticket else {
      return nil
    }
    touch(write.record)
    return read(write.record, states[write.record]?.finish(write.ticket, with: outcome))
  }

  /// Takes a write back: the user does not want it any more, and its answer is not waited for.
  ///
  /// That is no rollback: the request may have left, and the server may have committed it. So the record
  /// shows its confirmed value, and is locked until a re-read has told what became of it.
  ///
  /// - Parameter write: what `begin` returned.
  /// - Returns: the re-read to start now, or nothing where the write was not in flight any more.
  public mutating func cancel(_ write: WriteRequest<RecordID>) -> ReadRequest<RecordID>? {
    finish(write, with: .unknown)
  }

  /// Ends a re-read; changes nothing where nobody waits for it any more.
  ///
  /// - Parameters:
  ///   - read: what `finish` or this function returned.
  ///   - outcome: how the re-read ended.
  /// - Returns: the re-read to start next, where this one failed.
  public mutating func finishRead(
    _ read: ReadRequest<RecordID>,
    with outcome: ReadOutcome<Value>
  ) -> ReadRequest<RecordID>? {
    guard read.session == session, states[read.record]?.pendingRead == read.ticket else {
      return nil
    }
    touch(read.record)
    return self.read(read.record, states[read.record]?.finishRead(read.ticket, with: outcome))
  }

  /// The re-read that a record waits for, or nothing where it waits for none.
  public func pendingRead(of record: RecordID) -> ReadRequest<RecordID>? {
    read(record, states[record]?.pendingRead)
  }

  /// Begins a read of many records at once; any number of them may be under way.
  public func beginListRead() -> ListReadRequest {
    ListReadRequest(session: session, moment: moment)
  }

  /// Ends a read of many records.
  ///
  /// It may be older than a record: one that was tapped, answered, re-read, inserted or deleted since
  /// the read began keeps what it has, and so does one that is saving or locked. No record is added.
  ///
  /// - Parameters:
  ///   - read: what `beginListRead` returned.
  ///   - values: the values that the server answered with.
  public mutating func finishListRead(_ read: ListReadRequest, with values: [RecordID: Value]) {
    guard read.session == session else { return }
    for (record, value) in values where lastMoments[record, default: 0] <= read.moment {
      if states[record]?.refresh(with: value) == true { touch(record) }
    }
  }

  /// Sorts and filters the rows.
  ///
  /// - Parameter rows: the records to show, in order; unknown ones and repetitions are left out. A record
  ///   that is not shown keeps its state.
  public mutating func arrange(_ rows: [RecordID]) {
    var shown: Set<RecordID> = []
    self.rows = rows.filter { states[$0] != nil && shown.insert($0).inserted }
  }

  /// Adds a record that the server holds, in the last row.
  ///
  /// - Parameters:
  ///   - record: the record's ID.
  ///   - value: the server's value.
  /// - Returns: false where the record is there already; it stays as it is.
  public mutating func insert(_ record: RecordID, _ value: Value) -> Bool {
    guard states[record] == nil else { return false }
    states[record] = RecordState(value)
    touch(record)
    rows.append(record)
    return true
  }

  /// Removes a record; no answer brings it back, nor touches one that is inserted again under its ID.
  public mutating func delete(_ record: RecordID) {
    states[record] = nil
    rows.removeAll { $0 == record }
  }

  /// Remembers that something happened to a record, for list reads that began before.
  private mutating func touch(_ record: RecordID) {
    moment += 1
    lastMoments[record] = moment
  }

  private func read(_ record: RecordID, _ ticket: UUID?) -> ReadRequest<RecordID>? {
    ticket.map { ReadRequest(record: record, session: session, ticket: $0) }
  }
}

extension RecordList: Equatable where Value: Equatable {}
extension RecordList: Sendable where Value: Sendable {}
