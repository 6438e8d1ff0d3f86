// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import TestSupport
import Testing

/// The queue cases beyond the gate that need nothing beyond the first version of the contract.
struct FurtherCaseTests {
  static let names =
    (CaseCatalogue.faults + CaseCatalogue.policy + CaseCatalogue.concurrency + CaseCatalogue.crash)
    .map(\.name.description)

  @Test(.timeLimit(.minutes(30)), arguments: GoodClient.allCases, names)
  func `a client that keeps its promises passes`(client: GoodClient, name: String) throws {
    try client.expectPass(of: name)
  }

  @Test(.timeLimit(.minutes(30)), arguments: names)
  func `a fault that no delivery has met proves nothing`(name: String) throws {
    let client = [BuiltProducts.path(of: "known-bad-client"), "--flaw", "never-sends"]
    #expect(try CaseRun(name, client: client).verdict == .unjudged(.vacuous))
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["ietf", "stripe"])
  func `what another profile means by a status is no fault`(profile: String) throws {
    // These clients do not quote their keys, which is the one promise that they break here.
    let client = GoodClient.writtenDifferently.arguments
    for name in ["queue.permanent-rejection", "queue.false-success"] {
      let run = try CaseRun(name, client: client, profile: profile)
      #expect(run.finding == (profile == "ietf" ? .keyNotAccepted : nil), "\(name)")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a sender that is killed over its answer is followed by another`() throws {
    let client = GoodClient.writtenDifferently.arguments
    let run = try CaseRun("queue.two-senders", client: client)
    let words = run.log.map(\.result.description)
    let expected = [
      "queued", "pending", "reachable", "resumed", "received", "committed", "held", "resumed",
      "killed", "client-gone", "relaunched", "pending", "resumed", "received", "unavailable",
      "resumed", "received", "replayed", "answered",
    ]
    #expect(Array(words.prefix(expected.count)) == expected)
    #expect(words.last == "completed")
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("retries-rejection", "queue.permanent-rejection"), ("two-senders", "queue.two-senders"),
    ]
  )
  func `a broken promise names the task and the delivery that broke it`(
    flaw: String,
    name: String
  ) throws {
    let client = [BuiltProducts.path(of: "known-bad-client"), "--flaw", flaw]
    let run = try CaseRun(name, client: client)
    let last = try #require(run.log.last)
    let queued = run.log.filter { $0.result == .happened(.queued) }
    #expect(queued.contains { $0.task == last.task && $0.key == last.key })
  }
}
