// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is known after one attempt.
enum Outcome: Equatable {
  /// A well-formed success of the server.
  case saved
  /// The key holds another body.
  case conflict
  /// The server said no, with this status, and will say so again.
  case refusedForGood(Int)
  /// Nobody answered the connection: nothing was sent.
  case unreachable
  /// It may or may not be committed; the status is 0 where there was no whole answer.
  case unknown(status: Int)
}

/// One request over a connection of its own, with a blocking socket.
struct Post {
  /// The longest answer that is read, in bytes.
  static let answerBytesMax = 1 << 20

  let endpoint: Endpoint
  let server: ServerOptions
  let key: String?
  /// The bearer token, or nothing where nobody is signed in.
  let credential: String?
  let body: Data
  /// How long the whole exchange may take, in milliseconds.
  let timeoutMilliseconds: Int

  /// Sends the request, and returns what is known then and the time that the server asks for.
  func exchange() -> (Outcome, retryAfter: String?) {
    guard let connection = endpoint.connect() else { return (.unreachable, nil) }
    defer { close(connection) }
    let deadline = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
    guard write(request, to: connection, until: deadline) else {
      return (.unknown(status: 0), nil)
    }
    let answer = read(connection, until: deadline)
    return (outcome(of: answer), answer?.retryAfter)
  }

  private var request: [UInt8] {
    let body = key.map { server.key.body(self.body, with: $0) } ?? self.body
    let head = [
      "\(server.method) \(endpoint.path) HTTP/1.1",
      "Host: \(endpoint.host):\(endpoint.port)",
      "Content-Type: application/json",
      "Content-Length: \(body.count)",
      "Connection: close",
    ]
    let ownLines = [
      key.flatMap(server.key.line), credential.map { "Authorization: Bearer \($0)" },
    ].compactMap(\.self)
    return Array((head + ownLines + ["", ""]).joined(separator: "\r\n").utf8) + Array(body)
  }

  private func outcome(of answer: Answer?) -> Outcome {
    guard let answer else { return .unknown(status: 0) }
    switch answer.status {
    case 200...299 where answer.isSuccess(server.success): return .saved
    case server.conflictStatus: return .conflict
    case server.inFlightStatus: return .unknown(status: answer.status)
    case 408, 425, 429: return .unknown(status: answer.status)
    case 400...499: return .refusedForGood(answer.status)
    default: return .unknown(status: answer.status)
    }
  }

  private func write(
    _ bytes: [UInt8],
    to connection: Int32,
    until deadline: ContinuousClock.Instant
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard wait(for: connection, POLLOUT, until: deadline) else { return false }
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe send(connection, buffer.baseAddress, buffer.count, 0)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads until the answer is whole, and returns nothing where it does not become whole.
  private func read(_ connection: Int32, until deadline: ContinuousClock.Instant) -> Answer? {
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while received.count <= Self.answerBytesMax {
      if let answer = Answer(whole: received) { return answer }
      guard wait(for: connection, POLLIN, until: deadline) else { return nil }
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe recv(connection, buffer.baseAddress, buffer.count, 0)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      received += piece[..<count]
    }
    return nil
  }

  private func wait(
    for connection: Int32,
    _ events: Int32,
    until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let (seconds, attoseconds) = (deadline - .now).components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { return false }
      var waited = pollfd(fd: connection, events: Int16(events), revents: 0)
      let count = unsafe poll(&waited, 1, Int32(clamping: milliseconds))
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

/// A whole answer with a declared length.
struct Answer {
  let status: Int
  /// The value of Retry-After, or nothing.
  let retryAfter: String?
  let body: Data

  /// Whether the body is an object that names the record, or there is none where none is due.
  func isSuccess(_ success: ServerOptions.Success) -> Bool {
    switch success {
    case .noContent: status == 204
    case .member(let name):
      (try? JSONDecoder().decode([String: Ignored].self, from: body))?[name] != nil
    }
  }

  /// A value that is there, whatever it is.
  private struct Ignored: Decodable { init(from decoder: any Decoder) {} }

  /// Reads an answer, or nothing as long as it is not whole or has no length.
  init?(whole bytes: [UInt8]) {
    guard let end = Self.endOfHead(in: bytes) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let statusLine = (lines.first ?? "").split(separator: " ")
    guard statusLine.count >= 2, statusLine[0].hasPrefix("HTTP/1."),
      let status = Int(statusLine[1]),
      let length = status == 204 ? 0 : Self.declaredLength(in: lines.dropFirst()),
      bytes.count >= end + 4 + length
    else { return nil }
    self.status = status
    retryAfter = Self.value(of: "retry-after", in: lines.dropFirst())
    body = Data(bytes[(end + 4)..<(end + 4 + length)])
  }

  private static func endOfHead(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == [13, 10, 13, 10] }
  }

  private static func declaredLength(in lines: ArraySlice<Substring>) -> Int? {
    value(of: "content-length", in: lines).flatMap { Int($0) }.flatMap {
      (0...Post.answerBytesMax).contains($0) ? $0 : nil
    }
  }

  /// The first value of a field, without spaces around it.
  private static func value(of name: String, in lines: ArraySlice<Substring>) -> String? {
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      let value = parts[1].drop { $0 == " " }
      return String(value.prefix(value.count - value.reversed().prefix { $0 == " " }.count))
    }
    return nil
  }
}
