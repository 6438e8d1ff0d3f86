// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads the requests of one connection, byte-exactly and within bounds.
///
/// One deadline covers a whole request, so that a client which sends a byte now and then gains
/// nothing.
struct RequestReader {
  private let descriptor: Int32
  let limits: Limits
  private var buffer: [UInt8] = []
  private var position = 0
  var deadline = ContinuousClock.now
  /// Whether the other side has ended its sending, orderly or not.
  private(set) var isAtEnd = false

  /// How much is received at once.
  private static let receivedBytesMax = 16 << 10

  init(_ descriptor: Int32, limits: Limits) {
    self.descriptor = descriptor
    self.limits = limits
  }

  // MARK: - Parts of a request

  /// Reads the head of the next request.
  ///
  /// - Throws: `noRequest` where the client closed the connection before the first byte.
  mutating func head() throws(RequestRefusal) -> RequestHead {
    deadline = ContinuousClock.now + limits.requestDeadline
    var bytesLeft = limits.headerBytesMax
    if available == 0, try !receive() { throw .noRequest }
    var first = try line(&bytesLeft)
    // One empty line before a request is ignored; RFC 9112, section 2.2.
    if first.isEmpty { first = try line(&bytesLeft) }
    var head = try Self.requestLine(first)
    head.fields = try fields(&bytesLeft)
    return head
  }

  /// Reads a request's body.
  ///
  /// - Parameter framing: where the body ends.
  /// - Returns: the body's bytes, without what frames them.
  /// - Throws: the status that the client is answered, where the body is not whole.
  mutating func body(_ framing: RequestHead.Framing) throws(RequestRefusal) -> [UInt8] {
    switch framing {
    case .length(let count):
      var body: [UInt8] = []
      try take(count, into: &body)
      return body
    case .chunked: return try chunks()
    }
  }

  /// Receives and forgets what a refused client still sends, until it ends or the time is over.
  mutating func drain() {
    deadline = ContinuousClock.now + limits.lingerDeadline
    var bytesLeft = limits.headerBytesMax + limits.bodyBytesMax
    while bytesLeft > 0 {
      let before = buffer.count
      guard let isMore = try? receive(), isMore else { return }
      bytesLeft -= buffer.count - before
      buffer.removeAll(keepingCapacity: true)
      position = 0
    }
  }

