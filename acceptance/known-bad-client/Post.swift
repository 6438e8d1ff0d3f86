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
  ///
  /// What the server asks for in Retry-After stands as it came.
  case unknown(status: Int, retryAfter: String? = nil)
  /// A connection that was used before ended before any byte of an answer.
  case unansweredOnUsedConnection
}

/// A connection that stays open for the next request.
final class KeptConnection {
  private var descriptor: Int32?

  func keep(_ connection: Int32) { descriptor = connection }

  /// Takes the connection, which from now on belongs to the caller.
  func take() -> Int32? {
    defer { descriptor = nil }
    return descriptor
  }
}

/// One request over a connection of its own, with a blocking socket.
struct Post {
  /// The longest answer that is read, in bytes.
  static let answerBytesMax = 1 << 20

  let endpoint: Endpoint
  let server: ServerOptions
  /// Stands in for the server's method, or nothing.
  var method: String?
  var key: String?
  var body: Data
  /// The bearer token, or nothing where nobody is signed in.
  let credential: String?
  /// How long the whole exchange may take, in milliseconds.
  let timeoutMilliseconds: Int
  let flaw: Flaw?
  /// Where a connection is kept that the server leaves open, or nothing where each is used once.
  let kept: KeptConnection?

  func outcome() -> Outcome {
    if let used = kept?.take() {
      let outcome = sendRequest(over: used) ? end(used) : .unknown(status: 0)
      return outcome == .unknown(status: 0) ? .unansweredOnUsedConnection : outcome
    }
    guard let connection = begin() else { return .unreachable }
    return end(connection)
  }

  /// Connects and sends the request, or returns nothing where nobody answers.
  func begin() -> Int32? {
    guard let connection = endpoint.connect() else { return nil }
    // What could not be sent has no answer either.
    _ = sendRequest(over: connection)
    return connection
  }

  /// Reads the answer to what was sent over a connection, and ends that or keeps it.
  func end(_ connection: Int32) -> Outcome {
    let deadline = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
    let answer = read(connection, until: deadline)
    if let kept, answer?.keepsConnection == true {
      kept.keep(connection)
    } else {
      close(connection)
    }
    return outcome(of: answer)
  }

  private func sendRequest(over connection: Int32) -> Bool {
    write(request, to: connection, until: .now + .milliseconds(timeoutMilliseconds))
  }

  private var request: [UInt8] {
    let body = key.map { server.key.body(self.body, with: $0) } ?? self.body
    let head = [
      "\(method ?? server.method) \(endpoint.path) HTTP/1.1",
      "Host: \(endpoint.host):\(endpoint.port)",
      "Content-Type: application/json",
      "Content-Length: \(body.count)",
      "Connection: \(kept == nil ? "close" : "keep-alive")",
    ]
    let ownLines = [
      key.flatMap(server.key.line), credential.map { "Authorization: Bearer \($0)" },
    ].compactMap(\.self)
    return Array((head + ownLines + ["", ""]).joined(separator: "\r\n").utf8) + Array(body)
  }

  private func outcome(of answer: Answer?) -> Outcome {
    guard let answer else { return .unknown(status: 0) }
    let unknown = Outcome.unknown(status: answer.status, retryAfter: answer.retryAfter)
    switch answer.status {
    case 200...299: return isSuccess(answer) ? .saved : unknown
    case server.conflictStatus: return .conflict
    case server.inFlightStatus: return unknown
    case 408, 425, 429: return unknown
    case 400...499: return .refusedForGood(answer.status)
    default: return unknown
    }
  }

  private func isSuccess(_ answer: Answer) -> Bool {
    switch flaw {
    case .believesCutAnswer where !answer.isWhole: true
    case .believesAny200: true
    case .believesPartialSuccess: answer.isObjectWithoutError
    default: answer.isSuccess(server.success)
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
      guard count > 0 else {
        return flaw == .believesCutAnswer ? Answer(cut: received) : nil
      }
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
