// SPDX-License-Identifier: Apache-2.0

/// What a client can do beyond version 1 of the client contract.
public enum ClientCapability: String, Hashable, Sendable, CaseIterable {
  /// Each attempt carries the token that `ONCEGATE_CREDENTIAL` holds at that moment.
  case credentials
  /// A task belongs to the account that `ONCEGATE_ACCOUNT` named when it was submitted.
  case accounts
  /// The time is what `ONCEGATE_NOW` says, and `due` sends what is due by it.
  case clock
  /// The user can take an action back: `cancel TASK`.
  case cancel
  /// It ends itself at the moment that `ONCEGATE_KILL_AT` names, as a crash would.
  case killPoints = "kill-points"
  /// Writes on the record that `ONCEGATE_RECORD` named are sent in the order of their submits.
  case records
}

/// A client that can do more than version 1 of the contract demands.
public protocol CapableClient: OfflineClient {
  /// What it can do; a case that needs something else is skipped.
  var capabilities: Set<ClientCapability> { get }

  /// Tries what is due by the clock, and leaves alone what has to wait longer.
  ///
  /// It is called only where the clock is among the capabilities, and throws only where the tasks
  /// themselves could not be reached.
  func sendDue() throws

  /// Takes an action back as far as that is possible; what may have reached the server is kept.
  ///
  /// It is called only where cancelling is among the capabilities, and throws only where the tasks
  /// themselves could not be reached.
  func cancel(task: String) throws
}

/// What a client answers to `capabilities`.
public struct CapabilitiesReply: Hashable, Sendable {
  /// The names, which may be of capabilities that this version does not know.
  public let names: Set<String>

  init(names: Set<String>) { self.names = names }

  /// Creates an answer.
  public init(_ capabilities: Set<ClientCapability>) {
    names = Set(capabilities.map(\.rawValue))
  }

  /// The answer as one line of JSON without a line break.
  public var jsonLine: String {
    let list = names.sorted().map(ContractLine.quoted).joined(separator: ",")
    return #"{"capabilities":[\#(list)]}"#
  }

  /// Reads an answer from a line without its line break; members of other names are ignored.
  public init(jsonLine bytes: some Collection<UInt8>) throws(ContractViolation) {
    guard case .array(let values) = try ContractLine.object(from: bytes).member("capabilities")
    else { throw .wrongType }
    var names: Set<String> = []
    for value in values {
      guard case .string(let name) = value else { throw .wrongType }
      names.insert(name)
    }
    self.names = names
  }
}
