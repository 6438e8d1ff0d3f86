// SPDX-License-Identifier: Apache-2.0

/// Sends one request and returns its answer.
///
/// One call is one attempt: an implementation sends the request at most once, over a connection of
/// its own, follows no redirect, and returns only when it has ended. A transport that resends by
/// itself makes a second record where the first answer was lost.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameter request: what to send, and the bounds of the answer.
  /// - Returns: the answer, whatever its status is.
  /// - Throws: why there is no whole answer.
  func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer
}

/// What a transport sends, and within which bounds.
public struct TransportRequest: Hashable, Sendable {
  /// Where it goes.
  public let endpoint: Endpoint
  /// The method, such as `POST`.
  public let method: String
  /// The header fields; the transport adds only what HTTP itself needs.
  public let headers: [HeaderField]
  /// The body, byte by byte as it was submitted.
  public let body: [UInt8]
  /// How long the whole attempt may last.
  public let timeoutMilliseconds: Int
  /// How long the answer's body may be.
  public let answerBytesMax: Int
  /// How long the answer's header may be.
  public let answerHeaderBytesMax: Int

  /// Creates a request.
  public init(
    endpoint: Endpoint,
    method: String,
    headers: [HeaderField],
    body: [UInt8],
    timeoutMilliseconds: Int,
    answerBytesMax: Int,
    answerHeaderBytesMax: Int
  ) {
    self.endpoint = endpoint
    self.method = method
    self.headers = headers
    self.body = body
    self.timeoutMilliseconds = timeoutMilliseconds
    self.answerBytesMax = answerBytesMax
    self.answerHeaderBytesMax = answerHeaderBytesMax
  }
}

/// A whole answer.
public struct TransportAnswer: Hashable, Sendable {
  /// The status code.
  public let status: Int
  /// The value of `Retry-After`, as it came; nothing where there is none.
  public let retryAfter: String?
  /// The body.
  public let body: [UInt8]

  /// Creates an answer.
  public init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }
}

/// A header field whose name and value fit on the wire.
public struct HeaderField: Hashable, Sendable {
  /// The name, a token.
  public let name: String
  /// The value, without anything that could end the field.
  public let value: String

  /// Creates a field, or nothing where the name is no token or the value has a control character.
  ///
  /// Source: RFC 9110 section 5.
  public init?(_ name: String, _ value: String) {
    let isToken = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    guard !name.isEmpty, isToken, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      return nil
    }
    self.name = name
    self.value = value
  }
}

/// The address that the writes go to.
public struct Endpoint: Hashable, Sendable {
  /// The whole URL.
  public let url: String

  /// Creates an address, or nothing where it is not `http://…` or `https://…` in visible ASCII.
  public init?(_ url: String) {
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    let schemes = ["http://", "https://"]
    guard url.utf8.allSatisfy(printable.contains),
      let scheme = schemes.first(where: url.lowercased().hasPrefix),
      url.utf8.count > scheme.utf8.count
    else { return nil }
    self.url = url
  }
}
