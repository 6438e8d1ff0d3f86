// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Locking
import Testing

/// A listening server with its events.
final class Scene: Sendable {
  let ledger: Ledger
  let server: FaultServer
  private let seen: Monitor<[ServerEvent]>

  init(
    script: FaultScript = .none,
    ledger: Ledger = Ledger(),
    profile: Profile = .default,
    upstream: Upstream? = nil,
    limits: Limits = .default,
    second: @escaping @Sendable () -> Int64 = { 0 },
    listens: Bool = true
  ) throws {
    let seen = Monitor<[ServerEvent]>([])
    self.seen = seen
    self.ledger = ledger
    server = try FaultServer(
      ledger: ledger,
      profile: profile,
      upstream: upstream,
      script: script,
      limits: limits,
      observer: { event in seen.withLock { $0.append(event) } },
      currentSecond: second
    )
    if listens { try server.listen() }
  }

  /// Meets the deliveries of each key with these faults.
  convenience init(_ first: Fault?, _ rest: Fault?..., profile: Profile = .default) throws {
    try self.init(script: FaultScript(perAttempt: [first] + rest), profile: profile)
  }

  deinit { server.stop() }

  var events: [ServerEvent] { seen.withLock { $0 } }

  /// Waits until an event was posted; records an issue where that takes too long.
  func wait(for event: ServerEvent, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { $0.contains(event) }
  }

  func wait(
    sourceLocation: SourceLocation = #_sourceLocation,
    until isEnough: ([ServerEvent]) -> Bool
  ) {
    let found: Void? = seen.wait(atMost: .seconds(20)) { isEnough($0) ? () : nil }
    if found == nil {
      Issue.record("waited in vain; saw \(story)", sourceLocation: sourceLocation)
    }
  }

  func connect() throws -> RawClient { try #require(RawClient(port: server.port)) }

  /// Sends bytes on a connection of their own and reads up to its end.
  func exchange(_ bytes: String) throws -> RawClient.Seen {
    let client = try connect()
    client.send(bytes)
    return client.read()
  }

  /// What happened, in a few words each.
  var story: [String] {
    events.map { event in
      switch event {
      case .received(let delivery): "received \(delivery.number)"
      case .committed(let number, _, let record): "committed \(number) record \(record)"
      case .replayed(let number, _, let record): "replayed \(number) record \(record)"
      case .failureReplayed(let number, _, let status): "failure replayed \(number) \(status)"
      case .conflicted(let number, _): "conflicted \(number)"
      case .inFlight(let number, _): "in flight \(number)"
      case .seeded(let number, _, let record): "seeded \(number) record \(record)"
      case .faulted(let number, let fault): "faulted \(number) \(fault)"
      case .held(let number): "held \(number)"
      case .released(let number): "released \(number)"
      case .clientGone(let number): "client gone \(number)"
      case .answered(let number, let status): "answered \(number) \(status)"
      case .cut(let number): "cut \(number)"
      case .stopped(let number): "stopped \(number)"
      case .ledgerFailed(let number): "ledger failed \(number)"
      case .passedOn(let number, let status, _): "passed on \(number) \(status)"
      case .upstreamFailed(let number, let failure): "upstream failed \(number) \(failure)"
      case .passedOnUntouched(let status): "passed on untouched \(status ?? 0)"
      case .refusedFraming(let status): "refused framing \(status)"
      case .refusedRequest(let status): "refused request \(status)"
      case .refusedConnection: "refused connection"
      }
    }
  }
}
