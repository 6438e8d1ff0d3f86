// SPDX-License-Identifier: Apache-2.0

import Locking
import Testing

@testable import FaultInjection

/// A server without a wire decides as the one with a wire does.
struct WirelessServerTests {
  private static let faults = Fault.catalogue.map(\.fault).filter { fault in
    switch fault {
    // These hold something back, or meet a connection and no delivery.
    case .stallBeforeCommit, .stallAfterCommit, .stallMidResponse, .lateRelease, .refuse,
      .reusedConnectionReset:
      false
    default: true
    }
  }

  private static func deliver(_ server: WirelessServer) -> WirelessServer.Sight {
    server.answer(
      server.deliver(
        fields: [("Idempotency-Key", "k1"), ("Content-Type", "application/json")],
        body: Array(#"{"name":"lamp"}"#.utf8)
      )
    )
  }

  @Test(.timeLimit(.minutes(30)), arguments: faults)
  func `each fault leaves the same ledger, the same events and the same answer`(
    fault: Fault
  ) throws {
    let scene = try Scene(fault)
    let wire = try (1...2).map { _ in
      try scene.exchange(request(#"{"name":"lamp"}"#)).text
    }
    let events = Monitor<[ServerEvent]>([])
    let server = WirelessServer(profile: .default) { event in events.withLock { $0.append(event) } }
    server.setScript(FaultScript(perAttempt: [fault]))
    let sights = [Self.deliver(server), Self.deliver(server)]

    #expect(server.ledger.records == scene.ledger.records)
    #expect(server.ledger.deliveries.map(\.key) == scene.ledger.deliveries.map(\.key))
    #expect(events.withLock { $0 }.map(Self.kind) == scene.events.map(Self.kind))
    for (sight, text) in zip(sights, wire) {
      switch sight {
      case .answer(let status, _, let body):
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.hasSuffix("\r\n\r\n" + String(decoding: body, as: UTF8.self)))
      case .truncated: #expect(text.hasPrefix("HTTP/1.1 200 "))
      case .broken: #expect(text.isEmpty || fault.name == "reset-mid-response")
      }
    }
  }

  /// What happened, without what only a wire has.
  private static func kind(_ event: ServerEvent) -> String {
    if case .received(let delivery) = event { return "received \(delivery.number)" }
    return "\(event)"
  }

  @Test func `a client that has left is told of in place of an answer`() {
    let events = Monitor<[ServerEvent]>([])
    let server = WirelessServer(profile: .default) { event in events.withLock { $0.append(event) } }
    let decision = server.deliver(fields: [("idempotency-key", "k1")], body: Array("1".utf8))
    server.clientLeft(decision)
    #expect(events.withLock { $0 }.last == .clientGone(delivery: 1))
    #expect(server.ledger.records.count == 1)
  }

  @Test func `a script of one key stands above that of all`() {
    let server = WirelessServer(profile: .default) { _ in }
    server.setScript(FaultScript(perAttempt: [.statusBeforeCommit(503)]))
    server.setScript(FaultScript(perAttempt: [.statusBeforeCommit(502)]), forKey: "k1")
    guard case .answer(502, nil, _) = Self.deliver(server) else {
      Issue.record("another fault met it")
      return
    }
    #expect(server.ledger.records.isEmpty)
  }
}
