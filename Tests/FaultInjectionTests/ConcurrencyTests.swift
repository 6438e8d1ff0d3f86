// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Foundation
import Testing

struct ConcurrencyTests {
  @Test(.timeLimit(.minutes(30))) func `deliveries of one key at once make one record`() throws {
    let scene = try Scene()
    let count = 32
    // All requests are complete but for their last byte before any is.
    let clients = try (1...count).map { _ in
      let client = try scene.connect()
      client.send(String(request().dropLast()))
      return client
    }
    for client in clients { client.send("}") }
    let answers = clients.map { $0.read() }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(Set(answers.map(\.body)).count == count, "each answer counts its own attempt")
    #expect(scene.ledger.records.count == 1)
    #expect(scene.ledger.deliveries.map(\.number) == Array(1...count))
    #expect(scene.story.filter { $0.hasPrefix("committed") }.count == 1)
    #expect(scene.story.filter { $0.hasPrefix("replayed") }.count == count - 1)
    let received = scene.events.compactMap { event in
      if case .received(let delivery) = event { delivery.number } else { nil }
    }
    #expect(received == Array(1...count))
  }

  @Test(.timeLimit(.minutes(30))) func `many keys at once make a record each`() throws {
    let scene = try Scene()
    let clients = try (1...32).map { number in
      let client = try scene.connect()
      client.send(request(key: "k\(number)"))
      return client
    }
    for client in clients { #expect(client.read().status == 200) }
    #expect(scene.ledger.records.map(\.id) == Array(1...32))
    #expect(Set(scene.ledger.records.map(\.key)).count == 32)
  }

  @Test(.timeLimit(.minutes(30))) func `a server does not wear out`() throws {
    let scene = try Scene()
    for number in 1...1500 {
      #expect(try scene.exchange(request(key: "k\(number % 300)")).status == 200)
    }
    #expect(scene.ledger.records.count == 300)
  }

  @Test(.timeLimit(.minutes(30))) func `the default profile makes the second one wait`() throws {
    let scene = try Scene(.stallBeforeCommit)
    let first = try scene.connect()
    first.send(request())
    scene.wait(for: .held(delivery: 1))
    let second = try scene.connect()
    second.send(request())
    scene.wait { $0.contains { $0.delivery == 2 } }
    let other = try scene.connect()
    other.send(request(#"{"title":"b"}"#))
    scene.wait { $0.contains { $0.delivery == 3 } }
    scene.server.releaseHeld()
    #expect(first.read().text == success())
    #expect(second.read().text == success(attempts: 2))
    #expect(other.read().status == 409)
    #expect(scene.ledger.records.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `the one that waits takes over from a client that leaves`()
    throws
  {
    let scene = try Scene(.stallBeforeCommit)
    let first = try scene.connect()
    first.send(request())
    scene.wait(for: .held(delivery: 1))
    let second = try scene.connect()
    second.send(request())
    scene.wait { $0.contains { $0.delivery == 2 } }
    first.hangUp()
    #expect(second.read().text == success(attempts: 2))
    #expect(
      scene.ledger.records.count == 1
        && scene.events.contains(.committed(delivery: 2, key: "k1", record: 1))
    )
  }

  @Test(.timeLimit(.minutes(30)), arguments: [(Profile.ietf, #""k1""#), (.stripe, "k1")])
  func `other profiles answer that the key is in flight`(_ profile: Profile, _ key: String) throws {
    let scene = try Scene(.stallBeforeCommit, profile: profile)
    let first = try scene.connect()
    first.send(request(key: key))
    scene.wait(for: .held(delivery: 1))
    #expect(try scene.exchange(request(key: key)).text == failure("409 Conflict"))
    #expect(scene.events.contains(.inFlight(delivery: 2, key: "k1")))
    scene.server.releaseHeld()
    #expect(first.read().text == success())
    let again = try scene.exchange(request(key: key))
    #expect(again.status == 200)
    #expect(again.body == #"{"id":1,"attempts":3,"record_count":1}"#)
  }

  @Test(.timeLimit(.minutes(30))) func `nothing listens beyond loopback`() throws {
    let scene = try Scene()
    let addresses = foreignAddresses()
    #expect(RawClient(port: scene.server.port) != nil)
    for address in addresses { #expect(RawClient(port: scene.server.port, host: address) == nil) }
    #if os(Linux)
    // Any address of the loopback network is this machine; the server has one of them.
    #expect(RawClient(port: scene.server.port, host: 0x7f00_0002) == nil)
    #endif
  }

  /// The machine's own addresses, loopback left aside.
  private func foreignAddresses() -> [UInt32] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
      guard let address = entry?.pointee.ifa_addr,
        address.pointee.sa_family == sa_family_t(AF_INET)
      else { return nil }
      let value = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      return value >> 24 == 127 ? nil : value
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server can follow at the port of another whose connections wait for late packets`() throws
  {
    var server: FaultServer?
    for _ in 1...3 {
      let next = try FaultServer(ledger: Ledger(), port: server?.port ?? 0)
      #expect(RawClient(port: next.port) == nil)
      try next.listen()
      let client = try #require(RawClient(port: next.port))
      client.send(request())
      #expect(client.read().text == success())
      next.stop()
      server = next
    }
  }

  @Test func `a port in use is a clear error`() throws {
    let server = try FaultServer(ledger: Ledger())
    try server.listen()
    #expect(throws: FaultServerError.portInUse(server.port)) {
      try FaultServer(ledger: Ledger(), port: server.port)
    }
    server.stop()
    let next = try FaultServer(ledger: Ledger(), port: server.port)
    #expect(next.url == "http://127.0.0.1:\(server.port)/items")
  }
}
