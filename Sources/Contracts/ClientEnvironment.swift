// SPDX-License-Identifier: Apache-2.0

/// What a client is given in its environment.
public struct ClientEnvironment: Hashable, Sendable {
  /// The whole address of the endpoint, `http` or `https`.
  public let url: String
  /// The folder that belongs to this client, the same for all of its processes.
  public let stateFolder: String
  /// How long one attempt may take altogether, in milliseconds.
  public let requestTimeoutMilliseconds: Int
  /// The token of now, for clients with the capability `credentials`; it may change between commands.
  public let credential: String?
  /// Who is signed in now, for clients with the capability `accounts`.
  public let account: String?
  /// The time in seconds since 1970, for clients with the capability `clock`.
  public let unixSeconds: Int64?
  /// How long the server keeps a key, in seconds, or nothing where it does not say.
  public let keyLifetimeSeconds: Int64?
  /// What a submit is about, for clients with the capability `records`.
  public let record: String?
  /// Where the process is to end itself, for clients with the capability `kill-points`.
  public let killPoint: KillPoint?

  /// The waiting time where none is given, in milliseconds.
  public static let requestTimeoutMillisecondsDefault = 5_000
  /// The waiting times that are accepted, in milliseconds.
  public static let requestTimeoutMillisecondsRange = 1...600_000
  /// The times and spans that are accepted, in seconds: until the end of the year 9999.
  public static let secondsRange: ClosedRange<Int64> = 0...253_402_300_799

  /// Reads the environment of version 1 of the client contract, and what capabilities add to it.
  ///
  /// An empty variable counts as a missing one.
  public init(_ variables: [String: String]) throws(ClientEnvironmentError) {
    let version = variables["ONCEGATE_CONTRACT"] ?? "1"
    guard version == "1" else { throw .unsupportedContract }
    let url = try Self.value(of: "ONCEGATE_URL", in: variables)
    guard ["http://", "https://"].contains(where: url.lowercased().hasPrefix) else {
      throw .malformedURL
    }
    self.url = url
    stateFolder = try Self.value(of: "ONCEGATE_STATE_DIR", in: variables)
    let timeout = variables["ONCEGATE_REQUEST_TIMEOUT_MS"] ?? ""
    if timeout.isEmpty {
      requestTimeoutMilliseconds = Self.requestTimeoutMillisecondsDefault
    } else {
      guard let number = Int(timeout), Self.requestTimeoutMillisecondsRange.contains(number) else {
        throw .malformedTimeout
      }
      requestTimeoutMilliseconds = number
    }
    credential = Self.optionalValue(of: "ONCEGATE_CREDENTIAL", in: variables)
    account = Self.optionalValue(of: "ONCEGATE_ACCOUNT", in: variables)
    record = Self.optionalValue(of: "ONCEGATE_RECORD", in: variables)
    unixSeconds = try Self.seconds(in: "ONCEGATE_NOW", of: variables)
    keyLifetimeSeconds = try Self.seconds(in: "ONCEGATE_KEY_LIFETIME_SECONDS", of: variables)
    killPoint = try Self.optionalValue(of: "ONCEGATE_KILL_AT", in: variables)
      .map { name throws(ClientEnvironmentError) in
        guard let point = KillPoint(rawValue: name) else { throw .unknownKillPoint }
        return point
      }
  }

  private static func optionalValue(
    of name: String,
    in variables: [String: String]
  ) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func seconds(
    in name: String,
    of variables: [String: String]
  ) throws(ClientEnvironmentError) -> Int64? {
    guard let text = optionalValue(of: name, in: variables) else { return nil }
    guard let seconds = Int64(text), secondsRange.contains(seconds) else {
      throw .malformedSeconds(variable: name)
    }
    return seconds
  }

  private static func value(
    of name: String,
    in variables: [String: String]
  ) throws(ClientEnvironmentError) -> String {
    guard let value = variables[name], !value.isEmpty else { throw .missing(variable: name) }
    return value
  }
}

/// Why a client's environment cannot be used.
public enum ClientEnvironmentError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(variable: String)
  case malformedURL
  case malformedTimeout
  case malformedSeconds(variable: String)
  case unknownKillPoint
  case unsupportedContract

  /// What is wrong, as a lower-case fragment that holds no value of the environment.
  public var description: String {
    switch self {
    case .missing("ONCEGATE_URL"): "ONCEGATE_URL is not set; expected the endpoint's whole URL"
    case .missing("ONCEGATE_STATE_DIR"):
      "ONCEGATE_STATE_DIR is not set; expected the folder that keeps the tasks"
    case .missing(let variable): "\(variable) is not set"
    case .malformedURL: "ONCEGATE_URL does not start with 'http://' or 'https://'"
    case .malformedTimeout: "ONCEGATE_REQUEST_TIMEOUT_MS is not a number; expected 1...600000 ms"
    case .malformedSeconds(let variable): "\(variable) is not a number; expected seconds, 0 or more"
    case .unknownKillPoint:
      "ONCEGATE_KILL_AT names no kill point; expected 'claim-stored' or 'before-marked'"
    case .unsupportedContract: "ONCEGATE_CONTRACT names another version than 1"
    }
  }
}
