// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import FaultInjection
import Foundation
import Locking
import TestSupport
import Testing

@testable import known_bad_server

/// The cases about a real server: what they find, what they pass, and what they refuse to judge.
struct ServerCaseTests {
  private typealias Flaw = known_bad_server.Flaw

  // MARK: - Known servers

  @Test(.timeLimit(.minutes(30)), arguments: ServerCase.names)
  func `a good server passes`(name: String) throws {
    #expect(try ServerCase.run(name, flaw: nil).verdict == .passed)
  }

  @Test(.timeLimit(.minutes(30)), arguments: known_bad_server.Flaw.allCases)
  func `each flaw is found where and as it must be`(flaw: known_bad_server.Flaw) throws {
    for expected in flaw.expectations {
      let (verdict, recording) = try ServerCase.run(expected.caseName, flaw: flaw)
      #expect(verdict == ServerCase.failed(expected.finding), "\(expected.caseName)")
      let lines = recording.messages.compactMap {
        if case .log(let line) = $0 { line.result } else { nil }
      }
      #expect(lines.contains(.violated(expected.finding.invariant)))
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["default", "ietf", "stripe"])
  func `the fault server passes under its own profile`(profile: String) throws {
    let server = try FaultServer(
      ledger: Ledger(),
      profile: #require(Profile.builtIn.first { $0.name == profile })
    )
    try server.listen()
    defer { server.stop() }
    for name in ServerCase.names {
      let upstream = UpstreamParameters(url: "http://127.0.0.1:\(server.port)")
      let verdict = try ServerCase.run(name, upstream, profile: profile).verdict
      if case .skipped(.serverLacks) = verdict { continue }
      #expect(verdict == .passed, "\(name)")
    }
  }

  @Test(.timeLimit(.minutes(30))) func `the key may be in the body, and the name in a text`() throws
  {
    let json = #"""
      {"name":"own","endpoints":[{"method":"PUT","path":"/v1/*"}],"key":{"bodyMember":"/meta/id"},
       "success":{"status":201,"contentType":"application/json","body":"{\"name\":\"orders/${id}\"}"}}
      """#
    let profile = try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
    let server = try FaultServer(ledger: Ledger(), profile: profile)
    try server.listen()
    defer { server.stop() }
    for name in ServerCase.names {
      let upstream = UpstreamParameters(url: "http://127.0.0.1:\(server.port)")
      let verdict = try ServerCase.run(name, upstream, profile: json).verdict
      if case .skipped(.serverLacks) = verdict { continue }
      #expect(verdict == .passed, "\(name)")
    }
  }

  // MARK: - What tells records apart

  @Test(.timeLimit(.minutes(30)))
  func `without a count a duplicate behind one answer is not seen, and one behind two is`() throws {
    func verdict(_ flaw: known_bad_server.Flaw, counts: Bool) throws -> Verdict {
      try ServerCase.run("server.atomic-claim", flaw: flaw) { upstream in
        if !counts { upstream.records = nil }
      }.verdict
    }
    let failed = ServerCase.failed(.raceMadeTwoRecords)
    #expect(try verdict(.raceHidesDuplicate, counts: true) == failed)
    #expect(try verdict(.raceHidesDuplicate, counts: false) == .passed)
    #expect(try verdict(.raceInsertsBoth, counts: false) == failed)
  }

  @Test(.timeLimit(.minutes(30)), arguments: ServerCase.names)
  func `what cannot be told apart is never passed`(name: String) throws {
    let profile =
      #"{"name":"mute","success":{"status":200,"contentType":"text/plain","body":"ok"}}"#
    let upstream = UpstreamParameters(url: "http://127.0.0.1:1")
    let verdict = try ServerCase.run(name, upstream, profile: profile).verdict
    #expect(verdict == .skipped(.serverLacks(.judge)))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a count alone judges a server whose successes name nothing`() throws {
    let profile =
      #"{"name":"mute","success":{"status":200,"contentType":"text/plain","body":"ok"}}"#
    for (flaw, name) in [
      (Flaw.raceHidesDuplicate, "server.atomic-claim"), (.ignoresKey, "server.replay-same-result"),
      (.keysForAll, "server.key-scoped-to-account"), (.oneIsTrue, "server.comparison-is-semantic"),
    ] {
      for flaw in [flaw, nil] {
        let flawed = FlawedServer(flaw)
        let server = try PlainServer(takesShortBodies: false, reply: flawed.reply)
        let upstream = ServerCase.parameters(server.url)
        let verdict = try ServerCase.run(name, upstream, profile: profile).verdict
        #expect((verdict == .passed) == (flaw == nil), "\(name)")
      }
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["[1,2]", #"{"a":{"n":2}}"#, #"{"a":{"n":[0,0]}}"#])
  func `a count is a number or a list`(answer: String) throws {
    let server = try PlainServer(takesShortBodies: false) { request in
      request.method == "GET" ? .answer(200, answer) : .answer(200, #"{"id":1}"#)
    }
    var upstream = UpstreamParameters(url: server.url)
    upstream.records = answer.hasPrefix("[") ? "/n" : "/n?all=1#/a/n"
    #expect(try ServerCase.run("server.replay-same-result", upstream).verdict == .passed)
    upstream.records = "/n#/b"
    #expect(
      try ServerCase.run("server.replay-same-result", upstream).verdict
        == .unjudged(.setupFailed(.recordsUnreadable))
    )
  }

  // MARK: - What is not judged

  @Test(.timeLimit(.minutes(30)), arguments: ServerCase.names)
  func `a server that is not there is no finding`(name: String) throws {
    let unused = try RawServer(isListening: false) { _ in .send("") }
    defer { unused.close() }
    var upstream = ServerCase.parameters("http://127.0.0.1:\(unused.port)")
    upstream.records = nil
    let verdict = try ServerCase.run(name, upstream).verdict
    #expect(verdict == .unjudged(.setupFailed(.upstreamUnreachable)))
  }

  @Test(.timeLimit(.minutes(30)), arguments: ServerCase.names)
  func `a server that refuses a plain write, or answers it in another shape, is no finding`(
    name: String
  ) throws {
    for reply in [PlainReply.answer(422, "{}"), .answer(200, #"{"done":true}"#), .close] {
      let server = try PlainServer(takesShortBodies: false) { _ in reply }
      var upstream = ServerCase.parameters(server.url)
      upstream.records = nil
      let verdict = try ServerCase.run(name, upstream).verdict
      let isOther = name == "server.key-scoped-to-account"
      #expect(
        verdict
          == .unjudged(.setupFailed(isOther ? .otherAccountRefused : .plainWriteRefused))
      )
    }
  }

  @Test(.timeLimit(.minutes(30))) func `what is not said skips its case alone`() throws {
    let lacks: [(String, ServerNeed, (inout UpstreamParameters) -> Void)] = [
      ("server.transient-error-not-pinned", .failOnce, { $0.failOnce = [] }),
      ("server.key-scoped-to-account", .otherAccount, { $0.otherAccount = [] }),
    ]
    for (name, need, change) in lacks {
      let verdict = try ServerCase.run(name, flaw: nil, change: change).verdict
      #expect(verdict == .skipped(.serverLacks(need)))
    }
    let upstream = ServerCase.parameters("http://127.0.0.1:1")
    var quiet = upstream
    quiet.records = nil
    #expect(
      try ServerCase.run("server.missing-key-refused", quiet, profile: "stripe").verdict
        == .skipped(.serverLacks(.requiredKey))
    )
    #expect(
      try ServerCase.run("server.transient-error-not-pinned", quiet, profile: "ietf").verdict
        == .skipped(.serverLacks(.forgottenFailures))
    )
  }

  @Test(.timeLimit(.minutes(30))) func `a failure that never came proves nothing`() throws {
    let verdict = try ServerCase.run("server.transient-error-not-pinned", flaw: nil) { upstream in
      upstream.failOnce = [UpstreamParameters.Field(name: "X-Other", value: "1")]
    }.verdict
    #expect(verdict == .unjudged(.vacuous))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a spelling that is refused under a key of its own is left out`() throws {
    // It takes whole numbers in one spelling only, as some readers do; it compares bytes.
    let seen = Monitor<[String: [UInt8]]>([:])
    let server = try PlainServer(takesShortBodies: false) { request in
      let text = String(decoding: request.body, as: UTF8.self)
      guard text.contains(#""count":1,"#), text.hasPrefix(#"{"count""#), !text.contains("\\") else {
        return .answer(422, "{}")
      }
      let key = request.value(of: "Idempotency-Key") ?? ""
      return seen.withLock { seen in
        let isKnown = seen[key].map { $0 == request.body } ?? true
        seen[key] = seen[key] ?? request.body
        return isKnown ? .answer(200, #"{"id":"\#(key)"}"#) : .answer(409, "{}")
      }
    }
    let upstream = UpstreamParameters(url: server.url)
    let verdict = try ServerCase.run("server.comparison-is-semantic", upstream).verdict
    // No other spelling is taken; the greater number is, and is told apart.
    #expect(verdict == .passed)
    var plain = upstream
    plain.body = #"{"count":1,"note":"${n}"}"#
    #expect(
      try ServerCase.run("server.comparison-is-semantic", plain).verdict
        == .skipped(.serverLacks(.otherSpellings))
    )
  }

  // MARK: - Logs

  @Test(.timeLimit(.minutes(30)), arguments: ServerCase.names)
  func `a log holds keys and categories, and nothing that was sent`(name: String) throws {
    let (_, recording) = try ServerCase.run(name, flaw: nil) { upstream in
      upstream.body = #"{"secret":"s3cret ${n}"}"#
      upstream.fields.append(UpstreamParameters.Field(name: "X-Secret", value: "s3cret"))
    }
    let text = recording.messages.map(\.json).joined(separator: "\n")
    #expect(!text.isEmpty && !text.contains("s3cret") && !text.contains("Bearer"))
    let tasks = recording.messages.compactMap {
      if case .log(let line) = $0 { line.task.shown.description } else { nil }
    }
    #expect(tasks.allSatisfy { $0.hasPrefix("write-") })
  }

  @Test(.timeLimit(.minutes(30)))
  func `the same seed makes other keys, for a server outlives a run`()
    throws
  {
    func keys() throws -> Set<KeyID> {
      let (_, recording) = try ServerCase.run("server.replay-same-result", flaw: nil)
      return Set(
        recording.messages.compactMap { if case .log(let line) = $0 { line.key } else { nil } }
      )
    }
    #expect(try keys().isDisjoint(with: keys()))
  }
}
