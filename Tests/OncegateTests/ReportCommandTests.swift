// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

struct ReportCommandTests {
  private let folder: TemporaryFolder
  private let bad = "\(BuiltProducts.root)/Tests/BadReports"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> GateRun {
    try GateRun(["report"] + arguments, in: folder)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ([], 2, "usage: oncegate report COMMAND"), (["--help"], 0, "usage: oncegate report COMMAND"),
      (["merg"], 2, "did you mean 'merge'?"), (["chekc"], 2, "did you mean 'check'?"),
      (["merge", "--help"], 0, "--verdict-of"), (["check", "-h"], 0, "--junit-profile"),
      (["merge"], 2, "FILE is missing"), (["merge", "a.xml"], 2, "'-o FILE' is missing"),
      (["merge", "/nowhere/a.xml", "-o", "/nowhere/b.xml"], 2, "could not be read"),
      (["check"], 2, "FILE is missing"), (["check", "/nowhere/a.xml"], 2, "could not be read"),
      (["check", "a.xml", "--format", "tap"], 2, "human, json"),
    ] as [([String], Int32, String)]
  )
  func `what is asked for is told, or done`(arguments: [String], status: Int32, words: String)
    throws
  {
    let run = try run(arguments)
    #expect(run.exit == .exited(status))
    #expect(run.terminal.contains(words))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a finding is a line with file, line, rule and reader`() throws {
    let file = "\(bad)/two-outputs.xml"
    let human = try run(["check", file])
    #expect(human.exit == .exited(1))
    #expect(
      human.terminal
        == "\(file):18 two-outputs gitlab rejects the whole report: a second 'system-out'\n"
    )
    let json = try run(["check", "--format", "json", file, "\(bad)/none.xml"])
    #expect(json.exit == .exited(1))
    #expect(
      json.terminal
        == #"{"consumer":"gitlab","effect":"rejects the whole report","file":"\#(file)","line":18,"#
        + #""rule":"two-outputs","what":"a second 'system-out'"}"# + "\n"
    )
    #expect(try run(["check", "\(bad)/none.xml"]).exit == .exited(0))
    // A file that is not there does not keep the others from being checked.
    let both = try run(["check", "/nowhere/a.xml", file])
    #expect(both.exit == .exited(2))
    #expect(both.terminal.contains(" two-outputs "))
  }

  @Test(.timeLimit(.minutes(30)))
  func `the parts of a run become one report folder`() throws {
    var parts: [String] = []
    for part in 1...2 {
      let run = try GateRun(
        ["run", "--suite", "gate", "state.*", "--seed", "1", "--partition", "\(part)/2"],
        in: folder
      )
      #expect(run.exit == .exited(0))
      parts.append(folder.file("part\(part)"))
      try FileManager.default.moveItem(atPath: run.reports, toPath: parts[part - 1])
    }
    let whole = folder.file("whole")
    let merge = try run(["merge"] + parts + ["--report-dir", whole, "-o", "\(whole).xml"])
    #expect(merge.exit == .exited(0))
    #expect(merge.terminal.contains("GATE OPEN  3 of 3 promises held"))
    for path in ["\(whole).xml", "\(whole)/TEST-oncegate.xml"] {
      let cases = try JUnitReader.cases(in: path, schema: JUnitSchema(.rich)).cases
      #expect(Set(cases.map(\.name)).count == 3)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: whole)
    #expect(Set(names).isSuperset(of: ["summary.md", "report.html", "run.json", "logs"]))

    let files = try run(["merge"] + parts + ["-o", "\(whole).xml"])
    #expect(files.exit == .exited(0))
    #expect(files.terminal.hasSuffix("3 tests, 0 failures, 0 errors, 0 skipped, of 2 files\n"))
    #expect(try run(["check", whole, "\(whole).xml"]).exit == .exited(0))
  }
}
