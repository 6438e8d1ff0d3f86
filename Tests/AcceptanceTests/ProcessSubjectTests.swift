// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import Foundation
import TestSupport
import Testing

struct ProcessSubjectTests {
  /// A subject that answers every line by what a shell does.
  private static func shell(
    _ script: String,
    timeLimit: Duration = .seconds(30)
  ) throws(CaseStop) -> ProcessSubject {
    try ProcessSubject(
      ["/bin/sh", "-c", script],
      inherited: ["PATH": "/usr/bin:/bin"],
      timeLimit: timeLimit
    )
  }

  /// Loads a session and returns the rule that the subject breaks there.
  private static func ruleBrokenAtLoad(
    _ script: String,
    timeLimit: Duration = .seconds(30)
  ) throws -> ContractBreach? {
    var subject = try shell(script, timeLimit: timeLimit)
    defer { subject.end() }
    do {
      _ = try subject.load(session: "s-1", records: ["r-1": false])
      return nil
    } catch CaseStop.unjudged(.contractBroken(let breach)) {
      return breach
    }
  }

  private static let good =
    #"{"records":{"r-1":{"confirmed":false,"visible":false,"pending":null,"#
    + #""enabled":true,"needsSync":false}},"syncs":0}"#

  @Test(.timeLimit(.minutes(30)))
  func `a subject announces what it can do in a process of its own`() {
    let capabilities = ProcessSubject.capabilities(
      of: [BuiltProducts.path(of: "known-bad-subject")],
      inherited: [:],
      timeLimit: .seconds(30)
    )
    #expect(capabilities == Set(SubjectCapability.allCases))
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "exit 64", "kill -9 $$", "read line; echo usage",
      "read line; echo '{\"records\":{},\"syncs\":0}'",
      "read line; echo '{\"capabilities\":7}'", "read line; echo '{\"capabilities\":[\"flying\"]}'",
      "exec 1>&-; sleep 100", "no-such-command",
    ]
  )
  func `whatever is no announcement announces nothing`(script: String) {
    let capabilities = ProcessSubject.capabilities(
      of: ["/bin/sh", "-c", script],
      inherited: ["PATH": "/usr/bin:/bin"],
      timeLimit: .seconds(30)
    )
    #expect(capabilities.isEmpty)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a subject in a process is asked and answers in step`() throws {
    var subject = try ProcessSubject(
      [BuiltProducts.path(of: "known-bad-subject")],
      inherited: [:],
      timeLimit: .seconds(30)
    )
    defer { subject.end() }
    let loaded = try subject.load(session: "s-1", records: ["r-1": false])
    #expect(loaded.tap == nil && loaded.records["r-1"]?.enabled == true)
    let tapped = try subject.tap(record: "r-1", value: true)
    guard case .began(let ticket) = tapped.tap else {
      Issue.record("a tap on a free record began no write")
      return
    }
    #expect(tapped.records["r-1"]?.pending == true)
    let lost = try subject.respond(ticket: ticket, outcome: .unknown)
    #expect(lost.syncs == 1 && lost.records["r-1"]?.needsSync == true)
    #expect(try subject.tap(record: "r-1", value: true).tap == .intercepted)
    let read = try subject.sync(session: "s-1", record: "r-1", outcome: .read(true))
    #expect(read.records["r-1"]?.confirmed == true && read.records["r-1"]?.enabled == true)
    #expect(try subject.arrange(order: []).records.count == 1)
  }

  @Test func `a good answer of a script is accepted`() throws {
    #expect(try Self.ruleBrokenAtLoad("read line; echo '\(Self.good)'; read line") == nil)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("read line; echo nonsense; read line", .notJSON),
      ("read line; echo '[]'; read line", .notAnObject),
      ("read line; echo '{\"syncs\":0}'; read line", .recordsMissing),
      ("read line; echo '{\"records\":{}}'; read line", .memberMissing),
      ("read line; echo '{\"records\":{},\"syncs\":true}'; read line", .wrongType),
      (#"read line; printf '\377\n'; read line"#, .notUTF8),
      ("read line; head -c 70000 /dev/zero | tr '\\0' x; echo; read line", .lineTooLong),
      ("read line; exit 0", .endedEarly),
      ("exit 3", .endedEarly),
      ("read line; exec >&-; read line; sleep 60", .endedEarly),
      ("read line; kill -9 $$", .killedBySignal),
    ] as [(String, ContractRule)]
  )
  func `a subject that breaks the contract is told the rule`(
    script: String,
    rule: ContractRule
  ) throws {
    #expect(try Self.ruleBrokenAtLoad(script) == ContractBreach(.load, rule))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a subject that does not answer hangs`() throws {
    let breach = try Self.ruleBrokenAtLoad(
      "read line; read line; sleep 60",
      timeLimit: .milliseconds(50)
    )
    #expect(breach == ContractBreach(.load, .noAnswer))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a subject that speaks without being asked is out of step`() throws {
    var subject = try Self.shell("read line; printf '%s\\n%s\\n' '\(Self.good)' '{}'; read line")
    defer { subject.end() }
    _ = try subject.load(session: "s-1", records: ["r-1": false])
    #expect(throws: CaseStop.broken(.load, .unaskedLine)) {
      _ = try subject.arrange(order: [])
    }
  }

  @Test(
    arguments: [
      (["/nowhere/subject"], .commandNotFound), (["no-such-subject"], .commandNotFound),
      (["/"], .isFolder), (["/etc/passwd"], .notExecutable),
    ] as [([String], ContractRule)]
  )
  func `a subject that cannot be started says why`(
    arguments: [String],
    rule: ContractRule
  ) throws {
    #expect(throws: CaseStop.broken(.start, rule)) {
      _ = try ProcessSubject(arguments, inherited: [:], timeLimit: .seconds(1))
    }
  }
}
