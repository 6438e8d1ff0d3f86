// SPDX-License-Identifier: Apache-2.0

import Locking
import Testing

@testable import FaultInjection

/// What becomes of a client that means well while others take all the room.
struct CrowdTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits.default
    // No deadline may be over before the end of a test.
    limits.requestDeadline = .seconds(600)
    limits.lingerDeadline = .seconds(600)
    limits.requestTimeMin = .zero
    change(&limits)
    return limits
  }

  @Test(.timeLimit(.minutes(30)))
  func `the connection that has waited longest gives way to a new one`() throws {
    let scene = try Scene(limits: limits { $0.connectionsMax = 2 })
    let silent = try scene.connect()
    let slow = try scene.connect()
    slow.send(String(request(key: "k1").dropLast()))
    #expect(try scene.exchange(request(key: "k2")).status == 200)
    #expect(silent.read().text == failure("408 Request Timeout"))
    slow.send("}")
    #expect(slow.read().status == 200)
    #expect(scene.story.filter { $0 == "refused connection" }.count == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a request that is cut off to make room is not delivered`() throws {
    let scene = try Scene(limits: limits { $0.connectionsMax = 1 })
    let slow = try scene.connect()
    slow.send(String(request(key: "k1").dropLast()))
    #expect(try scene.exchange(request(key: "k2")).status == 200)
    #expect(slow.read().text == failure("408 Request Timeout"))
    #expect(scene.ledger.deliveries.map(\.key) == ["k2"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a connection does not give way before its time`() throws {
    let scene = try Scene(
      limits: limits {
        $0.connectionsMax = 2
        $0.requestTimeMin = .seconds(600)
      }
    )
    let first = try scene.connect()
    let second = try scene.connect()
    let third = try scene.connect()
    third.send(request(key: "k3"))
    first.hangUp()
    #expect(third.read().status == 200)
    second.send(request(key: "k2"))
    #expect(second.read().status == 200)
    #expect(!scene.events.contains(.refusedConnection))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a refused client that does not leave gives way`() throws {
    let scene = try Scene(limits: limits { $0.connectionsMax = 1 })
    let refused = try scene.connect()
    refused.send("nonsense\r\n\r\n")
    let answer = failure("400 Bad Request")
    #expect(refused.read(atMost: answer.utf8.count).text == answer)
    #expect(try scene.exchange(request()).status == 200)
  }

  @Test(.timeLimit(.minutes(30)))
  func `more silent connections than there may be keep nobody out`() throws {
    let scene = try Scene()
    let silent = try (1...(3 * Limits.default.connectionsMax)).map { _ in try scene.connect() }
    for number in 1...20 {
      #expect(try scene.exchange(request(key: "k\(number)")).status == 200)
    }
    #expect(scene.ledger.records.count == 20)
    for client in silent { client.hangUp() }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server with a crowd before it can be stopped`() throws {
    let scene = try Scene(
      limits: limits {
        $0.connectionsMax = 1
        $0.requestTimeMin = .milliseconds(20)
      }
    )
    let crowd = try (1...5).map { _ in try scene.connect() }
    scene.server.stop()
    for client in crowd { client.hangUp() }
    #expect(RawClient(port: scene.server.port) == nil)
  }

  @Test(.timeLimit(.minutes(30))) func `no more threads than allowed have a turn at once`() {
    let turns = Turns(3)
    let counts = Monitor((inside: 0, most: 0, done: 0))
    let threads = ThreadCount()
    for _ in 1...12 {
      #expect(
        threads.start {
          turns.take {
            counts.withLock {
              $0.inside += 1
              $0.most = max($0.most, $0.inside)
            }
            // The first ones stay until there are as many as allowed.
            counts.wait { $0.most == 3 ? () : nil }
            counts.withLock {
              $0.inside -= 1
              $0.done += 1
            }
          }
        }
      )
    }
    threads.waitForNone()
    counts.withLock { #expect($0 == (0, 3, 12)) }
  }

  @Test(.timeLimit(.minutes(30))) func `nobody waits for a turn for ever`() {
    let turns = Turns(1)
    let threads = ThreadCount()
    let inside = Monitor(false)
    let found = Monitor<[Int?]>([])
    #expect(
      threads.start {
        let result = turns.take {
          inside.withLock { $0 = true }
          found.wait { $0.count == 3 ? () : nil }
          return 1
        }
        found.withLock { $0.append(result) }
      }
    )
    inside.wait { $0 ? () : nil }
    for _ in 1...3 {
      #expect(threads.start { found.withLock { $0.append(turns.take { 2 }) } })
    }
    turns.stop()
    threads.waitForNone()
    found.withLock { #expect($0 == [nil, nil, nil, 1]) }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a long body is read when its turn comes, and a short one waits for none`() throws {
    let scene = try Scene(
      limits: limits {
        $0.longBodiesReadAtOnceMax = 0
        $0.shortBodyBytesMax = 13
      }
    )
    let long = try scene.connect()
    long.send(request(#"{"title":"aa"}"#, key: "k1"))
    #expect(try scene.exchange(request(#"{"title":"a"}"#, key: "k2")).status == 200)
    scene.server.stop()
    #expect(long.read().status == nil)
    #expect(scene.ledger.deliveries.map(\.key) == ["k2"])
  }

  @Test(.timeLimit(.minutes(30))) func `threads are counted`() {
    let threads = ThreadCount()
    let goes = Monitor(false)
    let body: @Sendable () -> Void = { goes.wait { $0 ? () : nil } }
    #expect(threads.start(atMost: 2, body))
    #expect(threads.start(atMost: 2, body))
    #expect(!threads.start(atMost: 2, body))
    goes.withLock { $0 = true }
    threads.waitForNone()
    #expect(threads.start(atMost: 1, body))
    threads.waitForNone()
  }
}
