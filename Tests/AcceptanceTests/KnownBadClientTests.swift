// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import TestSupport
import Testing

@testable import known_bad_client

struct KnownBadClientTests {
  private static let program = BuiltProducts.path(of: "known-bad-client")

  @Test(.timeLimit(.minutes(30)), arguments: Flaw.allCases)
  func `each flaw is found where and as it must be, and is an error of the client nowhere`(
    flaw: Flaw
  ) throws {
    // The cases of the gate, and those beyond it that are meant for the flaw.
    let beyondGate = flaw.expectations.map(\.caseName).filter { !QueueCaseTests.names.contains($0) }
    for name in QueueCaseTests.names + beyondGate {
      let run = try CaseRun(name, client: [Self.program, "--flaw", flaw.rawValue])
      if let expected = flaw.expectations.first(where: { $0.caseName == name }) {
        #expect(run.finding == expected.finding, "\(name): \(String(describing: run.verdict))")
        #expect(run.exit?.isTrap == true)
        #expect(run.log.last?.result == .violated(expected.finding.invariant))
        continue
      }
      switch run.verdict {
      case .passed, .failed(.invariantBroken): break
      // What is never sent meets no fault.
      case .unjudged(.vacuous): #expect(flaw == .neverSends, "\(name)")
      default: Issue.record("\(name) with \(flaw.rawValue): \(String(describing: run.verdict))")
      }
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the list names each flaw with its case, promise and finding`() throws {
    let finished = try ChildProcess.run(
      Command([Self.program, "--list"]),
      outputBytesMax: 1 << 16,
      timeLimit: .seconds(20)
    )
    let lines = String(decoding: finished.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == Flaw.allCases.map(\.expectations.count).reduce(0, +))
    #expect(
      lines.contains(
        "completed-on-503\tqueue.lost-response\tremoved-only-after-explicit-success\t"
          + "completed-without-success"
      )
    )
  }
}
