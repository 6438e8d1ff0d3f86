// SPDX-License-Identifier: Apache-2.0

extension Profile {
  /// Something in a profile that no server could do.
  public enum Flaw: Hashable, Sendable, CustomStringConvertible {
    case noEndpoint
    case badMethod
    case badPath
    case badHeaderName(member: String)
    case badHeaderValue(member: String)
    case badPointer
    case badStatus(member: String, allowed: ClosedRange<Int>)
    case badLifetime

    /// What is wrong, as a fragment of a sentence.
    public var description: String {
      switch self {
      case .noEndpoint: "'endpoints' is empty; expected at least one"
      case .badMethod: "'endpoints' has a method that is no token; expected one such as POST"
      case .badPath: "'endpoints' has a path that does not begin with a slash"
      case .badHeaderName(let member): "'\(member)' is no header field name"
      case .badHeaderValue(let member): "'\(member)' is no header field value"
      case .badPointer: "'key.bodyMember' is no JSON pointer; expected one such as /request_id"
      case .badStatus(let member, let allowed):
        "'\(member)' is out of range; expected \(allowed.lowerBound)...\(allowed.upperBound)"
      case .badLifetime: "'keyLifetimeSeconds' is out of range; expected at least 1"
      }
    }
  }

  /// Everything that no server could do, in the order of the members.
  public var flaws: [Flaw] {
    var flaws: [Flaw] = []
    if endpoints.isEmpty { flaws.append(.noEndpoint) }
    if !endpoints.allSatisfy({ HTTPSyntax.isToken($0.method) }) { flaws.append(.badMethod) }
    if !endpoints.allSatisfy({ $0.path.hasPrefix("/") && HTTPSyntax.isTarget($0.path) }) {
      flaws.append(.badPath)
    }
    switch key {
    case .header(let name) where !HTTPSyntax.isToken(name):
      flaws.append(.badHeaderName(member: "key.header"))
    case .bodyMember(let pointer) where JSONPointer(pointer) == nil: flaws.append(.badPointer)
    default: break
    }
    if case .refused(let status) = missingKey { check(status, "missingKey", 400...499, &flaws) }
    check(otherBody, "otherBody", 400...499, &flaws)
    if case .refused(let status) = inFlight { check(status, "inFlight", 400...499, &flaws) }
    check(success.status, "success.status", 200...299, &flaws)
    if !HTTPSyntax.isFieldValue(success.contentType) {
      flaws.append(.badHeaderValue(member: "success.contentType"))
    }
    if let seconds = keyLifetimeSeconds, seconds < 1 { flaws.append(.badLifetime) }
    if let marker = replayMarker {
      if !HTTPSyntax.isToken(marker.name) {
        flaws.append(.badHeaderName(member: "replayMarker.name"))
      }
      if !HTTPSyntax.isFieldValue(marker.value) {
        flaws.append(.badHeaderValue(member: "replayMarker.value"))
      }
    }
    return flaws
  }

  private func check(
    _ status: Int,
    _ member: String,
    _ allowed: ClosedRange<Int>,
    _ flaws: inout [Flaw]
  ) {
    if !(allowed ~= status) { flaws.append(.badStatus(member: member, allowed: allowed)) }
  }
}
