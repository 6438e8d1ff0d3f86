// SPDX-License-Identifier: Apache-2.0

/// How an attempt to send a task ended.
public enum AttemptResult: Hashable, Sendable {
  /// The server has confirmed the write in the declared shape.
  case confirmed
  /// The sender ended, or the store failed, before an answer was written down.
  case interrupted
  /// No whole answer came.
  case failed(TransportFailure)
  /// The server answered with a status other than success.
  case status(Int)
  /// The server answered with a status of success, but not in the declared shape.
  case undeclaredSuccess(Int)
  /// Nothing was sent: an earlier attempt may have reached the server longer ago than it keeps a key.
  case keyExpired
  /// Nothing was sent: the user took the action back before any attempt can have reached the server.
  case cancelled
}

/// Why no whole answer came; the write may have been committed all the same.
public enum TransportFailure: String, Error, Hashable, Sendable, CaseIterable {
  /// Nobody listens, or the network is not there.
  case refused = "refused"
  /// The host's name has no address now.
  case unresolved = "unresolved"
  /// No secure connection could be made.
  case insecure = "insecure"
  /// The connection was closed or broken before the whole answer came.
  case reset = "reset"
  /// The time for the attempt was over.
  case timedOut = "timed-out"
  /// The answer ended before its declared end.
  case truncated = "truncated"
  /// The answer is not HTTP.
  case malformed = "malformed"
  /// The answer is longer than what is accepted.
  case tooLong = "too-long"
  /// Anything else that the transport could not do.
  case other = "other"
}

extension AttemptResult {
  /// Whether it is certain that the server never saw the request.
  var neverArrived: Bool {
    switch self {
    case .failed(.refused), .failed(.unresolved): true
    default: false
    }
  }
}

extension AttemptResult: RawRepresentable, CustomStringConvertible {
  /// A stable word for each result, such as `timed-out` or `status-503`.
  public var rawValue: String {
    switch self {
    case .confirmed: "confirmed"
    case .interrupted: "interrupted"
    case .failed(let failure): failure.rawValue
    case .status(let status): "status-\(status)"
    case .undeclaredSuccess(let status): "undeclared-success-\(status)"
    case .keyExpired: "key-expired"
    case .cancelled: "cancelled"
    }
  }

  /// Reads the word of a result, or returns nothing where it is none.
  public init?(rawValue: String) {
    switch rawValue {
    case "confirmed": self = .confirmed
    case "interrupted": self = .interrupted
    case "key-expired": self = .keyExpired
    case "cancelled": self = .cancelled
    default:
      if let failure = TransportFailure(rawValue: rawValue) {
        self = .failed(failure)
      } else if let status = Self.number(in: rawValue, after: "status-") {
        self = .status(status)
      } else if let status = Self.number(in: rawValue, after: "undeclared-success-") {
        self = .undeclaredSuccess(status)
      } else {
        return nil
      }
    }
  }

  /// The word of the result; it holds nothing of the request or the answer but the status.
  public var description: String { rawValue }

  private static func number(in text: String, after prefix: String) -> Int? {
    text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
  }
}
