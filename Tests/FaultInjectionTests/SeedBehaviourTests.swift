// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

/// The behaviour that the product grew from, on the same requests, minus its defects.
struct SeedBehaviourTests {
  @Test(.timeLimit(.minutes(30)))
  func `the first delivery is committed and answered 503, the second 200`() throws {
    let scene = try Scene(script: FaultScript.seed)
    #expect(try scene.exchange(request()).text == failure("503 Service Unavailable"))
    #expect(try scene.exchange(request()).text == success(attempts: 2))
    #expect(try scene.exchange(request()).text == success(attempts: 3))
    #expect(try scene.exchange(request(key: "k2")).status == 503)
    #expect(
      try scene.exchange(request(key: "k2")).text == success(id: 2, attempts: 2, count: 2)
    )
    #expect(scene.ledger.records.map(\.key) == ["k1", "k2"])
    #expect(scene.ledger.deliveries.map(\.number) == [1, 2, 3, 4, 5])
    #expect(scene.ledger.deliveries.map(\.keyAttempt) == [1, 2, 3, 1, 2])
  }

  @Test(.timeLimit(.minutes(30)))
  func `another body is refused, changes nothing and is no attempt`() throws {
    let scene = try Scene(script: FaultScript.seed)
    _ = try scene.exchange(request())
    #expect(try scene.exchange(request(#"{"title":"b"}"#)).text == failure("409 Conflict"))
    #expect(try scene.exchange(request()).text == success(attempts: 2))
    #expect(scene.ledger.deliveries.count == 3)
    #expect(scene.ledger.attempts(forKey: "k1") == 2)
    #expect(scene.ledger.record(forKey: "k1")?.body == Array(#"{"title":"a"}"#.utf8))
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (request(path: "/"), 404, "refused request 404"),
      (request(path: "/items/"), 404, "refused request 404"),
      (request(path: "/items?a=1"), 404, "refused request 404"),
      (request(method: "PUT"), 405, "refused request 405"),
      (request(key: nil), 400, "answered 1 400"),
      (request(key: ""), 400, "answered 1 400"),
      (request(""), 400, "answered 1 400"),
      (request("{"), 400, "answered 1 400"),
      (request("[1,]"), 400, "answered 1 400"),
      (request(#"{"a":1,"a":1}"#), 400, "answered 1 400"),
      (request("\u{feff}{}"), 400, "answered 1 400"),
      (request(key: "k\u{e9}"), 400, "answered 1 400"),
      (request(key: #""k1""#), 400, "answered 1 400"),
      (request(fields: ["Idempotency-Key: k2"]), 400, "answered 1 400"),
      (request(key: String(repeating: "k", count: 256)), 400, "answered 1 400"),
    ]
  )
  func `what is no write is refused`(_ bytes: String, _ status: Int, _ end: String) throws {
    let scene = try Scene(script: FaultScript.seed)
    #expect(try scene.exchange(bytes).status == status)
    #expect(scene.story.last == end)
    #expect(scene.ledger.records.isEmpty)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("1", "1.0", true),
      ("1", "true", false),
      (#"{"a":1,"b":[2]}"#, #" { "b" : [ 2e0 ], "a" : 1 } "#, true),
      (#"{"n":9007199254740992}"#, #"{"n":9007199254740993}"#, false),
      (#"{"n":1e400}"#, #"{"n":10e399}"#, true),
      (#""\u00e9""#, #""é""#, true),
    ]
  )
  func `bodies are compared as values`(_ first: String, _ second: String, _ same: Bool) throws {
    let scene = try Scene()
    _ = try scene.exchange(request(first))
    #expect(try scene.exchange(request(second)).status == (same ? 200 : 409))
    #expect(scene.ledger.records.map(\.body) == [Array(first.utf8)])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a body that is shorter than announced never commits`() throws {
    let scene = try Scene()
    let head = "POST /items HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k1\r\n"
    let client = try scene.connect()
    client.send(head + "Content-Length: 100\r\n\r\n{}")
    client.endSending()
    #expect(client.read().status == 400)
    let gone = try scene.connect()
    gone.send(head + "Content-Length: 100\r\n\r\n{}")
    gone.hangUp()
    scene.wait { $0.count == 2 }
    #expect(scene.story == ["refused framing 400", "refused framing 400"])
    #expect(scene.ledger.deliveries.isEmpty)
    #expect(scene.ledger.records.isEmpty)
  }

  @Test(.timeLimit(.minutes(30))) func `a delivery is kept as it arrived`() throws {
    let scene = try Scene()
    _ = try scene.exchange(request("{ \"a\" :\t1 }", key: "the key"))
    let delivery = try #require(scene.ledger.deliveries.first)
    #expect(delivery.key == "the key")
    #expect(delivery.method == "POST")
    #expect(delivery.path == "/items")
    #expect(delivery.contentType == "application/json")
    #expect(delivery.body == Array("{ \"a\" :\t1 }".utf8))
    #expect(scene.events.first == .received(delivery))
    #expect(scene.events.map(\.delivery) == [1, 1, 1])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a record is in the ledger before its event, and its event before any byte`() throws {
    let ledger = Ledger()
    let server = try FaultServer(ledger: ledger, script: .seed) { event in
      if case .committed(_, let key, let record) = event {
        #expect(ledger.record(forKey: key)?.id == record)
      }
    }
    try server.listen()
    let client = try #require(RawClient(port: server.port))
    client.send(request())
    #expect(client.read().status == 503)
    #expect(ledger.records.count == 1)
    server.stop()
  }
}
