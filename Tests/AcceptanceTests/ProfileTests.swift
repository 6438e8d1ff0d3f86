// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

/// A server that is not like the default one, with the options of a client that was written for it.
struct Dialect: Sendable, CustomTestStringConvertible {
  let name: String
  /// A built-in profile's name, or a profile as JSON.
  let profile: String
  let options: [String]
  /// What the bundled queue cannot do, the other client may.
  var isForBothClients = true

  var testDescription: String { name }

  /// The built-in profiles other than the default one.
  static let builtIn = [
    Dialect(
      name: "ietf",
      profile: "ietf",
      options: ["--key-syntax", "quoted", "--conflict-status", "422", "--in-flight-status", "409"]
    ),
    Dialect(
      name: "stripe",
      profile: "stripe",
      options: ["--conflict-status", "400", "--in-flight-status", "409"]
    ),
  ]

  static let keyInBody = Dialect(
    name: "key in the body",
    profile: #"{"name":"body","key":{"bodyMember":"/request_id"}}"#,
    options: ["--key-in-body", "/request_id"]
  )

  static let keyDeepInBody = Dialect(
    name: "key deep in the body",
    profile: #"{"name":"deep","key":{"bodyMember":"/meta/request/id"},"otherBody":422}"#,
    options: ["--key-in-body", "/meta/request/id", "--conflict-status", "422"],
    isForBothClients: false
  )

