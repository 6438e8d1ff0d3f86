// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import FaultInjection
import Foundation
import TestSupport
import Testing

@testable import oncegate

/// The server by hand in front of a real server.
struct ServeUpstreamTests {
  private static func upstream(_ status: String = "201 Created") throws -> RawServer {
    try RawServer { _ in
      .send(http(status, #"{"private":1}"#, headers: ["X-Private: private-field"]))
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the first answer to a key is lost, and the table tells what the real server said`() throws {
    let upstream = try Self.upstream()
    defer { upstream.close() }
    let tests = ServeTests()
    let server = try ServeTests.Server(["--upstream", "http://127.0.0.1:\(upstream.port)"])
    #expect(server.heading[1].contains("passes on to port \(upstream.port)"))
    #expect(try tests.send(to: server).hasPrefix("HTTP/1.1 503 "))
    var shown = [server.line() ?? ""]
    #expect(
      shown[0].hasSuffix("passed on: success (2xx), fault status-after-commit, answered 503")
    )
    let answer = try tests.send(to: server)
    #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n") && answer.contains("X-Private"))
    shown.append(server.line() ?? "")
    #expect(shown[1].hasSuffix("2        passed on: success (2xx), answered 201"))
    try tests.send(to: server, key: nil)
    shown.append(server.line() ?? "")
    try tests.send(to: server, path: "/private")
    shown.append(server.line() ?? "")
    #expect(shown[3].hasSuffix("no write, passed on: answered 201"))
    #expect(upstream.requests.count == 4)
    let (exit, lines) = server.end()
    #expect(exit == .exited(0))
    #expect(
      lines == """

        deliveries: 3 deliveries, 1 key
          key-1  2 deliveries, passed on: 2 success (2xx)
          no key  1 delivery, passed on: 1 success (2xx)
          how many records they made is known to your server alone: count them there

        """
    )
    #expect(!(shown.joined() + lines).contains("private"))
  }

  @Test(.timeLimit(.minutes(30))) func `a real server that is not there is told`() throws {
    let unused = try RawServer(isListening: false) { _ in .send("") }
    defer { unused.close() }
    let tests = ServeTests()
    let server = try ServeTests.Server(["--upstream", "http://127.0.0.1:\(unused.port)"])
    #expect(try tests.send(to: server).hasPrefix("HTTP/1.1 502 "))
    #expect(server.line()?.hasSuffix("the upstream cannot be reached, answered 502") == true)
    try tests.send(to: server, path: "/other")
    #expect(
      server.line()?.hasSuffix("no write, passed on: the upstream gave no answer, answered 502")
        == true
    )
    #expect(server.end().lines.contains("key-1  1 delivery, passed on: 1 no answer\n"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a key whose successes name two records is told`() throws {
    let upstream = try RawServer { .send(http("200 OK", #"{"id":"private-\#($0)"}"#)) }
    defer { upstream.close() }
    let tests = ServeTests()
    let server = try ServeTests.Server(["--upstream", "http://127.0.0.1:\(upstream.port)"])
    try tests.send(to: server)
    #expect(server.line()?.contains("passed on: success (2xx) names record 1, fault") == true)
    try tests.send(to: server)
    #expect(server.line()?.contains("passed on: success (2xx) names record 2, answered") == true)
    let lines = server.end().lines
    #expect(lines.contains("key-1  2 deliveries, passed on: 2 success (2xx), naming 2 records\n"))
    #expect(!lines.contains("private"))
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (["--upstream", "http://10.0.0.1"], "expected a server on this machine"),
      (["--upstream", "http://u:s3cret@localhost"], "expected nothing behind host and port"),
      (
        ["--upstream", "http://localhost:9", "--ledger", "l"],
        "'--ledger' cannot be given with '--upstream'"
      ),
      (
        ["--upstream", "http://localhost:48123", "--port", "48123"],
        "name the port of your own server"
      ),
    ]
  )
  func `what cannot be passed on is wrong usage`(arguments: [String], words: String) throws {
    // A port of the system's choice is not among those that are given here.
    let port = arguments.contains("--port") ? [] : ["--port", "0"]
    let run = try GateRun(["serve"] + port + arguments, in: TemporaryFolder())
    #expect(run.exit == .exited(2) && run.terminal.contains(words), "\(run.terminal)")
    #expect(!run.terminal.contains("s3cret"))
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: ["key-conflict", "key-forgotten", "stored-failure-replay"]
  )
  func `a fault that changes a ledger is refused`(fault: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("faults.json")
    try Data(#"{"thereafter":"\#(fault)"}"#.utf8).write(to: URL(fileURLWithPath: file))
    let arguments = ["serve", "--port", "0", "--faults", file, "--upstream", "http://localhost:9"]
    let run = try GateRun(arguments, in: folder)
    #expect(run.exit == .exited(2))
    #expect(run.terminal.contains("'\(fault)' is made by changing what a ledger holds"))
  }

  @Test func `every outcome and failure has words of its own`() {
    let words = UpstreamOutcome.allCases.map(\.words) + UpstreamFailure.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    #expect(
      [200, 299, 302, 404, 500, 503].map { UpstreamOutcome(status: $0) } == [
        .success, .success, .redirect, .refused, .failed, .failed,
      ]
    )
  }
}