  // MARK: - Lines

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> RequestHead {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3, HTTPSyntax.isToken(parts[0]), HTTPSyntax.isTarget(parts[1]) else {
      throw .status(400)
    }
    guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      let digits = Array(parts[2].utf8)
      let isVersion =
        digits.count == 8 && parts[2].hasPrefix("HTTP/") && 0x30...0x39 ~= digits[5]
        && digits[6] == UInt8(ascii: ".") && 0x30...0x39 ~= digits[7]
      throw .status(isVersion ? 505 : 400)
    }
    return RequestHead(
      method: parts[0],
      target: parts[1],
      isVersion11: parts[2] == "HTTP/1.1",
      fields: []
    )
  }

  /// Reads header or trailer fields up to the empty line.
  ///
  /// A line that continues the one before it is refused, and so is white space before the colon:
  /// both have made two readers of one request disagree; RFC 9112, sections 5.1 and 5.2.
  mutating func fields(
    _ bytesLeft: inout Int
  ) throws(RequestRefusal) -> [HeaderLine] {
    var fields: [HeaderLine] = []
    while true {
      let line = try line(&bytesLeft)
      if line.isEmpty { return fields }
      guard fields.count < limits.headerCountMax else { throw .status(431) }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(HTTPSyntax.isTokenByte)
      else { throw .status(400) }
      let space: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      var value = line[(colon + 1)...].drop(while: space)
      while let last = value.last, space(last) { value.removeLast() }
      // The bytes are looked at, and not the text made from them: that one is always well-formed.
      guard value.allSatisfy(HTTPSyntax.isFieldValueByte) else { throw .status(400) }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      fields.append(
        HeaderLine(
          name: HTTPSyntax.lowercased(name),
          value: String(decoding: value, as: UTF8.self),
          bytes: Array(line)
        )
      )
    }
  }

  /// Reads a line that ends in CR LF, without its end.
  mutating func line(_ bytesLeft: inout Int) throws(RequestRefusal) -> ArraySlice<UInt8> {
    var searched = 0
    while true {
      if let end = buffer[(position + searched)...].firstIndex(of: 0x0a) {
        let line = buffer[position..<end]
        bytesLeft -= line.count + 1
        guard bytesLeft >= 0 else { throw .status(431) }
        guard line.last == 0x0d, !line.dropLast().contains(0x0d) else { throw .status(400) }
        position = end + 1
        return line.dropLast()
      }
      searched = available
      guard searched <= bytesLeft else { throw .status(431) }
      guard try receive() else { throw .status(400) }
    }
  }

  // MARK: - Chunks

  /// Source: RFC 9112, section 7.1.
  private mutating func chunks() throws(RequestRefusal) -> [UInt8] {
    var body: [UInt8] = []
    var bytesLeft = limits.headerBytesMax
    while true {
      // Each chunk may have a long line, and small chunks must not add up to a bound for the head.
      var lineBytesLeft = limits.headerBytesMax
      let count = try Self.chunkSize(try line(&lineBytesLeft))
      if count == 0 {
        _ = try fields(&bytesLeft)
        return body
      }
      guard count <= limits.bodyBytesMax - body.count else { throw .status(413) }
      try take(count, into: &body)
      var end: [UInt8] = []
      try take(2, into: &end)
      guard end == [0x0d, 0x0a] else { throw .status(400) }
    }
  }

  /// Reads the line before a chunk: digits, and perhaps extensions, which mean nothing here.
  private static func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let digits = line.prefix { Character(Unicode.Scalar($0)).isHexDigit }
    let rest = line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    guard !digits.isEmpty, digits.count <= 16, rest.isEmpty || rest.first == UInt8(ascii: ";"),
      rest.allSatisfy(HTTPSyntax.isFieldValueByte),
      let count = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .status(400) }
    return count
  }

  // MARK: - Bytes

  private var available: Int { buffer.count - position }

  /// Takes what comes up to the end of the connection.
  ///
  /// - Parameter countMax: how many bytes are taken at most.
  /// - Returns: the bytes, and whether the end was reached.
  /// - Throws: 408 where the time was over.
  mutating func takeToEnd(
    atMost countMax: Int
  ) throws(RequestRefusal) -> (bytes: [UInt8], isEnd: Bool) {
    var bytes: [UInt8] = []
    while bytes.count < countMax {
      if available == 0, try !receive() { return (bytes, true) }
      let part = min(available, countMax - bytes.count)
      bytes += buffer[position..<(position + part)]
      position += part
    }
    return (bytes, false)
  }

  private mutating func take(_ count: Int, into body: inout [UInt8]) throws(RequestRefusal) {
    var left = count
    while left > 0 {
      if available == 0 {
        // A body that ends early was never sent: nothing of it may be believed.
        guard try receive() else { throw .status(400) }
      }
      let part = min(left, available)
      body += buffer[position..<(position + part)]
      position += part
      left -= part
    }
  }

  /// Waits for more bytes, and returns false where the client has ended its sending.
  private mutating func receive() throws(RequestRefusal) -> Bool {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    while true {
      let received = Sockets.receive(
        descriptor,
        into: &buffer,
        atMost: Self.receivedBytesMax
      )
      switch received {
      case .bytes: return true
      case .end, .failed:
        isAtEnd = true
        return false
      case .nothingYet:
        guard ContinuousClock.now < deadline else { throw .status(408) }
        _ = Sockets.wait(for: [(descriptor: descriptor, events: POLLIN)], until: deadline)
      }
    }
  }
}
