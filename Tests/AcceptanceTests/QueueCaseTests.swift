// SPDX-License-Identifier: Apache-2.0

import AcceptanceCases
import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

/// A client that keeps every promise, and how it is started.
enum GoodClient: String, CaseIterable, Sendable {
  case reference = "reference-client"
  case writtenDifferently = "known-bad-client"

  var arguments: [String] { [BuiltProducts.path(of: rawValue)] }

  /// Runs a case over the client, and expects that it passes.
  func expectPass(of name: String) throws {
    let run = try CaseRun(name, client: arguments)
    #expect(run.verdict == .passed)
    #expect(run.exit == .exited(0))
  }
}

struct QueueCaseTests {
  static let names = CaseCatalogue.queue.map(\.name.description)

  @Test(.timeLimit(.minutes(30)), arguments: GoodClient.allCases, names)
  func `a client that keeps its promises passes`(client: GoodClient, name: String) throws {
    try client.expectPass(of: name)
  }

  @Test(.timeLimit(.minutes(30)), arguments: names)
  func `twenty runs tell the same twenty times`(name: String) throws {
    let client = GoodClient.writtenDifferently.arguments
    let first = try CaseRun(name, client: client)
    for _ in 1..<20 {
      let next = try CaseRun(name, client: client)
      #expect(next.verdict == .passed)
      #expect(next.log.map(\.result) == first.log.map(\.result))
      #expect(next.log.map(\.attempts) == first.log.map(\.attempts))
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the log of a relaunch names the events in their order`() throws {
    let run = try CaseRun("queue.relaunch", client: GoodClient.writtenDifferently.arguments)
    let words = run.log.map(\.result.description)
    let expected = [
      "queued", "pending", "reachable", "resumed", "received", "committed", "held", "killed",
      "client-gone", "relaunched", "pending", "resumed", "received", "replayed", "answered",
      "completed", "queued", "received", "committed", "answered", "completed",
    ]
    #expect(words == expected)
  }

  @Test(.timeLimit(.minutes(30)))
  func `the configured command ends the app in the midst of its resume`() throws {
    let folder = try TemporaryFolder()
    let witness = folder.file("terminated")
    let run = try CaseRun(
      "queue.relaunch",
      client: GoodClient.writtenDifferently.arguments,
      terminate: ["/bin/sh", "-c", "echo once >> '\(witness)'"]
    )
    #expect(run.verdict == .passed)
    #expect(try String(contentsOfFile: witness, encoding: .utf8) == "once\n")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a command that does not end the app is told by its rule`() throws {
    let run = try CaseRun(
      "queue.relaunch",
      client: GoodClient.writtenDifferently.arguments,
      terminate: ["/bin/sh", "-c", "exit 1"]
    )
    #expect(run.breach == ContractBreach(.terminate, .exitStatus))
  }

  @Test func `every case of the catalogue has its scenario, and no scenario lacks a case`() {
    #expect(CaseDispatch.names == Set(CaseCatalogue.all.map(\.name)))
  }
}
