// SPDX-License-Identifier: Apache-2.0

import Foundation
import OfflineWrites
import OfflineWritesURLSession
import TestSupport
import Testing

/// The transports, which must agree on everything that the queue relies on.
enum TransportKind: String, CaseIterable, Sendable {
  #if os(Linux)
  case curl
  #endif
  case urlSession

  var transport: any Transport {
    switch self {
    #if os(Linux)
    case .curl: CurlTransport()
    #endif
    case .urlSession: URLSessionTransport()
    }
  }
}

/// A name for a case, and what the server writes.
struct WireCase: Sendable, CustomTestStringConvertible {
  let name: String
  let reply: RawServer.Reply
  /// The failures that are true of it; the transports word some of them differently.
  let failures: Set<TransportFailure>
  var kinds = TransportKind.allCases

  var testDescription: String { name }

  static let all: [WireCase] = [
    WireCase(name: "closed without an answer", reply: .send(""), failures: [.reset, .malformed]),
    WireCase(name: "reset without an answer", reply: .sendThenReset(""), failures: [.reset]),
    WireCase(
      name: "reset in the body",
      reply: .sendThenReset("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":1}"),
      failures: [.reset]
    ),
    WireCase(
      name: "body cut off",
      reply: .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":1}"),
      failures: [.truncated, .reset, .other]
    ),
    WireCase(
      name: "chunks cut off",
      reply: .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n"),
      failures: [.truncated, .reset, .other]
    ),
    WireCase(
      name: "no HTTP",
      reply: .send("{\"id\":1}\r\n\r\n"),
      failures: [.malformed, .other]
    ),
    WireCase(
      name: "body too long",
      reply: .send(http("200 OK", String(repeating: "x", count: 5000))),
      failures: [.tooLong]
    ),
    WireCase(
      name: "header too long",
      reply: .send(http("200 OK", headers: ["X-A: " + String(repeating: "x", count: 9000)])),
      failures: [.tooLong]
    ),
    WireCase(name: "no answer in time", reply: .hold(http("200 OK")), failures: [.timedOut]),
    WireCase(
      name: "answer not ended in time",
      reply: .sendThenHold("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"id\":1}"),
      failures: [.timedOut]
    ),
  ]
}

