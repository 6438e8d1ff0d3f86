// SPDX-License-Identifier: Apache-2.0

/// What a subject answers to every request: what it shows now.
public struct SubjectReply: Hashable, Sendable {
  /// Every record of the session, also those that no row shows.
  public let records: [String: RecordView]
  /// What became of the tap; nothing where the request was no tap.
  public let tap: TapResult?
  /// How many re-reads were asked for since the subject started.
  public let syncs: Int

  /// Creates an answer; `tap` is given just where the request was a tap.
  public init(records: [String: RecordView], tap: TapResult? = nil, syncs: Int) {
    self.records = records
    self.tap = tap
    self.syncs = syncs
  }

  /// The answer as one line of JSON without a line break.
  public var jsonLine: String {
    let views = ContractLine.object(records.mapValues(\.json))
    let ticket =
      switch tap {
      case nil: ""
      case .intercepted: #","ticket":null"#
      case .began(let ticket): #","ticket":\#(ContractLine.quoted(ticket))"#
      }
    return #"{"records":\#(views)\#(ticket),"syncs":\#(syncs)}"#
  }

  /// Reads an answer from a line without its line break; members of other names are ignored.
  ///
  /// - Parameters:
  ///   - bytes: the line, at most `ContractLine.bytesMax` bytes.
  ///   - request: what it answers; an answer to a tap must hold `ticket`, a string or null.
  /// - Throws: the first rule that the line breaks.
  public init(
    jsonLine bytes: some Collection<UInt8>,
    answering request: SubjectRequest
  ) throws(ContractViolation) {
    let members = try ContractLine.object(from: bytes)
    let views = try members.object("records", orElse: .recordsMissing)
    var records: [String: RecordView] = [:]
    for name in views.keys { records[name] = try RecordView(views.object(name)) }
    var tap: TapResult?
    if case .tap = request { tap = try TapResult(members.member("ticket")) }
    self.init(records: records, tap: tap, syncs: try members.count("syncs"))
  }
}

/// What became of a tap.
public enum TapResult: Hashable, Sendable {
  /// It was ignored, because the record may not be written now.
  case intercepted
  /// It began a write, whose ticket was never used before.
  case began(ticket: String)

  init(_ value: JSONValue) throws(ContractViolation) {
    switch value {
    case .null: self = .intercepted
    // An empty ticket identifies nothing.
    case .string(let ticket) where !ticket.isEmpty: self = .began(ticket: ticket)
    default: throw .wrongType
    }
  }
}

/// What a subject shows of one record.
public struct RecordView: Hashable, Sendable {
  /// The value that the server confirmed last.
  public let confirmed: Bool
  /// The value that the user sees.
  public let visible: Bool
  /// Whether a write is in flight.
  public let pending: Bool
  /// Whether the user can use the control.
  public let enabled: Bool
  /// Whether the record must be read again before it may be written.
  public let needsSync: Bool

  /// Creates what is shown, which is not checked.
  public init(confirmed: Bool, visible: Bool, pending: Bool, enabled: Bool, needsSync: Bool) {
    self.confirmed = confirmed
    self.visible = visible
    self.pending = pending
    self.enabled = enabled
    self.needsSync = needsSync
  }

  var json: String {
    #"{"confirmed":\#(confirmed),"visible":\#(visible),"pending":\#(pending),"#
      + #""enabled":\#(enabled),"needsSync":\#(needsSync)}"#
  }

  init(_ members: [String: JSONValue]) throws(ContractViolation) {
    confirmed = try members.boolean("confirmed")
    visible = try members.boolean("visible")
    pending = try Self.pending(members.member("pending"))
    enabled = try members.boolean("enabled")
    needsSync = try members.boolean("needsSync")
  }

  /// Reads a Boolean, or the ticket of the write in flight and null where there is none.
  ///
  /// Many apps keep the ticket itself and no flag beside it, which is the safer way to write it down.
  private static func pending(_ value: JSONValue) throws(ContractViolation) -> Bool {
    switch value {
    case .boolean(let pending): pending
    case .null: false
    case .string(let ticket) where !ticket.isEmpty: true
    default: throw .wrongType
    }
  }
}
