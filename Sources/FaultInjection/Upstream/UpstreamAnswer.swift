// SPDX-License-Identifier: Apache-2.0

/// A whole answer of a real server.
package struct UpstreamAnswer: Hashable, Sendable {
  /// The status, 200 or more.
  package let status: Int
  /// The phrase behind the status, as it was sent.
  let reason: [UInt8]
  let fields: [HeaderLine]
  /// The body's bytes, without what frames them.
  package let body: [UInt8]
}

extension RequestReader {
  /// Reads an answer, and skips those that only say that one will come.
  ///
  /// - Parameter isToHead: whether the answer has no body because its request was a HEAD.
  /// - Returns: the whole answer.
  /// - Throws: 400 where it is malformed or ends early, 413 or 431 where it is too large, 408 where it is
  ///   too slow.
  mutating func answer(isToHead: Bool) throws(RequestRefusal) -> UpstreamAnswer {
    var bytesLeft = limits.headerBytesMax
    while true {
      let (status, reason) = try Self.statusLine(try line(&bytesLeft))
      let fields = try fields(&bytesLeft)
      // RFC 9110, section 15.2; nobody has asked for another protocol.
      if 100...199 ~= status, status != 101 { continue }
      guard 200...599 ~= status else { throw .status(400) }
      let body = try answerBody(fields, hasNone: isToHead || status == 204 || status == 304)
      return UpstreamAnswer(status: status, reason: reason, fields: fields, body: body)
    }
  }

  /// Source: RFC 9112, section 4.
  private static func statusLine(
    _ line: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> (status: Int, reason: [UInt8]) {
    let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2,
      parts[0].elementsEqual("HTTP/1.1".utf8) || parts[0].elementsEqual("HTTP/1.0".utf8),
      parts[1].count == 3, parts[1].allSatisfy({ 0x30...0x39 ~= $0 }),
      let status = Int(String(decoding: parts[1], as: UTF8.self))
    else { throw .status(400) }
    let reason = parts.count > 2 ? Array(parts[2]) : []
    guard reason.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7f }) else { throw .status(400) }
    return (status, reason)
  }

  /// Source: RFC 9112, section 6.3.
  private mutating func answerBody(
    _ fields: [HeaderLine],
    hasNone: Bool
  ) throws(RequestRefusal) -> [UInt8] {
    if hasNone { return [] }
    let head = RequestHead(method: "", target: "", isVersion11: true, fields: fields)
    let isFramed = ["content-length", "transfer-encoding"].contains { !head.values(of: $0).isEmpty }
    guard !isFramed else { return try body(try head.framing(bodyBytesMax: limits.bodyBytesMax)) }
    let (bytes, isEnd) = try takeToEnd(atMost: limits.bodyBytesMax)
    // One byte more than is allowed shows itself by the missing end.
    if !isEnd, try !takeToEnd(atMost: 1).bytes.isEmpty { throw .status(413) }
    return bytes
  }
}
