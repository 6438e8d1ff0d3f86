// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import FaultInjection

/// A fault server in front of a real server: what goes on to that one, and what comes back.
struct UpstreamTests {
  /// A fault server in front of a server that answers these bytes.
  private final class Front {
    let upstream: RawServer
    let scene: Scene

    init(
      _ reply: RawServer.Reply = .send(http("201 Made", #"{"id":"a1"}"#)),
      script: FaultScript = .none,
      limits: Limits = .default
    ) throws {
      upstream = try RawServer { _ in reply }
      scene = try Scene(
        script: script,
        upstream: Upstream("http://127.0.0.1:\(upstream.port)"),
        limits: limits
      )
    }

    deinit {
      scene.server.stop()
      upstream.close()
    }
  }

  private static func passedOn(
    _ status: String,
    _ body: String,
    fields: [String] = [],
    connection: String = "close"
  ) -> String {
    let lines =
      ["HTTP/1.1 \(status)"] + fields
      + ["Content-Length: \(body.utf8.count)", "Connection: \(connection)", "", body]
    return lines.joined(separator: "\r\n")
  }

  // MARK: - Requests

  @Test(.timeLimit(.minutes(30))) func `a write goes on as it came`() throws {
    let front = try Front()
    let fields = [
      "X-Odd-Case:  two  words ", "Authorization: Bearer t", "Connection: X-Own, keep-alive",
      "X-Own: 1",
      "TE: trailers",
    ]
    let seen = try front.scene.exchange(request(path: "/items", fields: fields))
    #expect(seen.text == Self.passedOn("201 Made", #"{"id":"a1"}"#))
    let expected = [
      "POST /items HTTP/1.1", "Host: 127.0.0.1", "Idempotency-Key: k1",
      "Content-Type: application/json", "X-Odd-Case:  two  words ", "Authorization: Bearer t",
      "Content-Length: 13", "Connection: close", "", #"{"title":"a"}"#,
    ]
    #expect(front.upstream.requests == [expected.joined(separator: "\r\n")])
    #expect(front.scene.story == ["received 1", "passed on 1 201", "answered 1 201"])
    #expect(front.scene.ledger.records.isEmpty && front.scene.ledger.deliveries.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `chunks are put together, and nothing is judged`() throws {
    let front = try Front()
    let head =
      "POST /items?a=%20b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    _ = try front.scene.exchange(head + "3\r\nno \r\n4\r\nJSON\r\n0\r\n\r\n")
    #expect(
      front.upstream.requests == [
        "POST /items?a=%20b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\nConnection: close\r\n\r\n"
          + "no JSON"
      ]
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `what is no write is passed on untouched, and counts as no delivery`() throws {
    let front = try Front(script: FaultScript(perAttempt: [], thereafter: .closeAfterCommit))
    let seen = try front.scene.exchange("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(seen.status == 201)
    #expect(
      front.upstream.requests == [
        "GET /other HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      ]
    )
    #expect(front.scene.story == ["passed on untouched 201"])
    #expect(front.scene.ledger.deliveries.isEmpty)
  }

  @Test(.timeLimit(.minutes(30))) func `a write without a key meets no fault`() throws {
    let front = try Front(script: .seed)
    #expect(try front.scene.exchange(request(key: nil)).status == 201)
    #expect(try front.scene.exchange(request()).status == 503)
    #expect(try front.scene.exchange(request()).status == 201)
    #expect(front.upstream.requests.count == 3)
  }

  @Test(.timeLimit(.minutes(30))) func `a page of another origin reaches no real server`() throws {
    let front = try Front()
    let foreign = request(fields: ["Origin: https://example.org"])
    #expect(try front.scene.exchange(foreign).status == 403)
    #expect(front.upstream.requests.isEmpty)
  }

  // MARK: - Answers

  struct Row: Sendable {
    let answer: String
    let sees: String
    var method = "POST"
  }

  static let answers = [
    Row(
      answer: "HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n"
        + "2\r\n{}\r\n1;x=y\r\n \r\n0\r\nX-T: 1\r\n\r\n",
      sees: passedOn("200 OK", "{} ", fields: ["X-A: 1"])
    ),
    Row(
      answer: "HTTP/1.0 200 Fine by me\r\nServer: s\r\n\r\nup to the end",
      sees: passedOn("200 Fine by me", "up to the end", fields: ["Server: s"])
    ),
    Row(
      answer: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        + "HTTP/1.1 422 \r\nContent-Length: 1\r\nset-cookie: a\r\nSet-Cookie: b\r\n\r\n!",
      sees: passedOn("422 ", "!", fields: ["set-cookie: a", "Set-Cookie: b"])
    ),
    Row(
      answer: "HTTP/1.1 204 No Content\r\nX-A: 1\r\nKeep-Alive: 5\r\n\r\n",
      sees: "HTTP/1.1 204 No Content\r\nX-A: 1\r\nConnection: close\r\n\r\n"
    ),
    Row(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n",
      sees: "HTTP/1.1 200 OK\r\nContent-Length: 77\r\nConnection: close\r\n\r\n",
      method: "HEAD"
    ),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: answers)
  func `an answer comes back as it is, framed anew`(row: Row) throws {
    let front = try Front(.send(row.answer))
    #expect(try front.scene.exchange(request(method: row.method)).text == row.sees)
  }

  @Test(.timeLimit(.minutes(30))) func `records are numbered as successes name them`() throws {
    let bodies = [#"{"id":"a"}"#, #"{"id":7}"#, #"{"id":"a"}"#, "{}", "no JSON", #"{"id":7.0}"#]
    let upstream = try RawServer {
      .send(http($0 == 6 ? "422 No" : "200 OK", $0 == 6 ? bodies[0] : bodies[$0]))
    }
    defer { upstream.close() }
    let scene = try Scene(upstream: Upstream("http://127.0.0.1:\(upstream.port)"))
    for _ in 0...bodies.count { _ = try scene.exchange(request()) }
    let records = scene.events.compactMap { event -> Int?? in
      if case .passedOn(_, _, let record) = event { .some(record) } else { nil }
    }
    #expect(records == [1, 2, 1, nil, nil, 2, nil])
  }

  static let failures: [(String, UpstreamFailure)] = [
    ("", .endedEarly), ("HTTP/1.1 200 OK\r\nContent-Le", .endedEarly),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", .endedEarly),
    ("SSH-2.0 hello\r\n\r\n", .malformed),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}", .malformed),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", .malformed),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\n", .malformed),
    ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", .tooLarge),
    ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 101), .tooLarge),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: failures)
  func `what is no whole answer is 502 and told`(answer: String, failure: UpstreamFailure) throws {
    var limits = Limits.default
    limits.upstreamBodyBytesMax = 100
    let front = try Front(.send(answer), script: .seed, limits: limits)
    #expect(
      try front.scene.exchange(request()).text == FaultInjectionTests.failure("502 Bad Gateway")
    )
    #expect(front.scene.story == ["received 1", "upstream failed 1 \(failure)", "answered 1 502"])
  }

