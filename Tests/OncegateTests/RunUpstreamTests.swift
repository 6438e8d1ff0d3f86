// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import FaultInjection
import Foundation
import Reporting
import TestSupport
import Testing

@testable import known_bad_server
@testable import oncegate

/// A run of the suite that judges a user's own server.
struct RunUpstreamTests {
  private static func options(
    _ arguments: [String],
    configuration: String? = nil,
    environment: [String: String] = [:]
  ) throws -> RunOptions {
    let folder = try TemporaryFolder()
    if let configuration {
      try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder.file("oncegate.json")))
    }
    return try RunOptions(
      ParsedArguments(arguments, syntax: Commands.run),
      cores: 4,
      folder: folder.path,
      environment: { environment[$0] }
    )
  }

  private static let address = ["--upstream", "http://localhost:3000"]

  // MARK: - Which cases run

  @Test func `cases about a server run only where one is named`() throws {
    let all = try Self.options(["--suite", "all"])
    #expect(all.cases == CaseCatalogue.all.filter { $0.name.area != "server" })
    #expect(try Self.options(["--suite", "all"] + Self.address).cases == CaseCatalogue.all)
    #expect(try Self.options(["--suite", "server"] + Self.address).cases == CaseCatalogue.server)
    #expect(try Self.options(["*relaunch", "*"]).cases == all.cases)
    #expect(try Self.options([]).upstream == nil)
  }

  @Test(arguments: [
    (["--suite", "server"], "suite 'server'"), (["server.atomic-claim"], "'server.atomic-claim'"),
    (["queue.relaunch", "server.*"], "'server.*'"),
  ])
  func `asking for them without one is wrong usage`(arguments: [String], what: String) {
    #expect(throws: ArgumentError.upstreamMissing(what)) { try Self.options(arguments) }
    #expect(
      ArgumentError.upstreamMissing(what).description
        == "\(what) judges a server of your own, and none is named; start it, and add its address: "
        + "--upstream http://127.0.0.1:3000"
    )
  }

  @Test func `what runs again names the server, and no secret of the configuration`() throws {
    let options = try Self.options(["--suite", "server"] + Self.address)
    #expect(options.repeatOptions == "--upstream http://localhost:3000")
    #expect(options.jobs == 4)
  }

  // MARK: - What is said about it

  private static let configuration = #"""
    {"upstream": {"url": "http://127.0.0.1:4000", "records": "/stats#/n",
      "headers": {"Authorization": "Bearer ${TOKEN}", "X-Plain": "a $b {c} ${"},
      "otherAccount": {"Authorization": "${OTHER}"}, "failOnce": {"X-Fail": "1"},
      "body": {"item": "lamp ${n}"}}}
    """#

  @Test func `a configuration says all of it, and variables hold the secrets`() throws {
    let environment = ["TOKEN": "t1", "OTHER": "o1"]
    let options = try Self.options(
      ["--suite", "server"],
      configuration: Self.configuration,
      environment: environment
    )
    let upstream = try #require(options.upstream)
    #expect(upstream.url == "http://127.0.0.1:4000" && upstream.records == "/stats#/n")
    #expect(upstream.fields.map(\.value) == ["Bearer t1", "a $b {c} ${"])
    #expect(upstream.otherAccount.map(\.value) == ["o1"])
    #expect(upstream.failOnce.map(\.name) == ["X-Fail"])
    #expect(upstream.body == #"{"item": "lamp ${n}"}"#)
    // Cases that count records must not run at once.
    #expect(options.jobs == 1)
    let parameters = options.parameters(client: [], folder: "f")
    #expect(CaseParameters(json: parameters.json)?.upstream == upstream)
    let named = try Self.options(
      ["server.*"] + Self.address,
      configuration: Self.configuration,
      environment: environment
    )
    #expect(named.upstream?.url == "http://localhost:3000")
  }

  @Test func `a run without such a case needs no variable, and runs as many at once as ever`()
    throws
  {
    let gate = try Self.options([], configuration: Self.configuration)
    #expect(gate.upstream == nil && gate.jobs == 4 && gate.cases == CaseCatalogue.gate)
  }

  @Test func `a variable that is not set, or is no line, is told by its name alone`() {
    #expect(throws: ArgumentError.variableNotSet("TOKEN", header: "Authorization")) {
      try Self.options(["--suite", "server"], configuration: Self.configuration)
    }
    #expect(throws: ArgumentError.variableUnfit("TOKEN", header: "Authorization")) {
      try Self.options(
        ["--suite", "server"],
        configuration: Self.configuration,
        environment: ["TOKEN": "a\nb"]
      )
    }
    #expect(
      ArgumentError.variableNotSet("A", header: "B").description
        == "the environment variable 'A' is not set; the configuration's header 'B' needs it"
    )
  }

  @Test(arguments: [
    (#"{"url": "https://s3cret"}"#, "'upstream.url' is text that does not fit"),
    (#"{"records": "s3cret"}"#, "'upstream.records' is text that does not fit"),
    (#"{"records": "/a#b"}"#, "'upstream.records' is text that does not fit"),
    (#"{"headers": {"Content-Length": "1"}}"#, "is a field that frames a request"),
    (#"{"headers": {"a b": "1"}}"#, "is a field that frames a request, or no field"),
    (#"{"failOnce": {"X": "s3cret\n"}}"#, "is no value of a header field"),
    (#"{"otherAccount": ["s3cret"]}"#, "'upstream.otherAccount' is a list"),
    (#"{"body": {"a": "s3cret"}}"#, "'upstream.body' is an object without ${n}"),
    (#"{"body": "s3cret ${n}"}"#, "'upstream.body' is text"),
    (#"{"recrods": "/a"}"#, "did you mean 'records'?"),
    ("[]", "'upstream' is an empty list; expected an object that says where your server is"),
  ])
  func `what is wrong is told with its place, and without its value`(text: String, words: String) {
    do {
      _ = try ConfigurationReader.read(Array(#"{"upstream": \#(text)}"#.utf8), file: "c.json")
      Issue.record("it was taken")
    } catch {
      #expect(error.description.contains(words), "\(error)")
      #expect(!error.description.contains("s3cret"))
    }
  }

  // MARK: - A whole run

  @Test(.timeLimit(.minutes(30)), arguments: [nil, "compares-bytes"])
  func `a run judges a server, and its reports hold nothing that was sent`(flaw: String?) throws {
    let flawed = FlawedServer(flaw.flatMap(Flaw.init))
    let server = try PlainServer(takesShortBodies: false, reply: flawed.reply)
    let folder = try TemporaryFolder()
    let configuration = folder.file("c.json")
    let text = #"""
      {"upstream": {"records": "/records", "headers": {"Authorization": "Bearer ${S_TOKEN}"},
        "body": {"note": "s3cret ${n}"}}}
      """#
    try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
    let run = try GateRun(
      ["run", "--suite", "server", "--upstream", server.url, "--config", configuration],
      in: folder,
      environment: ["S_TOKEN": "s3cret-token"]
    )
    #expect(run.exit == .exited(flaw == nil ? 0 : 1), "\(run.terminal)")
    #expect(run.terminal.hasPrefix("oncegate \(Version.number)  server, 9 cases  profile default"))
    let outcomes = try run.cases().map(\.outcome)
    #expect(outcomes.count == 9)
    #expect(
      run.terminal.contains("no 'upstream.failOnce' says how the server is made to fail once")
    )
    if flaw != nil { #expect(run.terminal.contains("comparison-is-semantic")) }
    for (name, data) in try run.files() {
      #expect(!String(decoding: data, as: UTF8.self).contains("s3cret"), "\(name)")
    }
    #expect(!run.terminal.contains("s3cret"))
  }

  @Test(.timeLimit(.minutes(30))) func `a server that is not there is no verdict`() throws {
    let unused = try RawServer(isListening: false) { _ in .send("") }
    defer { unused.close() }
    let run = try GateRun(
      ["run", "server.short-body", "--upstream", "http://127.0.0.1:\(unused.port)"],
      in: TemporaryFolder()
    )
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains("nothing answers at the address of the server; is it running?"))
  }
}
