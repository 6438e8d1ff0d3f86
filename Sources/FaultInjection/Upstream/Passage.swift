// SPDX-License-Identifier: Apache-2.0

/// What of a message belongs to one connection and is not passed on.
enum Passage {
  /// Source: RFC 9110, section 7.6.1; the rest are fields that frame a message or that were answered here.
  private static let ownOfConnection: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization",
    "te",
    "trailer", "transfer-encoding", "upgrade", "content-length", "expect",
  ]

  /// Returns the lines that go on, as they arrived.
  ///
  /// - Parameters:
  ///   - fields: the fields of a message.
  ///   - kept: a field that goes on although it would not otherwise.
  /// - Returns: the lines, in their order.
  static func lines(of fields: [HeaderLine], keeping kept: String? = nil) -> [[UInt8]] {
    let named = fields.values(of: "connection").flatMap { $0.split(separator: ",") }.map {
      HTTPSyntax.lowercased($0).filter { $0 != " " && $0 != "\t" }
    }
    let dropped = ownOfConnection.union(named).subtracting(kept.map { [$0] } ?? [])
    return fields.filter { !dropped.contains($0.name) }.map(\.bytes)
  }
}

extension Request {
  /// The request as it goes to a real server: what was sent, over a connection of its own.
  func bytes(for upstream: Upstream) -> [UInt8] {
    var lines = [Array("\(head.method) \(head.target) HTTP/1.1".utf8)]
    // HTTP/1.0 knows no hosts.
    if head.values(of: "host").isEmpty { lines.append(Array("Host: \(upstream.authority)".utf8)) }
    lines += Passage.lines(of: head.fields)
    let isFramed = ["content-length", "transfer-encoding"].contains { !head.values(of: $0).isEmpty }
    if isFramed { lines.append(Array("Content-Length: \(body.count)".utf8)) }
    lines.append(Array("Connection: close".utf8))
    return lines.flatMap { $0 + [0x0d, 0x0a] } + [0x0d, 0x0a] + body
  }
}

extension Answer {
  /// A real server's answer, as it goes on.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - isToHead: whether its request was a HEAD, whose answer has no body and yet says how long it is.
  init(passingOn answer: UpstreamAnswer, isToHead: Bool) {
    let hasNoBody = isToHead || answer.status == 204 || answer.status == 304
    self.init(status: answer.status, body: answer.body)
    passedOn = PassedOnHead(
      reason: answer.reason,
      lines: Passage.lines(
        of: answer.fields,
        keeping: hasNoBody && answer.status != 204 ? "content-length" : nil
      ),
      hasLength: !hasNoBody
    )
  }
}