  @Test(.timeLimit(.minutes(30))) func `an answer as large as may be is whole`() throws {
    var limits = Limits.default
    limits.upstreamBodyBytesMax = 100
    let body = String(repeating: "a", count: 100)
    let front = try Front(.send("HTTP/1.1 200 OK\r\n\r\n\(body)"), limits: limits)
    #expect(try front.scene.exchange(request()).body == body)
  }

  @Test(.timeLimit(.minutes(30))) func `a silent server is given up`() throws {
    var limits = Limits.default
    limits.upstreamDeadline = .milliseconds(50)
    let front = try Front(.hold(""), limits: limits)
    #expect(try front.scene.exchange(request()).status == 502)
    #expect(front.scene.story.contains("upstream failed 1 tooSlow"))
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["127.0.0.1", "localhost", "[::1]"])
  func `a server that is not there is 502`(host: String) throws {
    let unused = try RawServer(isListening: false) { _ in .send("") }
    defer { unused.close() }
    let scene = try Scene(upstream: Upstream("http://\(host):\(unused.port)"))
    #expect(try scene.exchange(request()).status == 502)
    #expect(scene.story.contains("upstream failed 1 unreachable"))
  }

  @Test(.timeLimit(.minutes(30))) func `a stop ends the wait for a silent server`() throws {
    let front = try Front(.hold(""))
    let client = try front.scene.connect()
    client.send(request())
    front.upstream.waitForRequests(1)
    front.scene.server.stop()
    #expect(front.scene.story.last == "stopped 1")
    _ = client.read()
  }

