// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

/// A published middleware of others, judged as a user would judge it.
///
/// What it breaks is no fault of this project: the test says what the suite observes of this version.
struct BackendTests {
  private static let python = ProcessInfo.processInfo.environment["ONCEGATE_PYTHON"]

  /// What is said of `Tests/Backends/django_orders.py`.
  private static let configuration = #"""
    {"profile": {"name": "orders", "endpoints": [{"method": "POST", "path": "/orders"}], "otherBody": 422,
      "success": {"status": 201, "contentType": "application/json", "body": "{\"order\":${id}}"}},
     "upstream": {"records": "/stats#/orders/count", "headers": {"Authorization": "Bearer first"},
      "otherAccount": {"Authorization": "Bearer other"}, "failOnce": {"X-Fail-Once": "1"},
      "body": {"item": "lamp/${n}", "count": 1, "serial": 9007199254740993}}}
    """#

  /// Starts the server in a folder of its own, and returns its address.
  private static func start(_ python: String, in folder: TemporaryFolder) throws -> (
    ChildProcess, String
  ) {
    let process = try ChildProcess.start(
      Command(
        [python, "\(BuiltProducts.root)/Tests/Backends/django_orders.py", folder.path],
        environment: ["PATH": GateRun.searchPath]
      ),
      input: .interactive,
      output: .collect(bytesMax: 65_536)
    )
    guard case .line(let line) = process.readLine(atMost: GateRun.timeMax, bytesMax: 1_024) else {
      process.kill(SIGKILL)
      throw POSIXError(.ENOENT)
    }
    return (process, String(decoding: line, as: UTF8.self))
  }

  @Test(.enabled(if: python != nil, "ci/test sets ONCEGATE_PYTHON"), .timeLimit(.minutes(30)))
  func `django-idempotency-key 1_3_0 over SQLite keeps five promises and breaks four`() throws {
    let folder = try TemporaryFolder()
    let (server, url) = try Self.start(#require(Self.python), in: folder)
    defer { server.kill(SIGKILL) }
    let configuration = folder.file("oncegate.json")
    try Data(Self.configuration.utf8).write(to: URL(fileURLWithPath: configuration))
    let run = try GateRun(
      ["run", "--suite", "server", "--upstream", url, "--config", configuration],
      in: folder
    )
    #expect(run.exit == .exited(1), "\(run.terminal)")
    let outcomes = try Dictionary(
      uniqueKeysWithValues: run.cases().map { ($0.name, $0.outcome) }
    )
    let kept = [
      "replay-same-result", "in-flight-answered", "transient-error-not-pinned",
      "key-scoped-to-account", "short-body",
    ]
    // It locks its store only while it looks a key up, and not while the write is done; the body is a part of
    // the key, byte by byte; and an empty key is a key.
    let broken = [
      "atomic-claim": "same-key deliveries at once made more than one record",
      "mismatch-refused": "another body under a known key was answered with a success",
      "comparison-is-semantic": "a repeated body in another spelling made another record",
      "missing-key-refused": "a write with an empty key was not answered",
    ]
    #expect(outcomes.count == kept.count + broken.count)
    for name in kept { #expect(outcomes["server.\(name)"] == .passed, "\(name)") }
    for (name, happened) in broken {
      #expect(outcomes["server.\(name)"] == .failure, "\(name)")
      #expect(run.terminal.contains("happened  \(happened)"), "\(run.terminal)")
    }
  }
}
