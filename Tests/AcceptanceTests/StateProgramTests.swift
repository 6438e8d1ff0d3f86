// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import known_bad_subject

struct StateProgramTests {
  private static let cases = ["state.rejection", "state.unknown-outcome", "state.session-switch"]
  private static let subject = BuiltProducts.path(of: "known-bad-subject")

  private static func run(_ name: String, subject: [String]?) throws -> CaseRun {
    let folder = try TemporaryFolder()
    var parameters = CaseParameters(seed: Seed(0x5eed), client: [], folder: folder.path)
    parameters.subject = subject
    return try CaseRun(arguments: [name], parameters: parameters.json)
  }

  @Test(.timeLimit(.minutes(30)), arguments: cases)
  func `a good subject passes, in this process and in its own`(name: String) throws {
    for subject in [nil, [Self.subject]] {
      let run = try Self.run(name, subject: subject)
      #expect(run.verdict == .passed)
      #expect(run.exit == .exited(0))
      #expect(run.log.count > 20)
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: Flaw.allCases)
  func `a flawed subject in its own process fails its case by a trap`(flaw: Flaw) throws {
    let expected = flaw.expectation
    let run = try Self.run(expected.caseName, subject: [Self.subject, flaw.rawValue])
    #expect(run.finding == expected.finding)
    #expect(run.exit?.isTrap == true)
    #expect(run.log.last?.result == .violated(expected.finding.invariant))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a subject that is none is a broken contract`() throws {
    let absent = try Self.run("state.rejection", subject: ["/nowhere/subject"])
    #expect(absent.breach == ContractBreach(.start, .commandNotFound))
    let silent = try Self.run("state.rejection", subject: ["/bin/true"])
    #expect(silent.breach == ContractBreach(.load, .endedEarly))
    let refused = try Self.run("state.rejection", subject: [Self.subject, "no-such-flaw"])
    #expect(refused.breach == ContractBreach(.load, .endedEarly))
  }

  @Test(.timeLimit(.minutes(30)))
  func `the list of flaws says what must catch each`() throws {
    let finished = try ChildProcess.run(
      Command([Self.subject, "--list"]),
      outputBytesMax: 1 << 16,
      timeLimit: .seconds(30)
    )
    let lines = String(decoding: finished.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == Flaw.allCases.map(\.expectations.count).reduce(0, +))
    #expect(
      lines.contains("global-flag\tstate.rejection\tother-records-untouched\tother-record-changed")
    )
  }
}
