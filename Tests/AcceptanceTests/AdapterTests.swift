// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

/// The examples are correct: what a user learns from them must not fail the gate.
struct AdapterTests {
  @Test(.enabled(if: Adapter.python.isRunnable, "python3 is missing"), .timeLimit(.minutes(30)))
  func `the examples in Python pass the gate`() throws { try expectPass(.python) }

  @Test(.enabled(if: Adapter.node.isRunnable, "node is missing"), .timeLimit(.minutes(30)))
  func `the examples for Node pass the gate`() throws { try expectPass(.node) }

  @Test(.enabled(if: Adapter.shell.isRunnable, "curl is missing"), .timeLimit(.minutes(30)))
  func `the examples for the POSIX shell pass the gate`() throws { try expectPass(.shell) }

  @Test(.enabled(if: Adapter.java.isRunnable, "java is missing"), .timeLimit(.minutes(30)))
  func `the examples in Java pass the gate`() throws { try expectPass(.java) }

  @Test(.timeLimit(.minutes(30)))
  func `the examples in Swift pass the gate`() throws { try expectPass(.swift) }

  private func expectPass(_ adapter: Adapter) throws {
    let run = try GateRun(client: adapter.client, subject: adapter.subject)
    #expect(run.exit == .exited(0))
    #expect(run.junitCounts.contains(#"tests="7""#), "\(run.junitCounts)")
    #expect(run.junitCounts.contains(#"failures="0""#), "\(run.junitCounts)")
    #expect(run.junitCounts.contains(#"errors="0""#), "\(run.junitCounts)")
    let gate = CaseCatalogue.all.filter { $0.suites.contains("gate") }.map(\.name.description)
    #expect(run.verdicts == Dictionary(uniqueKeysWithValues: gate.map { ($0, "passed") }))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a client and a subject that do nothing do not pass`() throws {
    let nothing = ["/bin/sh", "-c", "exit 0"]
    let cases = ["queue.disconnect", "state.rejection"]
    let run = try GateRun(client: nothing, subject: nothing, cases: cases)
    #expect(run.exit == .exited(3))
    #expect(run.verdicts == ["queue.disconnect": "unjudged", "state.rejection": "unjudged"])
  }

  @Test(.timeLimit(.minutes(30)), arguments: Adapter.all.filter(\.isRunnable))
  func `an example says how it is used`(adapter: Adapter) throws {
    for program in [adapter.client, adapter.subject] {
      let help = try #require(Adapter.run(program + ["--help"]))
      #expect(help.exit == .exited(0))
      #expect(String(decoding: help.output, as: UTF8.self).hasPrefix("usage: "))
    }
    let wrong = try #require(Adapter.run(adapter.client))
    #expect(wrong.exit == .exited(64))
    #expect(wrong.output.isEmpty)
  }

  @Test func `every example that can name its interpreter does, and can be executed`() throws {
    let root = "\(BuiltProducts.root)/acceptance/adapters"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let programs = names.filter { name in
      [".py", ".mjs", ".sh"].contains { name.hasSuffix($0) }
    }
    #expect(programs.count == 7)
    for name in programs {
      let path = "\(root)/\(name)"
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(name)")
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("#!/"), "\(name)")
    }
  }
}
