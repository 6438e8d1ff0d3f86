// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

/// What a client sees of each fault, byte by byte, and what the ledger holds.
struct FaultOnTheWireTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let fault: Fault
    let sees: String
    var end = RawClient.Seen.End.closed
    /// What happens after the arrival and, for a fault after the commit, after that.
    let story: [String]
    var testDescription: String { fault.description }
  }

  /// A success of which only so many bytes of the body have come.
  private static func cutSuccess(_ bodyBytes: Int) -> String {
    let body = #"{"id":1,"attempts":1,"record_count":1}"#
    return String(success().dropLast(body.utf8.count - bodyBytes))
  }

  static let afterCommit: [Row] = [
    Row(
      fault: .statusAfterCommit(503),
      sees: failure("503 Service Unavailable"),
      story: ["faulted 1 status-after-commit:503", "answered 1 503"]
    ),
    Row(
      fault: .statusAfterCommit(500),
      sees: failure("500 Internal Server Error"),
      story: ["faulted 1 status-after-commit:500", "answered 1 500"]
    ),
    Row(
      fault: .closeAfterCommit,
      sees: "",
      story: ["faulted 1 close-after-commit", "cut 1"]
    ),
    Row(
      fault: .resetAfterCommit,
      sees: "",
      end: .reset,
      story: ["faulted 1 reset-after-commit", "cut 1"]
    ),
    Row(
      fault: .resetMidResponse(bytes: 3),
      sees: cutSuccess(3),
      end: .reset,
      story: ["faulted 1 reset-mid-response:3", "cut 1"]
    ),
    Row(
      fault: .truncatedBody(bytes: 5),
      sees: cutSuccess(5),
      story: ["faulted 1 truncated-body:5", "cut 1"]
    ),
    Row(
      fault: .truncatedBody(bytes: 1 << 20),
      sees: cutSuccess(37),
      story: ["faulted 1 truncated-body:1048576", "cut 1"]
    ),
    Row(
      fault: .malformedSuccess,
      sees: answer("200 OK", #"{"id":"#),
      story: ["faulted 1 malformed-success", "answered 1 200"]
    ),
    Row(
      fault: .emptySuccess,
      sees: answer("200 OK", ""),
      story: ["faulted 1 empty-success", "answered 1 200"]
    ),
    Row(
      fault: .slowTrickle(pauseMilliseconds: 1),
      sees: cutSuccess(38),
      story: ["faulted 1 slow-trickle:1", "answered 1 200"]
    ),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: afterCommit)
  func `a fault after the commit spoils the answer alone`(_ row: Row) throws {
    let scene = try Scene(row.fault)
    let seen = try scene.exchange(request())
    #expect(seen.text == row.sees)
    #expect(seen.end == row.end)
    #expect(scene.story == ["received 1", "committed 1 record 1"] + row.story)
    #expect(scene.ledger.records.map(\.id) == [1])
    #expect(row.fault.phase == .afterCommit)

    #expect(try scene.exchange(request()).text == success(attempts: 2))
    #expect(scene.ledger.records.map(\.id) == [1])
  }

  private static func status(_ fault: Fault, _ status: Int, _ sees: String) -> Row {
    Row(fault: fault, sees: sees, story: ["faulted 1 \(fault)", "answered 1 \(status)"])
  }

  static let beforeCommit: [Row] = [
    status(.statusBeforeCommit(503), 503, failure("503 Service Unavailable")),
    status(.statusBeforeCommit(422), 422, failure("422 Unprocessable Content")),
    status(
      .tooManyRequests(retryAfter: "120"),
      429,
      failure("429 Too Many Requests", fields: ["Retry-After: 120"])
    ),
    status(
      .unavailable(retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT"),
      503,
      failure(
        "503 Service Unavailable",
        fields: ["Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"]
      )
    ),
    status(.unavailable(retryAfter: nil), 503, failure("503 Service Unavailable")),
    status(
      .unauthorizedExpired,
      401,
      failure("401 Unauthorized", fields: [#"WWW-Authenticate: Bearer error="invalid_token""#])
    ),
    status(.versionConflict(412), 412, failure("412 Precondition Failed")),
    status(
      .redirectPreserving(308),
      308,
      failure("308 Permanent Redirect", fields: ["Location: /items"])
    ),
    status(.redirectRewriting(302), 302, failure("302 Found", fields: ["Location: /items"])),
    status(.errorInSuccess, 200, answer("200 OK", #"{"error":"not saved"}"#)),
    status(
      .captivePortal,
      200,
      answer(
        "200 OK",
        "<!DOCTYPE html><title>Log in</title><p>Log in to use this network.</p>",
        type: "text/html"
      )
    ),
    status(
      .partialSuccess,
      200,
      answer("200 OK", #"{"saved":[],"failed":[{"index":0,"error":"not saved"}]}"#)
    ),
    status(.keyInFlight, 409, failure("409 Conflict")),
    Row(fault: .closeBeforeCommit, sees: "", story: ["faulted 1 close-before-commit", "cut 1"]),
    Row(
      fault: .resetBeforeCommit,
      sees: "",
      end: .reset,
      story: ["faulted 1 reset-before-commit", "cut 1"]
    ),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: beforeCommit)
  func `a fault before the commit stores nothing`(_ row: Row) throws {
    let scene = try Scene(row.fault)
    let seen = try scene.exchange(request())
    #expect(seen.text == row.sees)
    #expect(seen.end == row.end)
    #expect(scene.story == ["received 1"] + row.story)
    #expect(scene.ledger.records.isEmpty)
    #expect(row.fault.phase == .beforeCommit)

    #expect(try scene.exchange(request()).text == success(attempts: 2))
    #expect(scene.ledger.records.map(\.id) == [1])
  }

  @Test(.timeLimit(.minutes(30))) func `a conflict is made at delivery and stays`() throws {
    let scene = try Scene(.keyConflict)
    for _ in 1...2 {
      #expect(try scene.exchange(request()).text == failure("409 Conflict"))
    }
    #expect(
      scene.story == [
        "received 1", "faulted 1 key-conflict", "seeded 1 record 1", "conflicted 1",
        "answered 1 409", "received 2", "conflicted 2", "answered 2 409",
      ]
    )
    let record = try #require(scene.ledger.record(forKey: "k1"))
    #expect(String(decoding: record.body, as: UTF8.self) == #"{"stored":"another body"}"#)
    #expect(scene.ledger.records == [record])
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [#"{"stored":"another body"}"#, #"{ "stored" : "another body" }"#]
  )
  func `a conflict differs from any body`(_ body: String) throws {
    let scene = try Scene(.keyConflict)
    #expect(try scene.exchange(request(body)).status == 409)
  }

  @Test(.timeLimit(.minutes(30))) func `a stored failure is replayed under its key alone`() throws {
    let scene = try Scene(.storedFailureReplay(500))
    for _ in 1...2 {
      #expect(try scene.exchange(request()).text == failure("500 Internal Server Error"))
    }
    #expect(try scene.exchange(request(#"{"title":"b"}"#)).status == 409)
    #expect(scene.ledger.records.isEmpty)
    #expect(scene.events.contains(.failureReplayed(delivery: 2, key: "k1", status: 500)))
    scene.server.setScript(.none)
    #expect(try scene.exchange(request(key: "k2")).text == success())
  }

  @Test(.timeLimit(.minutes(30))) func `a forgotten key makes a second record`() throws {
    let scene = try Scene(nil, .keyForgotten)
    #expect(try scene.exchange(request()).text == success())
    #expect(try scene.exchange(request()).text == success(id: 2, attempts: 2, count: 2))
    #expect(scene.events.contains(.faulted(delivery: 2, .keyForgotten)))
  }

  @Test(.timeLimit(.minutes(30))) func `a reused connection is reset before any byte`() throws {
    let scene = try Scene(.reusedConnectionReset)
    let client = try scene.connect()
    client.send(request())
    #expect(client.readAnswer() == success(connection: "keep-alive"))
    client.send(request(key: "k2"))
    #expect(client.read() == RawClient.Seen(bytes: [], end: .reset))
    #expect(
      scene.story == [
        "received 1", "committed 1 record 1", "answered 1 200",
        "received 2", "faulted 2 reused-connection-reset", "cut 2",
      ]
    )
    #expect(scene.ledger.records.count == 1)
    #expect(try scene.exchange(request(key: "k2")).text == success(id: 2, attempts: 2, count: 2))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a reused connection is reset after the commit where that is planned for the request`()
    throws
  {
    let scene = try Scene(nil)
    scene.server.setScript(FaultScript(perAttempt: [.reusedConnectionReset]), forKey: "k1")
    scene.server.setScript(FaultScript(perAttempt: [.resetAfterCommit]), forKey: "k2")
    let client = try scene.connect()
    client.send(request(key: "k1"))
    #expect(client.readAnswer() == success(connection: "keep-alive"))
    client.send(request(key: "k2"))
    #expect(client.read() == RawClient.Seen(bytes: [], end: .reset))
    #expect(
      scene.story == [
        "received 1", "committed 1 record 1", "answered 1 200",
        "received 2", "committed 2 record 2", "faulted 2 reset-after-commit", "cut 2",
      ]
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `a key with a script of its own meets that one, and no other key does`() throws {
    let scene = try Scene(script: FaultScript(perAttempt: [], thereafter: .statusBeforeCommit(503)))
    scene.server.setScript(FaultScript.none, forKey: "k1")
    #expect(try scene.exchange(request(key: "k1")).text == success())
    #expect(try scene.exchange(request(key: "k2")).text.contains("503"))
    scene.server.setScript(nil, forKey: "k1")
    #expect(try scene.exchange(request(key: "k1")).text.contains("503"))
  }

  @Test(.timeLimit(.minutes(30))) func `a port that nobody listens on refuses`() throws {
    let scene = try Scene(listens: false)
    #expect(RawClient(port: scene.server.port) == nil)
    try scene.server.listen()
    #expect(try scene.exchange(request()).text == success())
    #expect(throws: FaultServerError.notReady) { try scene.server.listen() }
    scene.server.stop()
    scene.server.stop()
    #expect(RawClient(port: scene.server.port) == nil)
    #expect(throws: FaultServerError.notReady) { try scene.server.listen() }
  }

  @Test func `the tables show every fault but those with a test of their own`() {
    let shown = Set((Self.afterCommit + Self.beforeCommit).map(\.fault.name))
    let own: Set = [
      "refuse", "stall-before-commit", "stall-after-commit", "stall-mid-response", "late-release",
      "key-conflict", "stored-failure-replay", "key-forgotten", "reused-connection-reset",
    ]
    #expect(shown.union(own) == Set(Fault.catalogue.map(\.fault.name)))
    #expect(shown.isDisjoint(with: own))
  }
}
