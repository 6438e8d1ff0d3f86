// SPDX-License-Identifier: Apache-2.0

@testable import FaultInjection

/// What holds for the requests that are read from any bytes of a connection.
enum RequestCheck {
  /// Small, so that small inputs reach the bounds.
  static let limits: Limits = {
    var limits = Limits()
    limits.headerBytesMax = 256
    limits.headerCountMax = 6
    limits.bodyBytesMax = 96
    // Everything has arrived before it is read; whoever waits waits for what never comes.
    limits.requestDeadline = .zero
    return limits
  }()

  /// Reads the input whole, in the parts that it names, and in equal parts.
  static func run(_ input: [UInt8], over deliveries: Deliveries) throws {
    let cut = CutInput(input)
    let whole = try read([cut.bytes[...]], over: deliveries)
    let inParts = try read(cut.parts, over: deliveries)
    try require(whole.requests == inParts.requests, "the requests depend on the reads")
    try require(whole.refusal == inParts.refusal, "the refusal depends on the reads")
    try require(whole.refusal != .status(408), "the reader waits behind the end")
    var position = 0
    for request in whole.requests {
      position = try end(of: request, from: position, in: cut.bytes)
    }
    if inParts.isRefusedInHead {
      // All parts before the last one were kept, and not one of their bytes too many.
      let before = cut.parts.prefix(max(0, inParts.partsRead - 1)).reduce(0) { $0 + $1.count }
      try require(
        before - position <= limits.headerBytesMax,
        "\(before - position) bytes were kept for a head of \(limits.headerBytesMax)"
      )
    }
  }

  // MARK: - Reading

  private struct Accepted: Equatable {
    let requestLine: String
    let lines: [HeaderLine]
    let framing: RequestHead.Framing
    let body: [UInt8]
  }

  private struct Reading {
    var requests: [Accepted] = []
    var refusal: RequestRefusal?
    var isRefusedInHead = false
    var partsRead = 0
  }

  private static func read(
    _ parts: [ArraySlice<UInt8>],
    over deliveries: Deliveries
  ) throws(Broken) -> Reading {
    try deliveries.send(parts)
    var reader = RequestReader(deliveries.descriptor, limits: limits)
    var reading = Reading()
    while reading.refusal == nil {
      do throws(RequestRefusal) {
        reading.isRefusedInHead = true
        let head = try reader.head()
        reading.isRefusedInHead = false
        reading.requests.append(try accepted(head, &reader))
      } catch {
        reading.refusal = error
      }
    }
    // The end is one part more.
    let sent = parts.filter { !$0.isEmpty }.count
    reading.partsRead = min(sent, sent + 1 - deliveries.forgetRest())
    return reading
  }

  private static func accepted(
    _ head: RequestHead,
    _ reader: inout RequestReader
  ) throws(RequestRefusal) -> Accepted {
    // What a server asks of a head changes a copy, so that the head is still what arrived.
    var served = head
    do throws(RequestRefusal) {
      try served.requireLoopback()
      try served.useOriginForm()
      _ = try served.expectsContinue()
    } catch {
      // A foreign host has a body all the same.
    }
    let framing = try head.framing(bodyBytesMax: limits.bodyBytesMax)
    return Accepted(
      requestLine: "\(head.method) \(head.target) HTTP/1.\(head.isVersion11 ? 1 : 0)",
      lines: head.fields,
      framing: framing,
      body: try reader.body(framing)
    )
  }

  // MARK: - Judging

  /// Finds a request again in the bytes, without the reader, and returns where it ends.
  private static func end(
    of request: Accepted,
    from start: Int,
    in bytes: [UInt8]
  ) throws(Broken) -> Int {
    let lineEnd: [UInt8] = [0x0d, 0x0a]
    try require(request.lines.count <= limits.headerCountMax, "too many fields")
    try require(request.body.count <= limits.bodyBytesMax, "the body is too long")
    let lines = [Array(request.requestLine.utf8)] + request.lines.map(\.bytes)
    let head = lines.flatMap { $0 + lineEnd } + lineEnd
    let first = bytes[start...].starts(with: lineEnd) ? start + 2 : start
    try require(first + head.count - start <= limits.headerBytesMax, "the head is too long")
    try require(bytes[first...].starts(with: head), "the head is not what arrived")
    let framers = request.lines.filter {
      ["content-length", "transfer-encoding"].contains($0.name)
    }
    try require(framers.count <= 1, "the end of the body is said twice")
    let rest = bytes[(first + head.count)...]
    switch request.framing {
    case .length(let count):
      let said = framers.first.map { Int($0.value) } ?? 0
      try require(said == count && request.body.count == count, "the body has another length")
      try require(rest.starts(with: request.body), "the body is not what arrived")
      return rest.startIndex + count
    case .chunked:
      try require(framers.first?.name == "transfer-encoding", "nobody has said that it has chunks")
      return try endOfChunks(request.body, in: rest)
    }
  }

  /// Joins chunks, and returns where the trailers end.
  private static func endOfChunks(
    _ body: [UInt8],
    in bytes: ArraySlice<UInt8>
  ) throws(Broken) -> Int {
    var rest = bytes
    var joined: [UInt8] = []
    func line() throws(Broken) -> ArraySlice<UInt8> {
      let end = rest.firstIndex(of: 0x0a)
      try require(end != nil && end != rest.startIndex, "a line of a chunk has no end")
      let line = rest[..<((end ?? 1) - 1)]
      rest = rest[((end ?? 0) + 1)...]
      return line
    }
    while true {
      let said = try line()
      let digits = said.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
      let behind = said[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
      try require(
        behind.isEmpty || behind.first == UInt8(ascii: ";"),
        "words stand behind a chunk's size"
      )
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) ?? -1
      try require(size >= 0 && size <= rest.count, "a chunk has no size")
      if size == 0 { break }
      joined += rest.prefix(size)
      rest = rest.dropFirst(size)
      try require(try line().isEmpty, "a chunk is longer than it says")
    }
    while try !line().isEmpty {}
    try require(joined == body, "the chunks are not what arrived")
    return rest.startIndex
  }
}
