// SPDX-License-Identifier: Apache-2.0

/// A line that a subject is sent: something happens to the records that it shows.
public enum SubjectRequest: Hashable, Sendable {
  /// A new session starts with the server's values; its name was never used before.
  case load(session: String, records: [String: Bool])
  /// The user wishes a record to have a value.
  case tap(record: String, value: Bool)
  /// A write ends; the answer may be late, repeated or of an old session.
  case respond(ticket: String, outcome: WriteOutcome)
  /// A re-read that was asked for in that session ends.
  case sync(session: String, record: String, outcome: ReadOutcome)
  /// The rows are sorted or filtered; the records stay what they are.
  case arrange(order: [String])

  /// The request as one line of JSON without a line break.
  public var jsonLine: String {
    switch self {
    case .load(let session, let records):
      let values = ContractLine.object(records.mapValues(\.description))
      return #"{"do":"load","session":\#(ContractLine.quoted(session)),"records":\#(values)}"#
    case .tap(let record, let value):
      return #"{"do":"tap","record":\#(ContractLine.quoted(record)),"value":\#(value)}"#
    case .respond(let ticket, let outcome):
      return #"{"do":"respond","ticket":\#(ContractLine.quoted(ticket)),\#(outcome.members)}"#
    case .sync(let session, let record, let outcome):
      return #"{"do":"sync","session":\#(ContractLine.quoted(session)),"#
        + #""record":\#(ContractLine.quoted(record)),\#(outcome.members)}"#
    case .arrange(let order):
      let rows = order.map(ContractLine.quoted).joined(separator: ",")
      return #"{"do":"arrange","order":[\#(rows)]}"#
    }
  }

  /// Reads a request from a line without its line break; members of other names are ignored.
  public init(jsonLine bytes: some Collection<UInt8>) throws(ContractViolation) {
    let members = try ContractLine.object(from: bytes)
    switch try members.string("do") {
    case "load":
      self = .load(
        session: try members.string("session"),
        records: try Self.booleans(members.object("records", orElse: .recordsMissing))
      )
    case "tap":
      self = .tap(record: try members.string("record"), value: try members.boolean("value"))
    case "respond":
      self = .respond(ticket: try members.string("ticket"), outcome: try WriteOutcome(members))
    case "sync":
      self = .sync(
        session: try members.string("session"),
        record: try members.string("record"),
        outcome: try ReadOutcome(members)
      )
    case "arrange":
      self = .arrange(order: try Self.strings(members.member("order")))
    default: throw .unknownRequest
    }
  }

  static func booleans(
    _ members: [String: JSONValue]
  ) throws(ContractViolation) -> [String: Bool] {
    var values: [String: Bool] = [:]
    for name in members.keys { values[name] = try members.boolean(name) }
    return values
  }

  private static func strings(_ value: JSONValue) throws(ContractViolation) -> [String] {
    guard case .array(let elements) = value else { throw .wrongType }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw .wrongType }
      texts.append(text)
    }
    return texts
  }
}

/// How a write ended.
public enum WriteOutcome: Hashable, Sendable {
  /// The server has committed it and answered with the record's value.
  case saved(Bool)
  /// The server has refused it and committed nothing.
  case rejected
  /// It may or may not be committed.
  case unknown

  var members: String {
    switch self {
    case .saved(let value): #""outcome":"saved","value":\#(value)"#
    case .rejected: #""outcome":"rejected""#
    case .unknown: #""outcome":"unknown""#
    }
  }

  init(_ members: [String: JSONValue]) throws(ContractViolation) {
    switch try members.string("outcome") {
    case "saved": self = .saved(try members.boolean("value"))
    case "rejected": self = .rejected
    case "unknown": self = .unknown
    default: throw .unknownOutcome
    }
  }
}

/// How a re-read ended.
public enum ReadOutcome: Hashable, Sendable {
  /// The server has answered with the record's value.
  case read(Bool)
  /// Nothing was learned.
  case failed

  var members: String {
    switch self {
    case .read(let value): #""outcome":"read","value":\#(value)"#
    case .failed: #""outcome":"failed""#
    }
  }

  init(_ members: [String: JSONValue]) throws(ContractViolation) {
    switch try members.string("outcome") {
    case "read": self = .read(try members.boolean("value"))
    case "failed": self = .failed
    default: throw .unknownOutcome
    }
  }
}
