// SPDX-License-Identifier: Apache-2.0

/// How a server treats idempotency keys: where they are, what it answers, how long it keeps them.
///
/// Servers differ, and one status means three things in the field. A profile says what this one
/// means.
public struct Profile: Sendable, Hashable {
  /// The name that a report shows.
  public var name: String
  /// Where writes go; never empty.
  public var endpoints: [Endpoint]
  /// Where in a request the key stands.
  public var key: KeyPlace
  /// How the key is written where it stands in a header field.
  public var keySyntax: KeySyntax
  /// What a request without a key meets.
  public var missingKey: MissingKey
  /// The status for a key that was used with another body.
  public var otherBody: Int
  /// What a request meets whose key is still being worked on.
  public var inFlight: InFlight
  /// The answer to a write that was done, first or again.
  public var success: Success
  /// Says whether a failure of the work itself is kept under the key and answered again.
  ///
  /// Only `status-before-commit` with a status other than 401, 408, 409, 425, 429, 502, 503 and 504
  /// is a failure of the work itself: those stand for something in front of it.
  public var storesFailures: Bool
  /// How long a key is kept, in seconds, or nothing where it is kept for ever.
  public var keyLifetimeSeconds: Int?
  /// A header field that marks an answer as a repeated one, or nothing.
  public var replayMarker: HeaderField?

  /// Creates a profile that differs from the default one only where something is given.
  ///
  /// - Parameters:
  ///   - name: the name that a report shows.
  ///   - endpoints: where writes go; not empty.
  ///   - key: where in a request the key stands.
  ///   - keySyntax: how the key is written in a header field.
  ///   - missingKey: what a request without a key meets.
  ///   - otherBody: the status for a key that was used with another body.
  ///   - inFlight: what a request meets whose key is still being worked on.
  ///   - success: the answer to a write that was done.
  ///   - storesFailures: whether a failure is kept under the key.
  ///   - keyLifetimeSeconds: how long a key is kept, or nothing for ever.
  ///   - replayMarker: a header field of repeated answers, or nothing.
  public init(
    name: String,
    endpoints: [Endpoint] = [Endpoint(method: "POST", path: "/items")],
    key: KeyPlace = .header("Idempotency-Key"),
    keySyntax: KeySyntax = .bare,
    missingKey: MissingKey = .refused(400),
    otherBody: Int = 409,
    inFlight: InFlight = .waits,
    success: Success = Success(),
    storesFailures: Bool = false,
    keyLifetimeSeconds: Int? = nil,
    replayMarker: HeaderField? = nil
  ) {
    precondition(!endpoints.isEmpty, "a profile has no endpoint")
    self.name = name
    self.endpoints = endpoints
    self.key = key
    self.keySyntax = keySyntax
    self.missingKey = missingKey
    self.otherBody = otherBody
    self.inFlight = inFlight
    self.success = success
    self.storesFailures = storesFailures
    self.keyLifetimeSeconds = keyLifetimeSeconds
    self.replayMarker = replayMarker
  }
}

extension Profile {
  /// A method and a path that take writes.
  public struct Endpoint: Sendable, Codable, Hashable {
    /// The method, such as `POST`.
    public var method: String
    /// The path as clients send it, its query included; `*` stands for any characters but a slash.
    public var path: String

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - method: the method, such as `POST`.
    ///   - path: the path, beginning with a slash.
    public init(method: String, path: String) {
      self.method = method
      self.path = path
    }
  }

  /// Where in a request the key stands.
  public enum KeyPlace: Sendable, Hashable {
    /// In the header field of this name.
    case header(String)
    /// In the body, where this JSON pointer leads to; RFC 6901.
    case bodyMember(String)
  }

  /// How a key is written in a header field.
  public enum KeySyntax: String, Sendable, Codable, Hashable, CaseIterable {
    /// As it is; a quoted one is refused, so that no key is two keys.
    case bare
    /// As a quoted string; RFC 8941, section 3.3.3.
    case quoted
    /// Either way, and both are the same key.
    case either
  }

  /// What a request without a key meets.
  public enum MissingKey: Sendable, Hashable {
    /// It is done, and every repetition again.
    case allowed
    /// It is answered this status.
    case refused(Int)
  }

  /// What a request meets whose key is still being worked on.
  public enum InFlight: Sendable, Hashable {
    /// It waits, and is then compared with what became of the first one.
    case waits
    /// It is answered this status, and may be repeated unchanged.
    case refused(Int)
  }

  /// The answer to a write that was done.
  public struct Success: Sendable, Codable, Hashable {
    /// The status, 200...299.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// The body, in which `${id}`, `${attempts}`, `${record_count}`, `${key}` and `${body}` are
    /// replaced.
    ///
    /// The key is written as the inside of a JSON string, the body as it was stored.
    public var body: String

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: the status, 200...299.
    ///   - contentType: the media type of the body.
    ///   - body: the body with its place holders.
    public init(
      status: Int = 200,
      contentType: String = "application/json",
      body: String = #"{"id":${id},"attempts":${attempts},"record_count":${record_count}}"#
    ) {
      self.status = status
      self.contentType = contentType
      self.body = body
    }
  }

  /// A header field of an answer.
  public struct HeaderField: Sendable, Codable, Hashable {
    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: String

    /// Creates a header field.
    ///
    /// - Parameters:
    ///   - name: a token; RFC 9110, section 5.1.
    ///   - value: printable characters.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension Profile {
  /// The behaviour that is used where none is chosen.
  public static let `default` = Profile(name: "default")

  /// The behaviour of the IETF's draft on the idempotency key header field.
  ///
  /// Source: draft-ietf-httpapi-idempotency-key-header-06, section 2.
  public static let ietf = Profile(
    name: "ietf",
    keySyntax: .quoted,
    otherBody: 422,
    inFlight: .refused(409),
    storesFailures: true
  )

  /// The behaviour of a payment service: keys are voluntary, failures are kept for a day.
  ///
  /// Source: https://docs.stripe.com/api/idempotent_requests.
  public static let stripe = Profile(
    name: "stripe",
    missingKey: .allowed,
    otherBody: 400,
    inFlight: .refused(409),
    storesFailures: true,
    keyLifetimeSeconds: 86_400,
    replayMarker: HeaderField(name: "Idempotent-Replayed", value: "true")
  )

  /// The profiles that have a name of their own.
  public static let builtIn: [Profile] = [.default, .ietf, .stripe]
}
