// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Foundation
import Testing

/// Three meanings of 409, and what else servers of the field do: each column on the wire.
struct ProfileTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// A built-in profile's name, or a profile as a file holds it.
    let text: String
    /// The request's key as this server wants it, as a header line or nothing.
    var keyField: String? = "Idempotency-Key: k1"
    var keyless = #"{"title":"a"}"#
    var body = #"{"title":"a"}"#
    var otherBody = #"{"title":"b"}"#
    /// Header lines that carry a key as this server does not take it.
    var malformed: [String] = []
    let missing: Int
    let other: Int
    /// The status for a second delivery while the first is at work; nothing where it waits.
    let inFlight: Int?
    let keepsFailures: Bool
    var lifetimeSeconds: Int64?
    var marker: String?

    var testDescription: String { text }

    func profile() throws -> Profile {
      try Profile.builtIn.first { $0.name == text }
        ?? JSONDecoder().decode(Profile.self, from: Data(text.utf8))
    }

    func request(_ body: String? = nil) -> String {
      FaultInjectionTests.request(
        body ?? self.body,
        key: nil,
        fields: [keyField].compactMap(\.self)
      )
    }
  }

  static let rows = [
    Row(
      text: "default",
      malformed: [#"Idempotency-Key: "k1""#],
      missing: 400,
      other: 409,
      inFlight: nil,
      keepsFailures: false
    ),
    Row(
      text: "ietf",
      keyField: #"Idempotency-Key: "k1""#,
      malformed: ["Idempotency-Key: k1", #"Idempotency-Key: "k1"#],
      missing: 400,
      other: 422,
      inFlight: 409,
      keepsFailures: true
    ),
    Row(
      text: "stripe",
      malformed: [#"Idempotency-Key: "k1""#],
      missing: 200,
      other: 400,
      inFlight: 409,
      keepsFailures: true,
      lifetimeSeconds: 24 * 3600,
      marker: "Idempotent-Replayed: true"
    ),
    Row(
      text: #"{"name":"whop","otherBody":400,"inFlight":409}"#,
      missing: 400,
      other: 400,
      inFlight: 409,
      keepsFailures: false
    ),
    Row(
      text: #"{"name":"brandur","otherBody":409,"inFlight":409,"storesFailures":true}"#,
      missing: 400,
      other: 409,
      inFlight: 409,
      keepsFailures: true
    ),
    Row(
      text: #"""
        {"name":"paypal","key":{"header":"PayPal-Request-Id"},"missingKey":"allowed",
         "otherBody":422,"keyLifetimeSeconds":2592000}
        """#,
      keyField: "paypal-request-id: k1",
      missing: 200,
      other: 422,
      inFlight: nil,
      keepsFailures: false,
      lifetimeSeconds: 30 * 24 * 3600
    ),
    Row(
      text: #"""
        {"name":"x","key":{"header":"x-idempotency-key"},"keySyntax":"either","missingKey":428,
         "keyLifetimeSeconds":900,"replayMarker":{"name":"X-Replayed","value":"1"}}
        """#,
      keyField: #"X-Idempotency-Key: "k1""#,
      malformed: [#"X-Idempotency-Key: "k1"#],
      missing: 428,
      other: 409,
      inFlight: nil,
      keepsFailures: false,
      lifetimeSeconds: 15 * 60,
      marker: "X-Replayed: 1"
    ),
    Row(
      text: #"{"name":"square","key":{"bodyMember":"/idempotency_key"},"otherBody":400}"#,
      keyField: nil,
      body: #"{"title":"a","idempotency_key":"k1"}"#,
      otherBody: #"{"title":"b","idempotency_key":"k1"}"#,
      missing: 400,
      other: 400,
      inFlight: nil,
      keepsFailures: false
    ),
    Row(
      text: #"{"name":"google","key":{"bodyMember":"/requestId"},"inFlight":409}"#,
      keyField: nil,
      body: #"{"requestId":"k1","title":"a"}"#,
      otherBody: #"{"requestId":"k1","title":"b"}"#,
      missing: 400,
      other: 409,
      inFlight: 409,
      keepsFailures: false
    ),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `a repetition, another body and a missing key are answered as the row says`(
    _ row: Row
  ) throws {
    let scene = try Scene(profile: row.profile())
    #expect(try scene.exchange(row.request()).text == success())
    #expect(
      try scene.exchange(row.request()).text
        == success(attempts: 2, fields: [row.marker].compactMap(\.self))
    )
    let stored = scene.ledger.records
    #expect(try scene.exchange(row.request(row.otherBody)).status == row.other)
    #expect(scene.ledger.records == stored)
    #expect(scene.ledger.deliveries.map(\.key) == ["k1", "k1", "k1"])
    #expect(try scene.exchange(request(row.keyless, key: nil)).status == row.missing)
  }

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `a key that is written otherwise is none`(_ row: Row) throws {
    let scene = try Scene(profile: row.profile())
    for field in row.malformed {
      let seen = try scene.exchange(request(key: nil, fields: [field]))
      #expect(seen.status.map { 400...499 ~= $0 } == true, "\(field)")
    }
    #expect(scene.ledger.records.isEmpty)
    #expect(scene.ledger.deliveries.allSatisfy { $0.key == nil })
  }

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `a second delivery waits or is told that the first is at work`(_ row: Row) throws {
    let script = FaultScript(perAttempt: [.stallBeforeCommit])
    let scene = try Scene(script: script, profile: row.profile())
    let first = try scene.connect()
    first.send(row.request())
    scene.wait(for: .held(delivery: 1))
    let second = try scene.connect()
    second.send(row.request())
    if let status = row.inFlight {
      #expect(second.read().status == status)
      scene.server.releaseHeld()
    } else {
      scene.wait { $0.contains { $0.delivery == 2 } }
      scene.server.releaseHeld()
      #expect(second.read().status == 200)
    }
    #expect(first.read().text == success())
    #expect(scene.ledger.records.count == 1)
  }

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `a failure of the work is answered again where it is kept, and a lost answer is not one`(
    _ row: Row
  ) throws {
    let failed = try Scene(.statusBeforeCommit(500), profile: row.profile())
    #expect(try failed.exchange(row.request()).status == 500)
    let again = try failed.exchange(row.request())
    #expect(again.status == (row.keepsFailures ? 500 : 200))
    #expect(failed.ledger.records.count == (row.keepsFailures ? 0 : 1))

    let lost = try Scene(.statusAfterCommit(503), profile: row.profile())
    #expect(try lost.exchange(row.request()).status == 503)
    #expect(try lost.exchange(row.request()).status == 200)
    #expect(lost.ledger.records.count == 1)
  }

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `a key is kept as long as the row says`(_ row: Row) throws {
    let clock = Clock()
    let scene = try Scene(profile: row.profile(), second: { clock.second })
    _ = try scene.exchange(row.request())
    clock.second = row.lifetimeSeconds ?? 1_000_000_000
    #expect(try scene.exchange(row.request()).status == 200)
    #expect(scene.ledger.records.count == 1)
    clock.second += 1
    #expect(try scene.exchange(row.request()).status == 200)
    #expect(scene.ledger.records.count == (row.lifetimeSeconds == nil ? 1 : 2))
  }
}
