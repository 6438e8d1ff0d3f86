// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

struct HoldTests {
  @Test(.timeLimit(.minutes(30))) func `a held answer goes out when it is released`() throws {
    let scene = try Scene(.stallAfterCommit)
    let client = try scene.connect()
    client.send(request())
    scene.wait(for: .held(delivery: 1))
    #expect(scene.ledger.records.count == 1)
    scene.server.releaseHeld()
    #expect(client.read().text == success())
    #expect(
      scene.story == [
        "received 1", "committed 1 record 1", "faulted 1 stall-after-commit", "held 1",
        "released 1", "answered 1 200",
      ]
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `a delivery that is held before the commit is not stored yet`() throws {
    let scene = try Scene(.stallBeforeCommit)
    let client = try scene.connect()
    client.send(request())
    scene.wait(for: .held(delivery: 1))
    #expect(scene.ledger.records.isEmpty)
    scene.server.releaseHeld()
    #expect(client.read().text == success())
    #expect(
      scene.story == [
        "received 1", "faulted 1 stall-before-commit", "held 1", "released 1",
        "committed 1 record 1", "answered 1 200",
      ]
    )
  }

  @Test(.timeLimit(.minutes(30)), arguments: [0, 5, 37, 1 << 20])
  func `an answer that is held within its body goes on when it is released`(bytes: Int) throws {
    let fault = Fault.stallMidResponse(bytes: bytes)
    let scene = try Scene(fault)
    let client = try scene.connect()
    client.send(request())
    scene.wait(for: .held(delivery: 1))
    let whole = Array(success().utf8)
    // At least one byte stays behind.
    let sent = whole.count - 38 + min(bytes, 37)
    #expect(client.read(atMost: sent).bytes.elementsEqual(whole.prefix(sent)))
    scene.server.releaseHeld()
    #expect(client.read().bytes.elementsEqual(whole.dropFirst(sent)))
    #expect(
      scene.story == [
        "received 1", "committed 1 record 1", "faulted 1 \(fault)", "held 1", "released 1",
        "answered 1 200",
      ]
    )
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [Fault.stallBeforeCommit, .stallAfterCommit, .stallMidResponse(bytes: 1)]
  )
  func `a client that leaves ends the hold`(_ fault: Fault) throws {
    let scene = try Scene(fault)
    let client = try scene.connect()
    client.send(request())
    scene.wait(for: .held(delivery: 1))
    client.hangUp()
    scene.wait(for: .clientGone(delivery: 1))
    #expect(scene.ledger.records.count == (fault.phase == .afterCommit ? 1 : 0))
    #expect(try scene.exchange(request()).text == success(attempts: 2))
    #expect(!scene.story.contains("released 1"))
  }

  @Test(.timeLimit(.minutes(30)), arguments: [Fault.stallBeforeCommit, .stallAfterCommit])
  func `a replayed delivery can be held too`(_ fault: Fault) throws {
    let scene = try Scene(nil, fault)
    _ = try scene.exchange(request())
    let client = try scene.connect()
    client.send(request())
    scene.wait(for: .held(delivery: 2))
    scene.server.releaseHeld()
    #expect(client.read().text == success(attempts: 2))
  }

  @Test(.timeLimit(.minutes(30)))
  func `what was stored while a delivery was held is compared with it`() throws {
    let scene = try Scene(.stallBeforeCommit)
    let client = try scene.connect()
    client.send(request())
    scene.wait(for: .held(delivery: 1))
    try scene.ledger.seed(key: "k1", body: Array("1".utf8))
    scene.server.releaseHeld()
    #expect(client.read().text == failure("409 Conflict"))
    #expect(scene.ledger.records.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `a late answer comes after the next one`() throws {
    let scene = try Scene(.lateRelease)
    let late = try scene.connect()
    late.send(request())
    scene.wait(for: .held(delivery: 1))
    scene.server.setScript(.none)
    #expect(try scene.exchange(request(key: "k2")).text == success(id: 2, count: 2))
    #expect(late.read().text == success())
    #expect(
      scene.story == [
        "received 1", "committed 1 record 1", "faulted 1 late-release", "held 1",
        "received 2", "committed 2 record 2", "answered 2 200", "released 1", "answered 1 200",
      ]
    )
  }

  @Test(.timeLimit(.minutes(30))) func `a released hold is released once`() throws {
    let scene = try Scene(script: FaultScript(perAttempt: [], thereafter: .stallAfterCommit))
    scene.server.releaseHeld()
    let clients = try (1...4).map { number in
      let client = try scene.connect()
      client.send(request(key: "k\(number)"))
      return client
    }
    scene.wait { events in (1...4).allSatisfy { events.contains(.held(delivery: $0)) } }
    scene.server.releaseHeld()
    scene.server.releaseHeld()
    for client in clients { #expect(client.read().status == 200) }
    #expect(scene.story.filter { $0.hasPrefix("released") }.count == 4)
  }

  @Test(.timeLimit(.minutes(30))) func `a server that holds stops at once`() throws {
    let scene = try Scene(.stallAfterCommit)
    let held = try scene.connect()
    held.send(request())
    scene.wait(for: .held(delivery: 1))
    let silent = try scene.connect()
    scene.server.stop()
    #expect(held.read().bytes.isEmpty)
    #expect(silent.read().bytes.isEmpty)
    #expect(scene.story.last == "stopped 1")
    #expect(scene.ledger.records.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `a server stops while a second delivery waits`() throws {
    let scene = try Scene(.stallBeforeCommit)
    let first = try scene.connect()
    first.send(request())
    scene.wait(for: .held(delivery: 1))
    let second = try scene.connect()
    second.send(request())
    scene.wait { $0.contains { $0.delivery == 2 } }
    scene.server.stop()
    #expect(Set(scene.story.suffix(2)) == ["stopped 1", "stopped 2"])
    #expect(scene.ledger.records.isEmpty)
  }

  @Test(.timeLimit(.minutes(30))) func `a server that is let go stops by itself`() throws {
    var server: FaultServer? = try FaultServer(ledger: Ledger())
    try server?.listen()
    let port = try #require(server?.port)
    #expect(RawClient(port: port) != nil)
    server = nil
    #expect(RawClient(port: port) == nil)
  }
}
