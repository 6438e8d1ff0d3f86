// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

/// The command as a user or a pipeline meets it.
struct GateTests {
  private static let python = ProcessInfo.processInfo.environment["ONCEGATE_PYTHON"]

  @Test(.timeLimit(.minutes(30)))
  func `the bundled client and state machine pass the seven cases`() throws {
    let run = try GateRun(["run"], in: TemporaryFolder())
    #expect(run.exit == .exited(0))
    #expect(run.terminal.contains("GATE OPEN  7 of 7 promises held"))
    let cases = try run.cases()
    #expect(cases.map(\.name).sorted() == CaseCatalogue.gate.map(\.name.description).sorted())
    #expect(cases.allSatisfy { $0.outcome == .passed })
    let files = try run.files()
    #expect(
      Set(files.keys).isSuperset(of: [
        "TEST-oncegate.xml", "summary.md", "report.html", "run.json",
        "logs/queue.relaunch.jsonl",
      ])
    )
    for (name, data) in files where name.hasPrefix("logs/") {
      for line in data.split(separator: UInt8(ascii: "\n")) {
        let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
        #expect(object?.keys.sorted() == ["attempts", "key", "result", "task"], "\(name)")
      }
    }
  }

  @Test(.enabled(if: python != nil, "ci/test names a Python that has junitparser"))
  func `another reader finds seven tests, no failure and no error`() throws {
    let run = try GateRun(["run"], in: TemporaryFolder())
    let program = """
      import sys, junitparser
      r = junitparser.JUnitXml.fromfile(sys.argv[1])
      print(sum(s.tests for s in r), sum(s.failures for s in r), sum(s.errors for s in r))
      """
    let finished = try ChildProcess.run(
      Command([Self.python ?? "", "-c", program, run.junit]),
      outputBytesMax: 1024,
      timeLimit: GateRun.timeMax
    )
    #expect(String(decoding: finished.output, as: UTF8.self) == "7 0 0\n")
  }

  @Test(arguments: [
    (["run", "queue.relanch"], "did you mean 'queue.relaunch'?"),
    (["run", "nothing.*"], "no case matches 'nothing.*'"),
    (["run", "--sede", "1"], "did you mean '--seed'"),
    (["rnu"], "did you mean 'run'?"),
    (["serve", "--port", "70000"], "expected a whole number from 0 to 65535"),
    (["serve", "--faults", "/nonexistent"], "cannot be read"),
  ])
  func `a command that cannot be carried out says why and ends with 2`(
    arguments: [String],
    words: String
  ) throws {
    let run = try GateRun(arguments, in: TemporaryFolder())
    #expect(run.exit == .exited(2))
    #expect(run.terminal.contains(words), "\(run.terminal)")
    #expect(run.terminal.hasPrefix("oncegate: error: "))
    #expect(!FileManager.default.fileExists(atPath: run.junit))
  }

  @Test(.timeLimit(.minutes(30)))
  func `one case runs by name, and a broken promise ends with 1 and the command to repeat it`()
    throws
  {
    let client = "\(BuiltProducts.path(of: "known-bad-client")) --flaw new-key-on-relaunch"
    let run = try GateRun(
      ["run", "queue.relaunch", "--client", client, "--seed", "abc123"],
      in: TemporaryFolder()
    )
    #expect(run.exit == .exited(1))
    #expect(run.terminal.contains("GATE CLOSED"))
    #expect(
      run.terminal.contains("oncegate run queue.relaunch --seed abc123 --client '\(client)'")
    )
    let cases = try run.cases()
    #expect(cases.map(\.name) == ["queue.relaunch"])
    #expect(cases.first?.type == "InvariantBroken")
    #expect(cases.first?.message.hasPrefix("key-stable-across-relaunch") == true)
    let log = try #require(run.files()["logs/queue.relaunch.jsonl"])
    let last = String(decoding: log, as: UTF8.self).split(separator: "\n").last
    #expect(last?.contains("violated:key-stable-across-relaunch") == true)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a client that cannot be found is an error of each queue case, never a pass`() throws {
    let run = try GateRun(
      ["run", "queue.*", "--client", "no-such-program-here"],
      in: TemporaryFolder()
    )
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains("NO VERDICT"))
    for junitCase in try run.cases() {
      #expect(junitCase.outcome == .error)
      #expect(junitCase.type == "ContractBroken")
      #expect(junitCase.message.contains("not found"), "\(junitCase.message)")
    }
  }

  @Test func `a report folder that is a file is refused before anything runs`() throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("report")))
    let run = try GateRun(["run"], in: folder)
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains("--report-dir"), "\(run.terminal)")
    #expect(FileManager.default.contents(atPath: folder.file("report")) == Data("mine".utf8))
  }

  @Test(.timeLimit(.minutes(30)))
  func `raw output of children is refused in a pipeline`() throws {
    let run = try GateRun(
      ["run", "--show-output"],
      in: TemporaryFolder(),
      environment: ["CI": "true"]
    )
    #expect(run.exit == .exited(2))
  }

  @Test(.timeLimit(.minutes(30)))
  func `eight gates at once do not touch each other`() async throws {
    try await withThrowingTaskGroup(of: Exit?.self) { group in
      for _ in 0..<8 {
        group.addTask { try GateRun(["run", "--jobs", "1"], in: TemporaryFolder()).exit }
      }
      for try await exit in group { #expect(exit == .exited(0)) }
    }
  }
}
