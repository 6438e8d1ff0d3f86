// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Reporting
import ReportingTestSupport
import TestSupport
import Testing

@testable import oncegate

/// Real runs, and what is made of their records.
struct ReportCommandsTests {
  private static let flaw =
    "'\(BuiltProducts.path(of: "known-bad-client"))' --flaw new-key-on-relaunch"

  private func oncegate(
    _ arguments: [String],
    in folder: TemporaryFolder
  ) throws -> (exit: Exit?, output: String) {
    let finished = try ChildProcess.run(
      GateRun.command(arguments, reports: folder.path),
      outputBytesMax: 4 << 20,
      timeLimit: GateRun.timeMax
    )
    return (finished.exit, String(decoding: finished.output, as: UTF8.self))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a real run's events are in step, and its pages can be made again and compared`() throws {
    let folder = try TemporaryFolder()
    let later = try TemporaryFolder()
    let names = ["queue.relaunch", "state.rejection"]
    let good = try GateRun(["run"] + names + ["--format", "json"], in: folder)
    #expect(good.exit == .exited(0))
    let events = try EventStream.read(good.terminal)
    #expect(events.breaches == [])
    #expect(events.events.first == "run-started")
    #expect(events.events.last == "run-ended")
    #expect(events.events.count == 6)

    let old = "\(good.reports)/run.json"
    let bad = try GateRun(
      ["run"] + names + ["--client", Self.flaw, "--baseline", old, "--color", "never"],
      in: later
    )
    #expect(bad.exit == .exited(1))
    #expect(bad.terminal.contains("1 new failure, 1 unchanged"))
    let written = try bad.files()
    let again = try oncegate(["report", "render", "\(bad.reports)/run.json"], in: later)
    #expect(again.exit == .exited(0))
    #expect(again.output == "\(bad.reports)/report.html\n\(bad.reports)/summary.md\n")
    #expect(try bad.files() == written)

    let elsewhere = later.file("elsewhere")
    let moved = try oncegate(
      ["report", "render", "\(bad.reports)/run.json", "-o", elsewhere],
      in: later
    )
    #expect(moved.exit == .exited(0))
    let page = try String(contentsOfFile: "\(elsewhere)/report.html", encoding: .utf8)
    #expect(page.contains("\(elsewhere)/logs/queue.relaunch.jsonl:"))
    #expect(FileManager.default.fileExists(atPath: "\(elsewhere)/logs/queue.relaunch.jsonl"))

    let new = "\(bad.reports)/run.json"
    let worse = try oncegate(["report", "diff", old, new], in: later)
    #expect(worse.exit == .exited(1))
    #expect(worse.output.hasPrefix("WORSE  1 new failure, 1 unchanged\n"))
    let better = try oncegate(["report", "diff", new, old], in: later)
    #expect(better.exit == .exited(0))
    #expect(better.output.hasPrefix("NOT WORSE  1 fixed, 1 unchanged\n"))
  }

  @Test func `what is no record of a run is refused with its name`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("run.json")
    for text in ["", "<testsuites/>", "{\"version\": 99}", "{\"version\": 1}"] {
      try text.write(toFile: file, atomically: false, encoding: .utf8)
      for arguments in [
        ["report", "render", file], ["report", "diff", file, file],
        ["run", "state.rejection", "--baseline", file, "--report-dir", folder.file("report")],
      ] { #expect(Main.status(of: arguments) == .usage, "\(text) \(arguments)") }
    }
    for arguments in [
      ["report", "render"], ["report", "render", folder.file("missing.json")],
      ["report", "diff", file], ["report", "diff"], ["report", "render", folder.path],
    ] { #expect(Main.status(of: arguments) == .usage, "\(arguments)") }
    // Nothing was run.
    #expect(!FileManager.default.fileExists(atPath: folder.file("report")))
    #expect(
      throws: ArgumentError.badRecord("'\(file)': the record of a run is damaged at 'hasEnded'")
    ) {
      try RecordedRun.read(file) { _ in }
    }
    #expect(
      throws: ArgumentError.badRecord("'\(folder.path)' could not be read: Is a directory")
    ) { try RecordedRun.read(folder.path) { _ in } }
  }

  @Test func `the topic of the events tells every event and every member`() {
    let text = Topic.events.text
    for shape in EventGrammar.events + EventGrammar.objects {
      #expect(text.contains("\n\(shape.name): \(shape.summary)\n"))
      for member in shape.members { #expect(text.contains("\n  \(member.name)")) }
    }
    #expect(text.contains("This is version \(EventGrammar.version) of the grammar"))
  }
}
