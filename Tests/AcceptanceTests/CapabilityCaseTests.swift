// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import Contracts
import Foundation
import TestSupport
import Testing

struct CapabilityCaseTests {
  static let names = CaseCatalogue.capabilities.map(\.name.description)

  @Test(.timeLimit(.minutes(30)), arguments: GoodClient.allCases, names)
  func `a client that keeps its promises passes`(client: GoodClient, name: String) throws {
    try client.expectPass(of: name)
  }

  @Test(.timeLimit(.minutes(30)), arguments: names)
  func `a client of version 1 is skipped for what it lacks`(name: String) throws {
    let client = BuiltProducts.root + "/acceptance/adapters/shell/client.sh"
    let run = try CaseRun(name, client: [client])
    guard case .skipped(.missingCapability(let capability)) = run.verdict else {
      Issue.record("\(name) was not skipped")
      return
    }
    #expect(run.exit == .exited(0))
    let expected: Capability =
      switch name {
      case "queue.fresh-credentials": .credentials
      case "queue.account-bound": .accounts
      case "queue.cancel": .cancel
      case "queue.record-order": .records
      default: .clock
      }
    #expect(capability == expected)
    #expect(run.log.isEmpty)
  }

  @Test func `what the contract calls a capability is one in the reports`() {
    for capability in ClientCapability.allCases {
      #expect(Capability(rawValue: capability.rawValue) != nil)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server that keeps keys for a shorter time is believed`() throws {
    let run = try CaseRun(
      "queue.key-lifetime",
      client: GoodClient.reference.arguments,
      profile: #"{"name":"short","keyLifetimeSeconds":900}"#
    )
    #expect(run.verdict == .passed)
  }
}

/// What a client answers to `capabilities`, and what that counts for.
struct CapabilitiesAnswerTests {
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("exit 64", []), ("kill -9 $$", []), (":", []), ("echo usage: submit", []),
      ("echo '{}'", []), (#"echo '{"capabilities":[]}'"#, []),
      (#"echo '{"capabilities":["clock","flying"]}'"#, [.clock]),
      (
        #"echo '{"capabilities":["credentials","accounts","clock","cancel"]}'"#,
        [.credentials, .accounts, .clock, .cancel]
      ),
      (#"echo '{"capabilities":["clock"]}'; exit 1"#, []),
      (#"echo '{"capabilities":["clock"]}'; echo more"#, []),
    ] as [(String, Set<Capability>)]
  )
  func `only one line and exit status 0 announce something`(
    script: String,
    expected: Set<Capability>
  ) throws {
    #expect(try ClientOutput.capabilities(finished(script)) == expected)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (#"echo '{"capabilities":"clock"}'"#, .wrongType),
      (#"echo '{"capabilities":[1]}'"#, .wrongType), ("exec sleep 600", .hang),
      ("sleep 600 >/dev/null & echo '{}'", .leftProcess),
    ] as [(String, ContractRule)]
  )
  func `a broken announcement names its rule`(script: String, rule: ContractRule) throws {
    #expect(throws: CaseStop.broken(.capabilities, rule)) {
      try ClientOutput.capabilities(finished(script))
    }
  }

  private func finished(_ script: String) throws -> FinishedCommand {
    try ChildProcess.run(
      Command(["/bin/sh", "-c", script]),
      outputBytesMax: 1 << 12,
      timeLimit: .milliseconds(script.contains("exec sleep") ? 300 : 20_000)
    )
  }
}

struct HTTPDateTests {
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_800_000_090, "Fri, 15 Jan 2027 08:01:30 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
  ])
  func `a moment is written as a header field wants it`(seconds: Int64, text: String) {
    #expect(HTTPDate.text(unixSeconds: seconds) == text)
  }
}

struct BearerTests {
  @Test(arguments: [
    ("Bearer t1", true), ("bearer t1", true), ("Bearer t2", false), ("Basic t1", false),
    ("t1", false), ("", false), ("Bearer  t1", false),
  ])
  func `a delivery carries the token that stands after the scheme`(field: String, carries: Bool) {
    let delivery = SeenDelivery(
      number: 1,
      key: "k",
      keyAttempt: 1,
      body: [],
      succeeded: false,
      authorization: field
    )
    #expect(delivery.carries(bearer: "t1") == carries)
  }
}
