// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import FaultInjection

/// One write to a real server, which may be delivered often.
package struct ServerWrite: Hashable, Sendable {
  /// What stands where the key belongs.
  package enum Key: Hashable, Sendable {
    case text(String)
    case empty
    case missing
  }

  /// Who writes.
  package enum Account: Hashable, Sendable {
    case first
    case other
  }

  /// The key; every delivery of the write has it.
  package var key: Key
  /// What the body says, apart from a key in it.
  package var content: StrictJSON
  /// How the body is written.
  package var spelling = StrictJSON.Spelling.plain
  package var account = Account.first
  /// Whether the delivery asks the server to fail.
  package var asksToFail = false
  /// White space behind the body.
  package var padding = 0

  package init(key: Key, content: StrictJSON) {
    self.key = key
    self.content = content
  }
}

/// How writes become requests of one server.
struct ServerRequests: Sendable {
  let upstream: Upstream
  let profile: Profile
  let parameters: UpstreamParameters

  /// The bytes of a write's body.
  func body(of write: ServerWrite) -> [UInt8] {
    var content = write.content
    if case .bodyMember(let pointer) = profile.key, let text = write.key.text {
      content = content.placing(text, at: pointer) ?? content
    }
    return content.text(write.spelling) + Array(repeating: 0x20, count: write.padding)
  }

  /// The bytes of a delivery, up to its body.
  func head(of write: ServerWrite, bodyBytes: Int) -> [UInt8] {
    var fields = [
      UpstreamParameters.Field(name: "Content-Type", value: "application/json"),
      UpstreamParameters.Field(name: "Accept", value: "application/json"),
    ]
    if case .header(let name) = profile.key, let text = write.key.text {
      let isQuoted = profile.keySyntax == .quoted
      fields.append(UpstreamParameters.Field(name: name, value: isQuoted ? "\"\(text)\"" : text))
    }
    fields = fields.overridden(by: parameters.fields)
    if write.account == .other { fields = fields.overridden(by: parameters.otherAccount) }
    if write.asksToFail { fields = fields.overridden(by: parameters.failOnce) }
    let endpoint = profile.endpoints[0]
    let path = endpoint.path.map { $0 == "*" ? "1" : String($0) }.joined()
    return head(endpoint.method, path, fields, ["Content-Length: \(bodyBytes)"])
  }

  /// The bytes that ask how many records there are.
  func count(at path: String) -> [UInt8] {
    head("GET", path, parameters.fields, [])
  }

  private func head(
    _ method: String,
    _ path: String,
    _ fields: [UpstreamParameters.Field],
    _ framing: [String]
  ) -> [UInt8] {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: \(upstream.authority)"]
      + fields.map { "\($0.name): \($0.value)" } + framing + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

extension ServerWrite.Key {
  /// What is written in the key's place, or nothing where that is missing.
  var text: String? {
    switch self {
    case .text(let text): text
    case .empty: ""
    case .missing: nil
    }
  }
}

extension [UpstreamParameters.Field] {
  /// The fields, with others in place of those of the same names.
  fileprivate func overridden(by others: Self) -> Self {
    let names = Set(others.map { $0.name.lowercased() })
    return filter { !names.contains($0.name.lowercased()) } + others
  }
}