  @Test func `a server in front of itself is refused`() throws {
    let scene = try Scene(listens: false)
    let port = scene.server.port
    scene.server.stop()
    #expect(throws: FaultServerError.upstreamIsThisServer(port: port)) {
      try FaultServer(ledger: Ledger(), upstream: Upstream("http://localhost:\(port)"), port: port)
    }
    #expect(
      FaultServerError.upstreamIsThisServer(port: 81).description
        == "port 81 is the one that this server listens on; name the port of your own server"
    )
  }

  // MARK: - Faults

  struct FaultRow: Sendable, CustomTestStringConvertible {
    let fault: Fault
    let sees: String
    var end = RawClient.Seen.End.closed
    var testDescription: String { fault.description }
  }

  private static let whole = passedOn("201 Made", #"{"id":"a1"}"#)

  static let afterCommit = [
    FaultRow(fault: .statusAfterCommit(503), sees: failure("503 Service Unavailable")),
    FaultRow(fault: .closeAfterCommit, sees: ""),
    FaultRow(fault: .resetAfterCommit, sees: "", end: .reset),
    FaultRow(fault: .resetMidResponse(bytes: 3), sees: String(whole.dropLast(8)), end: .reset),
    FaultRow(fault: .truncatedBody(bytes: 5), sees: String(whole.dropLast(6))),
    FaultRow(fault: .malformedSuccess, sees: passedOn("201 Made", #"{"id":"a1""#)),
    FaultRow(fault: .emptySuccess, sees: passedOn("201 Made", "")),
    FaultRow(fault: .slowTrickle(pauseMilliseconds: 1), sees: whole),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: afterCommit)
  func `a fault after the commit acts on the real answer`(row: FaultRow) throws {
    let front = try Front(script: FaultScript(perAttempt: [row.fault]))
    let seen = try front.scene.exchange(request())
    #expect(seen.text == row.sees)
    #expect(seen.end == row.end)
    #expect(front.upstream.requests.count == 1)
    #expect(Array(front.scene.story.prefix(2)) == ["received 1", "passed on 1 201"])
    #expect(try front.scene.exchange(request()).text == Self.whole)
  }

  @Test(.timeLimit(.minutes(30))) func `a body that stays JSON without its end is replaced`() throws
  {
    let front = try Front(
      .send(http("200 OK", "12")),
      script: FaultScript(perAttempt: [.malformedSuccess])
    )
    #expect(try front.scene.exchange(request()).body == #"{"id":"#)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [Fault.stallAfterCommit, .lateRelease])
  func `a real answer is held`(fault: Fault) throws {
    let front = try Front(script: FaultScript(perAttempt: [fault]))
    let client = try front.scene.connect()
    client.send(request())
    front.scene.wait(for: .held(delivery: 1))
    #expect(front.upstream.requests.count == 1)
    front.scene.server.setScript(.none)
    #expect(try front.scene.exchange(request(key: "other")).status == 201)
    front.scene.server.releaseHeld()
    #expect(client.read().text == Self.whole)
  }

  @Test(.timeLimit(.minutes(30))) func `a kept connection is reset at its next request`() throws {
    let front = try Front(script: FaultScript(perAttempt: [.reusedConnectionReset]))
    let client = try front.scene.connect()
    client.send(request())
    #expect(
      client.readAnswer() == Self.passedOn("201 Made", #"{"id":"a1"}"#, connection: "keep-alive")
    )
    client.send(request())
    #expect(client.read().end == .reset)
    #expect(front.upstream.requests.count == 1)
  }

  static let beforeCommit = Fault.catalogue.map(\.fault).filter {
    $0.phase == .beforeCommit && !$0.changesLedger && $0 != .refuse && $0 != .stallBeforeCommit
  }

  @Test(.timeLimit(.minutes(30)), arguments: beforeCommit)
  func `a fault before the commit never reaches the real server`(fault: Fault) throws {
    let front = try Front(script: FaultScript(perAttempt: [fault]))
    _ = try front.scene.exchange(request())
    #expect(front.upstream.requests.isEmpty)
    #expect(front.scene.story.contains("faulted 1 \(fault)"))
    #expect(try front.scene.exchange(request()).status == 201)
  }

  @Test(.timeLimit(.minutes(30))) func `what is held before the commit goes on when released`()
    throws
  {
    let front = try Front(script: FaultScript(perAttempt: [.stallBeforeCommit]))
    let client = try front.scene.connect()
    client.send(request())
    front.scene.wait(for: .held(delivery: 1))
    #expect(front.upstream.requests.isEmpty)
    front.scene.server.releaseHeld()
    #expect(client.read().status == 201)
  }
}
