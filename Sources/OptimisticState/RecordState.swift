// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One record that shows a wish before the server has confirmed it.
///
/// At most one write is in flight. It is identified by a ticket that is never used again, so that an
/// answer which comes late, twice or from another session finds nothing to change. After an unknown
/// outcome the record is locked: it takes no write until a re-read, ticketed itself, has brought the
/// server's value.
///
/// The type does no I/O. It returns what is to be done, and its owner does it. Call it from one executor,
/// such as the main actor: a value type does not settle a race between two callbacks.
public struct RecordState<Value> {
  /// The value that the server confirmed last.
  public private(set) var confirmed: Value
  private var phase = Phase.settled

  /// What the record waits for; the rest of the state follows from it.
  fileprivate enum Phase {
    case settled
    case saving(ticket: UUID, wish: Value)
    case locked(read: UUID)
  }

  /// Creates a record with a value that the server has confirmed.
  public init(_ value: Value) { confirmed = value }

  /// The value that the user sees: the wish while it is being saved, else the confirmed value.
  public var visible: Value {
    if case .saving(_, let wish) = phase { wish } else { confirmed }
  }

  /// The ticket of the write in flight, or nothing where there is none.
  public var pending: UUID? {
    if case .saving(let ticket, _) = phase { ticket } else { nil }
  }

  /// The ticket of the re-read that the record waits for, or nothing where it waits for none.
  public var pendingRead: UUID? {
    if case .locked(let ticket) = phase { ticket } else { nil }
  }

  /// Whether the record must be read again before it may be written.
  public var needsSync: Bool { pendingRead != nil }

  /// Shows a wish and begins a write.
  ///
  /// - Parameter wish: the value that the user wants.
  /// - Returns: the ticket to send the write with, or nothing where the tap is intercepted: a write is
  ///   in flight, or the record must be read again first.
  public mutating func begin(_ wish: Value) -> UUID? {
    guard case .settled = phase else { return nil }
    let ticket = UUID()
    phase = .saving(ticket: ticket, wish: wish)
    return ticket
  }

  /// Ends a write; changes nothing where that write is not the one in flight.
  ///
  /// - Parameters:
  ///   - ticket: what `begin` returned.
  ///   - outcome: how the write ended.
  /// - Returns: the ticket of the re-read to start now, or nothing where none is needed.
  public mutating func finish(_ ticket: UUID, with outcome: WriteOutcome<Value>) -> UUID? {
    guard pending == ticket else { return nil }
    switch outcome {
    case .saved(let value):
      confirmed = value
      phase = .settled
    case .rejected:
      phase = .settled
    case .unknown:
      return lock()
    }
    return nil
  }

  /// Ends a write whose outcome is known; changes nothing where that write is not the one in flight.
  ///
  /// - Parameters:
  ///   - ticket: what `begin` returned.
  ///   - value: the value that the server answered with, or nothing where it is certain that the write
  ///     was refused. A lost answer is neither: use `finish(_:with:)`.
  public mutating func finish(_ ticket: UUID, saved value: Value?) {
    let outcome = value.map(WriteOutcome.saved) ?? .rejected
    // A known outcome never asks for a re-read.
    _ = finish(ticket, with: outcome)
  }

  /// Ends a re-read; changes nothing where it is not the one that the record waits for.
  ///
  /// - Parameters:
  ///   - ticket: what `finish(_:with:)` or this function returned.
  ///   - outcome: how the re-read ended.
  /// - Returns: the ticket of the re-read to start next, where this one failed. When to start it is the
  ///   owner's to decide; until one succeeds the record stays locked.
  public mutating func finishRead(_ ticket: UUID, with outcome: ReadOutcome<Value>) -> UUID? {
    guard pendingRead == ticket else { return nil }
    switch outcome {
    case .read(let value):
      confirmed = value
      phase = .settled
      return nil
    case .failed:
      return lock()
    }
  }

  /// Takes a value that was read beside the record's own writes and re-reads.
  ///
  /// - Parameter value: the server's value, read after whatever happened to the record last.
  /// - Returns: false where a write is in flight or the record must be read again first; it stays as it is.
  mutating func refresh(with value: Value) -> Bool {
    guard case .settled = phase else { return false }
    confirmed = value
    return true
  }

  /// Starts over with the value that another session has read from the server.
  ///
  /// Nothing that was in flight can touch the record any more.
  public mutating func replaceSession(with value: Value) { self = RecordState(value) }

  private mutating func lock() -> UUID {
    let ticket = UUID()
    phase = .locked(read: ticket)
    return ticket
  }
}

/// A Boolean that a user turns on and off, such as a favourite.
public typealias FavoriteState = RecordState<Bool>

extension RecordState: Equatable where Value: Equatable {}
extension RecordState: Hashable where Value: Hashable {}
extension RecordState: Sendable where Value: Sendable {}
extension RecordState.Phase: Equatable where Value: Equatable {}
extension RecordState.Phase: Hashable where Value: Hashable {}
extension RecordState.Phase: Sendable where Value: Sendable {}