  /// Servers of the field, each told by what is its own.
  static let configured = [
    keyInBody, keyDeepInBody,
    Dialect(
      name: "PUT of an order",
      profile: #"""
        {"name":"orders","endpoints":[{"method":"PUT","path":"/v2/*/orders/*"}],
         "key":{"header":"X-Idempotency-Key"},"keySyntax":"either","otherBody":422,"inFlight":409,
         "success":{"status":201,"contentType":"application/vnd.order+json",
                    "body":"{\"order\":{\"number\":${id}},\"tries\":${attempts}}"}}
        """#,
      options: [
        "--method", "PUT", "--key-header", "x-idempotency-key", "--key-syntax", "quoted",
        "--conflict-status", "422", "--in-flight-status", "409", "--success-member", "order",
      ]
    ),
    Dialect(
      name: "PATCH without content",
      profile: #"""
        {"name":"patch","endpoints":[{"method":"PATCH","path":"/notes/*"}],"otherBody":412,
         "success":{"status":204,"contentType":"text/plain","body":""},"keyLifetimeSeconds":1}
        """#,
      options: ["--method", "PATCH", "--conflict-status", "412", "--success-empty"]
    ),
    Dialect(
      name: "PayPal",
      profile: #"""
        {"name":"paypal","endpoints":[{"method":"POST","path":"/v2/checkout/orders"}],
         "key":{"header":"PayPal-Request-Id"},"missingKey":"allowed","otherBody":422,
         "storesFailures":true,"keyLifetimeSeconds":21600,
         "replayMarker":{"name":"Idempotent-Replayed","value":"true"}}
        """#,
      options: ["--key-header", "PayPal-Request-Id", "--conflict-status", "422"]
    ),
  ]
}

/// Servers differ in how they speak, and what a client has to keep stays the same.
struct ProfileTests {
  private static let cases = CaseCatalogue.queue.filter { $0.suites.contains("gate") }
    .map(\.name.description)

  @Test(.timeLimit(.minutes(30)), arguments: Dialect.builtIn + Dialect.configured)
  func `a client that was written for its server passes every queue case`(
    dialect: Dialect
  ) throws {
    for client in GoodClient.allCases where dialect.isForBothClients || client != .reference {
      for name in Self.cases {
        let run = try CaseRun(
          name,
          client: client.arguments + dialect.options,
          profile: dialect.profile
        )
        #expect(run.verdict == .passed, "\(client.rawValue) \(name)")
      }
    }
  }

  static let flaws: [(flaw: String, name: String, finding: Finding)] = [
    ("new-key-on-relaunch", "queue.relaunch", .keyChangedOnRelaunch),
    ("new-key-on-retry", "queue.lost-response", .keyChangedOnRetry),
    ("body-changed-on-retry", "queue.lost-response", .bodyChangedOnRetry),
    ("body-rewritten-on-submit", "queue.disconnect", .bodyNotAsSubmitted),
    ("resent-after-409", "queue.key-conflict", .resentAfterConflict),
    ("new-key-after-409", "queue.key-conflict", .newKeyAfterConflict),
    ("dropped-on-409", "queue.key-conflict", .droppedAfterConflict),
    ("no-key-sent", "queue.key-conflict", .keyNotAccepted),
    ("no-key-sent", "queue.relaunch", .keyNotAccepted),
    ("new-action-reuses-key", "queue.relaunch", .newActionReusedKey),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: Dialect.builtIn + [.keyInBody], flaws)
  func `a flaw is found whatever the server speaks`(
    dialect: Dialect,
    bad: (flaw: String, name: String, finding: Finding)
  ) throws {
    let client = GoodClient.writtenDifferently.arguments + dialect.options + ["--flaw", bad.flaw]
    let run = try CaseRun(bad.name, client: client, profile: dialect.profile)
    #expect(run.finding == bad.finding)
  }

  /// A client that was written for another server, and what that breaks.
  static let strangers: [(profile: String, options: [String], name: String, finding: Finding)] = [
    // A bare key where a quoted one is demanded, and the other way round.
    ("ietf", ["--conflict-status", "422"], "queue.lost-response", .keyNotAccepted),
    ("ietf", ["--conflict-status", "422"], "queue.key-conflict", .keyNotAccepted),
    ("default", ["--key-syntax", "quoted"], "queue.lost-response", .keyNotAccepted),
    ("stripe", ["--key-syntax", "quoted"], "queue.key-conflict", .keyNotAccepted),
    // Keys are voluntary there, and a client that sends none where they are looked for has none.
    ("stripe", ["--key-header", "Request-Id"], "queue.lost-response", .keyNotAccepted),
    (Dialect.keyInBody.profile, [], "queue.disconnect", .keyNotAccepted),
    // The member is put where nobody looks for it, and the body has changed.
    ("default", ["--key-in-body", "/request_id"], "queue.disconnect", .keyNotAccepted),
    // 422 is taken for a passing trouble where it says that the key holds another body.
    (
      "ietf", ["--key-syntax", "quoted", "--in-flight-status", "422"], "queue.key-conflict",
      .resentAfterConflict
    ),
    // 204 is a success of another server.
    ("default", ["--success-empty"], "queue.lost-response", .notSettledOnceReachable),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: strangers)
  func `a client that was written for another server does not pass`(
    stranger: (profile: String, options: [String], name: String, finding: Finding)
  ) throws {
    let run = try CaseRun(
      stranger.name,
      client: GoodClient.writtenDifferently.arguments + stranger.options,
      profile: stranger.profile
    )
    #expect(run.finding == stranger.finding)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "ietf", "stripe", Dialect.keyInBody.profile, Dialect.configured[2].profile,
      Dialect.configured[3].profile,
    ]
  )
  func `the bundled client speaks the profile of the run`(profile: String) throws {
    let run = try Self.gate(profile: profile)
    #expect(run.exit == .exited(0))
    #expect(String(decoding: run.output, as: UTF8.self).contains("GATE OPEN"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a profile that the bundled client does not speak needs a client`() throws {
    let run = try Self.gate(profile: Dialect.keyDeepInBody.profile)
    #expect(run.exit == .exited(2))
    let states = try Self.gate(profile: Dialect.keyDeepInBody.profile, cases: ["state.rejection"])
    #expect(states.exit == .exited(0))
  }

  private static func gate(profile: String, cases: [String] = []) throws -> FinishedCommand {
    let folder = try TemporaryFolder()
    let isObject = profile.hasPrefix("{")
    let configuration = isObject ? #"{"profile":\#(profile)}"# : #"{"profile":"\#(profile)"}"#
    try configuration.write(toFile: folder.file("c.json"), atomically: false, encoding: .utf8)
    let arguments =
      [BuiltProducts.path(of: "oncegate"), "run"] + cases + [
        "--config", folder.file("c.json"), "--report-dir", folder.file("report"),
      ]
    return try #require(Adapter.run(arguments))
  }

  @Test(arguments: GoodClient.allCases)
  func `a client says how it is told about its server`(client: GoodClient) throws {
    let help = try #require(Adapter.run(client.arguments + ["--help"]))
    #expect(help.exit == .exited(0))
    #expect(String(decoding: help.output, as: UTF8.self).contains("--key-in-body POINTER"))
  }

  @Test(arguments: [
    ["--conflict-status", "200"], ["--key-in-body", "/meta/id"], ["--key-syntax", "loose"],
  ])
  func `what the bundled client is told and cannot do is a wrong usage`(
    options: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let environment = [
      "ONCEGATE_URL": "http://127.0.0.1:9/items", "ONCEGATE_STATE_DIR": folder.path,
    ]
    func status(_ options: [String]) throws -> Exit? {
      let words = GoodClient.reference.arguments + options + ["tasks"]
      return try #require(Adapter.run(words, environment: environment)).exit
    }
    #expect(try status([]) == .exited(0))
    #expect(try status(options) == .exited(64))
  }
}
