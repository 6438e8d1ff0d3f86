// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

struct LimitsTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits.default
    change(&limits)
    return limits
  }

  @Test(.timeLimit(.minutes(30))) func `a head is bounded in bytes`() throws {
    let scene = try Scene(limits: limits { $0.headerBytesMax = 200 })
    #expect(try scene.exchange(request()).status == 200)
    let long = "A: " + String(repeating: "a", count: 200)
    #expect(try scene.exchange(request(fields: [long])).status == 431)
    #expect(try scene.exchange(String(repeating: "a", count: 300)).status == 431)
    let many = request(fields: (1...30).map { "F\($0): v" })
    #expect(try scene.exchange(many).status == 431)
  }

  @Test(.timeLimit(.minutes(30))) func `header fields are counted`() throws {
    let scene = try Scene(limits: limits { $0.headerCountMax = 5 })
    #expect(try scene.exchange(request(fields: ["A: 1"])).status == 200)
    #expect(try scene.exchange(request(fields: ["A: 1", "B: 2"])).status == 431)
  }

  @Test(.timeLimit(.minutes(30))) func `a body is bounded, and the client reads the answer`() throws
  {
    let scene = try Scene(limits: limits { $0.bodyBytesMax = 100 })
    let fits = "\"" + String(repeating: "a", count: 98) + "\""
    #expect(try scene.exchange(request(fits)).status == 200)
    let seen = try scene.exchange(request(String(repeating: "a", count: 300_000)))
    #expect(seen.text == failure("413 Content Too Large"))
    #expect(seen.end == .closed)
    let head = "POST /items HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunk = "20\r\n\(String(repeating: "a", count: 32))\r\n"
    #expect(try scene.exchange(head + String(repeating: chunk, count: 4)).status == 413)
    #expect(scene.ledger.deliveries.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `a key and a body's nesting are bounded`() throws {
    let scene = try Scene(
      limits: limits {
        $0.keyBytesMax = 4
        $0.bodyDepthMax = 2
      }
    )
    #expect(try scene.exchange(request("[[]]", key: "1234")).status == 200)
    #expect(try scene.exchange(request("[[]]", key: "12345")).status == 400)
    #expect(try scene.exchange(request("[[[]]]", key: "1")).status == 400)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: ["", "POST /it", "POST /items HTTP/1.1\r\nHost: localhost\r\n", "\r\n"]
  )
  func `a slow sender is cut off`(_ beginning: String) throws {
    let scene = try Scene(limits: limits { $0.requestDeadline = .milliseconds(50) })
    let seen = try scene.exchange(beginning)
    #expect(seen.text == failure("408 Request Timeout"))
    #expect(scene.story == ["refused framing 408"])
  }

  @Test(.timeLimit(.minutes(30))) func `a body that comes slowly is cut off`() throws {
    let scene = try Scene(limits: limits { $0.requestDeadline = .milliseconds(50) })
    #expect(try scene.exchange(String(request().dropLast())).status == 408)
    #expect(scene.ledger.deliveries.isEmpty)
  }

  @Test(.timeLimit(.minutes(30))) func `connections are counted`() throws {
    let scene = try Scene(
      script: FaultScript(perAttempt: [.stallAfterCommit]),
      limits: limits { $0.connectionsMax = 2 }
    )
    let held = try (1...2).map { number in
      let client = try scene.connect()
      client.send(request(key: "k\(number)"))
      return client
    }
    scene.wait { $0.contains(.held(delivery: 1)) && $0.contains(.held(delivery: 2)) }
    #expect(try scene.connect().read().bytes.isEmpty)
    #expect(scene.events.contains(.refusedConnection))
    scene.server.releaseHeld()
    for client in held { #expect(client.read().status == 200) }
  }

  @Test(.timeLimit(.minutes(30))) func `a full ledger says so`() throws {
    let counted = try Scene(limits: limits { $0.deliveriesMax = 1 })
    #expect(try counted.exchange(request()).status == 200)
    #expect(try counted.exchange(request()).text == failure("507 Insufficient Storage"))
    #expect(counted.story.last == "refused request 507")
  }

  @Test(.timeLimit(.minutes(30))) func `the deepest body fits on a connection's stack`() throws {
    let scene = try Scene()
    let deep = String(repeating: #"{"a":["#, count: 64) + String(repeating: "]}", count: 64)
    #expect(try scene.exchange(request(deep)).status == 200)
    let tooDeep = String(repeating: "[", count: 500_000)
    #expect(try scene.exchange(request(tooDeep, key: "k2")).status == 400)
  }
}
