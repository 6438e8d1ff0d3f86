// SPDX-License-Identifier: Apache-2.0

extension Profile: Codable {
  /// The members that a profile has in a file, in the order in which help shows them.
  public static let memberNames: [String] = Member.allCases.map(\.rawValue)

  private enum Member: String, CodingKey, CaseIterable {
    case name
    case endpoints
    case key
    case keySyntax
    case missingKey
    case otherBody
    case inFlight
    case success
    case storesFailures
    case keyLifetimeSeconds
    case replayMarker
  }

  /// Reads a profile; a member that is left out is as in the default profile, but the name must be
  /// there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    self = .default
    name = try members.decode(String.self, forKey: .name)
    endpoints = try members.decodeIfPresent([Endpoint].self, forKey: .endpoints) ?? endpoints
    key = try members.decodeIfPresent(KeyPlace.self, forKey: .key) ?? key
    keySyntax = try members.decodeIfPresent(KeySyntax.self, forKey: .keySyntax) ?? keySyntax
    missingKey = try members.decodeIfPresent(MissingKey.self, forKey: .missingKey) ?? missingKey
    otherBody = try members.decodeIfPresent(Int.self, forKey: .otherBody) ?? otherBody
    inFlight = try members.decodeIfPresent(InFlight.self, forKey: .inFlight) ?? inFlight
    success = try members.decodeIfPresent(Success.self, forKey: .success) ?? success
    storesFailures =
      try members.decodeIfPresent(Bool.self, forKey: .storesFailures) ?? storesFailures
    keyLifetimeSeconds = try members.decodeIfPresent(Int.self, forKey: .keyLifetimeSeconds)
    replayMarker = try members.decodeIfPresent(HeaderField.self, forKey: .replayMarker)
    if let flaw = flaws.first {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: flaw.description)
      )
    }
  }

  /// Writes every member, so that the result can be copied from.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(name, forKey: .name)
    try members.encode(endpoints, forKey: .endpoints)
    try members.encode(key, forKey: .key)
    try members.encode(keySyntax, forKey: .keySyntax)
    try members.encode(missingKey, forKey: .missingKey)
    try members.encode(otherBody, forKey: .otherBody)
    try members.encode(inFlight, forKey: .inFlight)
    try members.encode(success, forKey: .success)
    try members.encode(storesFailures, forKey: .storesFailures)
    try members.encode(keyLifetimeSeconds, forKey: .keyLifetimeSeconds)
    try members.encode(replayMarker, forKey: .replayMarker)
  }
}

extension Profile.KeyPlace: Codable {
  private enum Member: String, CodingKey {
    case header
    case bodyMember
  }

  /// Reads `{"header": NAME}` or `{"bodyMember": POINTER}`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    let header = try members.decodeIfPresent(String.self, forKey: .header)
    let pointer = try members.decodeIfPresent(String.self, forKey: .bodyMember)
    switch (header, pointer) {
    case (let name?, nil): self = .header(name)
    case (nil, let pointer?): self = .bodyMember(pointer)
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "expected either 'header' or 'bodyMember'"
        )
      )
    }
  }

  /// Writes the form that is read.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    switch self {
    case .header(let name): try members.encode(name, forKey: .header)
    case .bodyMember(let pointer): try members.encode(pointer, forKey: .bodyMember)
    }
  }
}

extension Profile.MissingKey: Codable {
  /// Reads a status, or `"allowed"`.
  public init(from decoder: any Decoder) throws {
    self = try statusOrWord("allowed", decoder).map { .refused($0) } ?? .allowed
  }

  /// Writes the form that is read.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .allowed: try value.encode("allowed")
    case .refused(let status): try value.encode(status)
    }
  }
}

extension Profile.InFlight: Codable {
  /// Reads a status, or `"waits"`.
  public init(from decoder: any Decoder) throws {
    self = try statusOrWord("waits", decoder).map { .refused($0) } ?? .waits
  }

  /// Writes the form that is read.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .waits: try value.encode("waits")
    case .refused(let status): try value.encode(status)
    }
  }
}

/// Reads a status, or nothing where the word stands in its place.
private func statusOrWord(_ word: String, _ decoder: any Decoder) throws -> Int? {
  let value = try decoder.singleValueContainer()
  if let status = try? value.decode(Int.self) { return status }
  guard (try? value.decode(String.self)) == word else {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "expected a status or '\(word)'"
      )
    )
  }
  return nil
}
