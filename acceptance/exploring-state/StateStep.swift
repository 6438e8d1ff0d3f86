// SPDX-License-Identifier: Apache-2.0

import Contracts

/// One event of an order, with records, tickets and sessions as numbers from 0.
///
/// As text they count from 1: `r1`, `t1` for the ticket of the first write that begins, `s1` for the
/// session of the first load, `l1` for the first read of all records.
enum StateStep: Hashable, Sendable {
  /// A new session starts; a record without a value is not in it.
  case load(session: Int, values: [Bool?])
  case tap(record: Int, wish: Bool)
  case respond(ticket: Int, outcome: WriteOutcome)
  case cancel(ticket: Int)
  case sync(session: Int, record: Int, outcome: ReadOutcome)
  case arrange(rows: [Int])
  case delete(record: Int)
  case insert(record: Int, value: Bool)
  case startListRead(read: Int)
  /// A read of all records ends; a record without a value is not in what it brings.
  case endListRead(read: Int, values: [Bool?])

  /// The most records, tickets and sessions that an order may name.
  static let numberMax = 1_000

  /// Starts a session as a text has it: behind the last record that is in it there is none.
  ///
  /// - Parameters:
  ///   - session: the number of the session.
  ///   - values: a value for each record that is in it.
  /// - Returns: the step, or nothing where no record is in the session.
  static func starting(_ session: Int, _ values: [Bool?]) -> StateStep? {
    values.lastIndex { $0 != nil }.map { .load(session: session, values: Array(values[...$0])) }
  }

  /// The step as an order's file holds it.
  var text: String {
    switch self {
    case .load(let session, let values):
      return (["load", "s\(session + 1)"] + Self.texts(values)).joined(separator: " ")
    case .tap(let record, let wish): return "tap r\(record + 1) \(wish)"
    case .respond(let ticket, .saved(let value)): return "respond t\(ticket + 1) saved \(value)"
    case .respond(let ticket, .rejected): return "respond t\(ticket + 1) rejected"
    case .respond(let ticket, .unknown): return "respond t\(ticket + 1) unknown"
    case .cancel(let ticket): return "cancel t\(ticket + 1)"
    case .sync(let session, let record, .read(let value)):
      return "sync s\(session + 1) r\(record + 1) read \(value)"
    case .sync(let session, let record, .failed):
      return "sync s\(session + 1) r\(record + 1) failed"
    case .arrange(let rows):
      return (["arrange"] + rows.map { "r\($0 + 1)" }).joined(separator: " ")
    case .delete(let record): return "delete r\(record + 1)"
    case .insert(let record, let value): return "insert r\(record + 1) \(value)"
    case .startListRead(let read): return "list l\(read + 1)"
    case .endListRead(let read, let values):
      return (["listed", "l\(read + 1)"] + Self.texts(values)).joined(separator: " ")
    }
  }

  private static func texts(_ values: [Bool?]) -> [String] {
    values.enumerated().compactMap { record, value in value.map { "r\(record + 1)=\($0)" } }
  }

  /// Reads a step, or nothing where the text is none.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let rest = Array(words.dropFirst())
    switch (words.first, rest.count) {
    case ("load", 1...):
      guard let session = Self.number(rest[0], "s"),
        let values = Self.values(rest.dropFirst())
      else { return nil }
      self = .load(session: session, values: values)
    case ("tap", 2):
      guard let record = Self.number(rest[0], "r"), let wish = Bool(rest[1]) else { return nil }
      self = .tap(record: record, wish: wish)
    case ("respond", 2...3):
      guard let ticket = Self.number(rest[0], "t") else { return nil }
      switch (rest[1], rest.count) {
      case ("saved", 3):
        guard let value = Bool(rest[2]) else { return nil }
        self = .respond(ticket: ticket, outcome: .saved(value))
      case ("rejected", 2): self = .respond(ticket: ticket, outcome: .rejected)
      case ("unknown", 2): self = .respond(ticket: ticket, outcome: .unknown)
      default: return nil
      }
    case ("cancel", 1):
      guard let ticket = Self.number(rest[0], "t") else { return nil }
      self = .cancel(ticket: ticket)
    case ("sync", 3...4):
      guard let session = Self.number(rest[0], "s"), let record = Self.number(rest[1], "r") else {
        return nil
      }
      switch (rest[2], rest.count) {
      case ("read", 4):
        guard let value = Bool(rest[3]) else { return nil }
        self = .sync(session: session, record: record, outcome: .read(value))
      case ("failed", 3): self = .sync(session: session, record: record, outcome: .failed)
      default: return nil
      }
    case ("list", 1):
      guard let read = Self.number(rest[0], "l") else { return nil }
      self = .startListRead(read: read)
    case ("listed", 1...):
      guard let read = Self.number(rest[0], "l"), let values = Self.values(rest.dropFirst()) else {
        return nil
      }
      self = .endListRead(read: read, values: values)
    case ("arrange", 0...):
      let rows = rest.compactMap { Self.number($0, "r") }
      guard rows.count == rest.count, Set(rows).count == rows.count else { return nil }
      self = .arrange(rows: rows)
    case ("delete", 1):
      guard let record = Self.number(rest[0], "r") else { return nil }
      self = .delete(record: record)
    case ("insert", 2):
      guard let record = Self.number(rest[0], "r"), let value = Bool(rest[1]) else { return nil }
      self = .insert(record: record, value: value)
    default: return nil
    }
  }

  /// Reads `r12`, which is 11, or nothing where the text is something else.
  private static func number(_ text: String, _ letter: Character) -> Int? {
    guard text.first == letter, let number = Int(text.dropFirst()),
      (1...numberMax).contains(number), text == "\(letter)\(number)"
    else { return nil }
    return number - 1
  }

  private static func values(_ words: ArraySlice<String>) -> [Bool?]? {
    var values: [Bool?] = []
    for word in words {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let record = number(parts[0], "r"), let value = Bool(parts[1])
      else { return nil }
      while values.count <= record { values.append(nil) }
      guard values[record] == nil else { return nil }
      values[record] = value
    }
    return values
  }
}
