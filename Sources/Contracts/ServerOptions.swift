// SPDX-License-Identifier: Apache-2.0

/// What a client of this package is told about its server, by options beside its command.
///
/// A client knows its own server: it is not asked of it that it speaks to every one. These clients stand in
/// for many, so they have to be told.
package struct ServerOptions: Hashable, Sendable {
  /// Where a request carries its key.
  package enum KeyPlace: Hashable, Sendable {
    /// In a header field of this name, as it is.
    case header(String)
    /// In a header field of this name, in quotation marks; RFC 8941, section 3.3.3.
    case quotedHeader(String)
    /// In the body, at the end of this way of member names.
    case body([String])
  }

  /// What the client takes for a success.
  package enum Success: Hashable, Sendable {
    /// A 2xx with a JSON object that has this member.
    case member(String)
    /// A 204, which has no body.
    case noContent
  }

  package var method = "POST"
  package var key = KeyPlace.header(Self.headerDefault)
  /// The status that says that the key holds another body.
  package var conflictStatus = 409
  /// The status that says that the key's first request is still being worked on, where there is one.
  package var inFlightStatus: Int?
  package var success = Success.member(Self.memberDefault)

  private static let headerDefault = "Idempotency-Key"
  private static let memberDefault = "id"

  /// The behaviour of a client that is told nothing.
  package init() {}

  // MARK: - Arguments

  private enum Option: String, CaseIterable {
    case method = "--method"
    case keyHeader = "--key-header"
    case keySyntax = "--key-syntax"
    case keyInBody = "--key-in-body"
    case conflictStatus = "--conflict-status"
    case inFlightStatus = "--in-flight-status"
    case successMember = "--success-member"
    case successEmpty = "--success-empty"

    var takesValue: Bool { self != .successEmpty }
  }

  /// The lines that help shows about the options.
  package static let help = """
    options, for a server that is not like the gate's default one:
      --method NAME            the method of a write (POST)
      --key-header NAME        the header field that carries the key (Idempotency-Key)
      --key-syntax SYNTAX      how it is written there: bare (default) or quoted
      --key-in-body POINTER    the key is a member of the body instead, such as /request_id
      --conflict-status N      the answer where the key holds another body (409)
      --in-flight-status N     the answer where the key is still being worked on (none)
      --success-member NAME    the member that the object of a success has (id)
      --success-empty          204 without a body is a success instead
    """

  /// Takes these options out of a program's arguments, and leaves the others as they are.
  ///
  /// - Parameter arguments: the arguments without the program's own name.
  /// - Throws: what is wrong with an option.
  package init(takenFrom arguments: inout [String]) throws(ServerOptionsError) {
    var rest: [String] = []
    var values: [Option: String] = [:]
    var waiting = arguments[...]
    arguments = []
    while let argument = waiting.popFirst() {
      guard let option = Option(rawValue: argument) else {
        rest.append(argument)
        continue
      }
      guard option.takesValue else {
        values[option] = ""
        continue
      }
      guard let value = waiting.popFirst() else { throw .missingValue(argument) }
      values[option] = value
    }
    arguments = rest
    try take(values)
  }

  private mutating func take(_ values: [Option: String]) throws(ServerOptionsError) {
    if let name = values[.method] { method = try Self.token(name, .method) }
    try takeKey(values)
    if let text = values[.conflictStatus] {
      conflictStatus = try Self.status(text, .conflictStatus)
    }
    if let text = values[.inFlightStatus] {
      inFlightStatus = try Self.status(text, .inFlightStatus)
    }
    if let name = values[.successMember] { success = .member(name) }
    if values[.successEmpty] != nil { success = .noContent }
  }

  private mutating func takeKey(_ values: [Option: String]) throws(ServerOptionsError) {
    if let pointer = values[.keyInBody] {
      guard values[.keyHeader] == nil, values[.keySyntax] == nil else {
        throw .contradiction(Option.keyInBody.rawValue, Option.keyHeader.rawValue)
      }
      var steps = pointer.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard steps.count > 1, steps.removeFirst().isEmpty, steps.allSatisfy(Self.isToken) else {
        throw .badValue(Option.keyInBody.rawValue, expected: "a JSON pointer such as /request_id")
      }
      key = .body(steps)
      return
    }
    let name = try Self.token(values[.keyHeader] ?? Self.headerDefault, .keyHeader)
    switch values[.keySyntax] {
    case nil, "bare": key = .header(name)
    case "quoted": key = .quotedHeader(name)
    default: throw .badValue(Option.keySyntax.rawValue, expected: "bare or quoted")
    }
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func token(
    _ text: String,
    _ option: Option
  ) throws(ServerOptionsError) -> String {
    guard isToken(text) else {
      throw .badValue(option.rawValue, expected: "letters, digits, '-', '_' and '.'")
    }
    return text
  }

  private static func status(
    _ text: String,
    _ option: Option
  ) throws(ServerOptionsError) -> Int {
    guard let status = Int(text), 400...499 ~= status else {
      throw .badValue(option.rawValue, expected: "400...499")
    }
    return status
  }

  /// The arguments that these options are read from; none for what is the default.
  package var arguments: [String] {
    var arguments: [String] = []
    func add(_ option: Option, _ value: String) { arguments += [option.rawValue, value] }
    if method != "POST" { add(.method, method) }
    switch key {
    case .header(let name), .quotedHeader(let name):
      if name != Self.headerDefault { add(.keyHeader, name) }
      if case .quotedHeader = key { add(.keySyntax, "quoted") }
    case .body(let steps): add(.keyInBody, steps.map { "/\($0)" }.joined())
    }
    if conflictStatus != 409 { add(.conflictStatus, "\(conflictStatus)") }
    if let inFlightStatus { add(.inFlightStatus, "\(inFlightStatus)") }
    switch success {
    case .member(Self.memberDefault): break
    case .member(let name): add(.successMember, name)
    case .noContent: arguments.append(Option.successEmpty.rawValue)
    }
    return arguments
  }
}

/// Why a client's options cannot be used.
package enum ServerOptionsError: Error, Hashable, Sendable, CustomStringConvertible {
  case missingValue(String)
  case badValue(String, expected: String)
  case contradiction(String, String)

  /// What is wrong, as a lower-case fragment.
  package var description: String {
    switch self {
    case .missingValue(let option): "option '\(option)' needs a value"
    case .badValue(let option, let expected):
      "option '\(option)' has a wrong value; expected \(expected)"
    case .contradiction(let option, let other):
      "option '\(option)' and those of '\(other)' exclude each other"
    }
  }
}
