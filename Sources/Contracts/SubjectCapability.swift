// SPDX-License-Identifier: Apache-2.0

/// What a subject can do beyond version 1 of the subject contract.
public enum SubjectCapability: String, Hashable, Sendable, CaseIterable {
  /// Records come and go: `delete` and `insert`.
  case delete
  /// The user can take a write back while it is in flight: `cancel`.
  case cancelWrite = "cancel-write"
  /// Many records are read at once: `start-list-read` and `end-list-read`.
  case listRead = "list-read"
}

/// A subject that can do more than version 1 of the contract demands.
///
/// Each method is called only where the capability that it belongs to is among those announced.
public protocol CapableSubject<Failure>: Subject {
  /// What it can do; a case that needs something else is skipped.
  var capabilities: Set<SubjectCapability> { get }

  /// Removes a record, because the user or the server has deleted it.
  mutating func delete(record: String) throws(Failure) -> SubjectReply

  /// Adds a record that the session does not have, with the server's value.
  mutating func insert(record: String, value: Bool) throws(Failure) -> SubjectReply

  /// Takes a write back that may have reached the server already.
  mutating func cancel(ticket: String) throws(Failure) -> SubjectReply

  /// Begins a read of all records; its name was never used before.
  mutating func startListRead(read: String) throws(Failure) -> SubjectReply

  /// Ends a read of all records, which may be older than what has happened since.
  mutating func endListRead(
    read: String,
    records: [String: Bool]
  ) throws(Failure) -> SubjectReply
}

/// A line that only a subject with a capability is sent.
public enum CapableRequest: Hashable, Sendable {
  /// The subject says what it can do.
  case capabilities
  /// A record is deleted.
  case delete(record: String)
  /// A record is added, with the server's value.
  case insert(record: String, value: Bool)
  /// The user takes a write back.
  case cancel(ticket: String)
  /// A read of all records begins.
  case startListRead(read: String)
  /// A read of all records ends with the server's values.
  case endListRead(read: String, records: [String: Bool])

  /// The request as one line of JSON without a line break.
  public var jsonLine: String {
    switch self {
    case .capabilities: #"{"do":"capabilities"}"#
    case .delete(let record): #"{"do":"delete","record":\#(ContractLine.quoted(record))}"#
    case .insert(let record, let value):
      #"{"do":"insert","record":\#(ContractLine.quoted(record)),"value":\#(value)}"#
    case .cancel(let ticket): #"{"do":"cancel","ticket":\#(ContractLine.quoted(ticket))}"#
    case .startListRead(let read): #"{"do":"start-list-read","read":\#(ContractLine.quoted(read))}"#
    case .endListRead(let read, let records):
      #"{"do":"end-list-read","read":\#(ContractLine.quoted(read)),"#
        + #""records":\#(ContractLine.object(records.mapValues(\.description)))}"#
    }
  }

  /// Reads a request from a line without its line break, or nothing where it is one of version 1.
  ///
  /// - Parameter bytes: the line; members of other names are ignored.
  /// - Throws: the first rule that the line breaks.
  public init?(jsonLine bytes: some Collection<UInt8>) throws(ContractViolation) {
    let members = try ContractLine.object(from: bytes)
    switch try members.string("do") {
    case "capabilities": self = .capabilities
    case "delete": self = .delete(record: try members.string("record"))
    case "insert":
      self = .insert(record: try members.string("record"), value: try members.boolean("value"))
    case "cancel": self = .cancel(ticket: try members.string("ticket"))
    case "start-list-read": self = .startListRead(read: try members.string("read"))
    case "end-list-read":
      self = .endListRead(
        read: try members.string("read"),
        records: try SubjectRequest.booleans(members.object("records", orElse: .recordsMissing))
      )
    default: return nil
    }
  }
}

extension CapableSubject where Failure == Never {
  /// Does what a request says, and returns the line that answers it.
  mutating func answer(_ request: CapableRequest) -> String {
    switch request {
    case .capabilities: CapabilitiesReply(ofSubject: capabilities).jsonLine
    case .delete(let record): delete(record: record).jsonLine
    case .insert(let record, let value): insert(record: record, value: value).jsonLine
    case .cancel(let ticket): cancel(ticket: ticket).jsonLine
    case .startListRead(let read): startListRead(read: read).jsonLine
    case .endListRead(let read, let records): endListRead(read: read, records: records).jsonLine
    }
  }
}

extension CapabilitiesReply {
  /// Creates the answer of a subject.
  public init(ofSubject capabilities: Set<SubjectCapability>) {
    self.init(names: Set(capabilities.map(\.rawValue)))
  }
}