struct TransportTests {
  private static let body = bytes(#"{"title":"x"}"#)

  private func send(
    _ kind: TransportKind,
    to url: String,
    timeoutMilliseconds: Int = 20_000
  ) throws -> Result<TransportAnswer, TransportFailure> {
    let request = TransportRequest(
      endpoint: try #require(Endpoint(url)),
      method: "POST",
      headers: try [
        #require(HeaderField("Content-Type", "application/json")),
        #require(HeaderField("Idempotency-Key", "k-1")),
      ],
      body: Self.body,
      timeoutMilliseconds: timeoutMilliseconds,
      answerBytesMax: 4096,
      answerHeaderBytesMax: 8192
    )
    do throws(TransportFailure) {
      return .success(try kind.transport.send(request))
    } catch {
      return .failure(error)
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases)
  func `a request arrives once and whole, and its answer comes back`(kind: TransportKind) throws {
    let server = try RawServer { _ in .send(http("200 OK", #"{"id":1}"#)) }
    defer { server.close() }
    let answer = try send(kind, to: server.url).get()
    #expect(answer == TransportAnswer(status: 200, body: bytes(#"{"id":1}"#)))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.hasPrefix("POST /items HTTP/1.1\r\n"))
    #expect(request.hasSuffix("\r\n\r\n" + #"{"title":"x"}"#))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(request.contains("\r\nIdempotency-Key: k-1\r\n"))
    #expect(!request.lowercased().contains("expect:"))
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: TransportKind.allCases,
    [200, 201, 204, 301, 302, 303, 307, 308, 400, 401, 404, 408, 409, 422, 425, 429, 500, 503]
  )
  func `a status is an answer, and a redirect is not followed`(
    kind: TransportKind,
    status: Int
  ) throws {
    let server = try RawServer { number in
      .send(
        http(
          "\(number == 0 ? status : 500) X",
          headers: ["Location: /elsewhere", "Retry-After: 7"]
        )
      )
    }
    defer { server.close() }
    let answer = try send(kind, to: server.url).get()
    #expect(answer.status == status)
    #expect(answer.retryAfter == "7")
    #expect(server.requests.count == 1)
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases, WireCase.all)
  func `a broken answer is a failure, and nothing is sent again`(
    kind: TransportKind,
    wire: WireCase
  ) throws {
    let server = try RawServer { _ in wire.reply }
    defer { server.close() }
    let isHeld = wire.failures == [.timedOut]
    let result = try send(kind, to: server.url, timeoutMilliseconds: isHeld ? 300 : 20_000)
    switch result {
    case .success(let answer): Issue.record("an answer of status \(answer.status)")
    case .failure(let failure): #expect(wire.failures.contains(failure), "\(failure)")
    }
    #expect(server.requests.count == 1)
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases)
  func `nobody listens`(kind: TransportKind) throws {
    let server = try RawServer(isListening: false) { _ in .send("") }
    defer { server.close() }
    #expect(try send(kind, to: server.url) == .failure(.refused))
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases)
  func `a chunked answer is whole`(kind: TransportKind) throws {
    let server = try RawServer { _ in
      .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n0\r\n\r\n")
    }
    defer { server.close() }
    #expect(try send(kind, to: server.url).get().body == bytes(#"{"id":1}"#))
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases)
  func `each attempt has a connection of its own`(kind: TransportKind) throws {
    // The server says nothing of closing, and closes all the same.
    let server = try RawServer { _ in
      .send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":1}")
    }
    defer { server.close() }
    for _ in 0..<5 { #expect(try send(kind, to: server.url).get().status == 200) }
    #expect(server.requests.count == 5)
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases)
  func `a body of a megabyte arrives`(kind: TransportKind) throws {
    let server = try RawServer { _ in .send(http("200 OK", #"{"id":1}"#)) }
    defer { server.close() }
    let request = TransportRequest(
      endpoint: try #require(Endpoint(server.url)),
      method: "PUT",
      headers: [],
      body: [UInt8](repeating: UInt8(ascii: "x"), count: 1_048_576),
      timeoutMilliseconds: 20_000,
      answerBytesMax: 4096,
      answerHeaderBytesMax: 8192
    )
    #expect(try kind.transport.send(request).status == 200)
    #expect(server.requests.first?.hasPrefix("PUT ") == true)
    #expect(server.requests.first?.hasSuffix(String(repeating: "x", count: 1000)) == true)
  }

  #if os(Linux)
  // Foundation's client on Linux ends the process at half a header.
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
      "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200", "HT",
    ]
  )
  func `half a header is no answer`(text: String) throws {
    let server = try RawServer { _ in .send(text) }
    defer { server.close() }
    let failure = #expect(throws: TransportFailure.self) { () throws in
      try send(.curl, to: server.url).get()
    }
    #expect(failure == .truncated || failure == .malformed || failure == .reset)
    #expect(server.requests.count == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `an interim answer is not the answer`() throws {
    let server = try RawServer { _ in
      .send("HTTP/1.1 103 Early Hints\r\nRetry-After: 99\r\n\r\n" + http("200 OK", "{}"))
    }
    defer { server.close() }
    #expect(
      try send(.curl, to: server.url).get() == TransportAnswer(status: 200, body: bytes("{}"))
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `a proxy of the environment is not used`() async throws {
    let server = try RawServer { _ in .send(http("200 OK", "{}")) }
    defer { server.close() }
    let url = server.url
    await #expect(processExitsWith: .success) { [url = url as String] in
      setenv("http_proxy", "http://127.0.0.1:9", 1)
      setenv("all_proxy", "http://127.0.0.1:9", 1)
      let answer = try TransportTests().send(.curl, to: url).get()
      exit(answer.status == 200 ? 0 : 1)
    }
  }
  #endif
}
