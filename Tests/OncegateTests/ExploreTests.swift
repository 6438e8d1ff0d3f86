// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

@testable import oncegate

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A search as a whole: from the command line to its reports.
struct ExploreTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> GateRun {
    let needsFolder = arguments.first != "run"
    return try GateRun(
      arguments + (needsFolder ? ["--report-dir", folder.file("report")] : []),
      in: folder,
      environment: ["TMPDIR": folder.path]
    )
  }

  private static func subject(_ flaw: String? = nil) -> String {
    BuiltProducts.path(of: "known-bad-subject") + (flaw.map { " \($0)" } ?? "")
  }

  private func digest(_ terminal: String) throws -> String {
    let lines = terminal.split(separator: "\n").map(String.init)
    return try #require(lines.first { $0.hasPrefix(" digest ") }, "\(terminal)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `the bundled state machine is covered, and is the same each time`() throws {
    let folder = try TemporaryFolder()
    let first = try run(["explore", "state", "--depth", "3", "--records", "2"], in: folder)
    #expect(first.exit == .exited(0), "\(first.terminal)")
    #expect(first.terminal.contains(" covered "))
    #expect(first.terminal.contains("GATE OPEN"))
    let cases = try first.cases()
    #expect(cases.map(\.name) == ["state.explore"] && cases[0].outcome == .passed)
    let again = try run(["explore", "state", "--depth", "3", "--records", "2"], in: folder)
    #expect(try digest(first.terminal) == digest(again.terminal))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a finding is reported, kept, fails again, and passes once the bug is mended`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("found.json")
    let bad = ["--subject", Self.subject("double-tap-sends")]
    let search = try run(
      ["explore", "state", "--seed", "7", "--save", file] + bad,
      in: folder
    )
    #expect(search.exit == .exited(1), "\(search.terminal)")
    let found = try Counterexample.read(Array(Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(found.finding == "second-tap-sent" && found.seed == "7" && found.steps.count == 3)
    let name = try #require(found.caseName).description
    let cases = try search.cases()
    #expect(cases.map(\.name) == [name] && cases[0].outcome == .failure)
    #expect(search.terminal.contains("  events    \(found.steps[0])\n"))
    #expect(search.terminal.contains("  repeat    oncegate run \(file) --seed 7 --subject "))
    #expect(search.terminal.contains("  known as  double tap sends twice"))

    let again = try run(["run", file] + bad, in: folder)
    #expect(again.exit == .exited(1), "\(again.terminal)")
    #expect(try again.cases().map(\.name) == [name])
    #expect(again.terminal.contains("a tap while a write was in flight began another write"))
    let mended = try run(["run", file, "state.rejection", "--subject", Self.subject()], in: folder)
    #expect(mended.exit == .exited(0), "\(mended.terminal)")
    #expect(try mended.cases().count == 2)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a search that goes on keeps each kind of finding in a file of its own`() throws {
    let folder = try TemporaryFolder()
    let search = try run(
      [
        "explore", "state", "--depth", "3", "--orders", "200", "--keep-going", "--quiet",
        "--save", folder.file("found.json"), "--subject", Self.subject("unknown-as-rejection"),
      ],
      in: folder
    )
    #expect(search.exit == .exited(1))
    let cases = try search.cases()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("found") }.sorted()
    #expect(cases.count == files.count && files.contains("found.json"), "\(files)")
    #expect(cases.allSatisfy { $0.outcome == .failure })
  }

  @Test(.timeLimit(.minutes(30)), arguments: [SIGTERM, SIGINT])
  func `a signal ends a search with what it has covered`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let process = try ChildProcess.start(
      GateRun.command(
        [
          "explore", "state", "--orders", "100000000", "--subject", Self.subject(),
          "--report-dir", folder.file("report"),
        ],
        reports: folder.file("report"),
        environment: ["TMPDIR": folder.path]
      ),
      output: .collect(bytesMax: 1 << 20)
    )
    let junit = folder.file("report/TEST-oncegate.xml")
    while !FileManager.default.fileExists(atPath: junit) || explorers(in: folder).isEmpty {
      try #require(process.finished == nil)
      _ = poll(nil, 0, 5)
    }
    // What a killed command would leave is true from the start.
    #expect(try JUnitReader.cases(in: junit, schema: JUnitSchema(.rich)).cases[0].type == "NotRun")
    process.kill(signal)
    let finished = process.waitUntilEnded()
    let terminal = String(decoding: finished.output, as: UTF8.self)
    #expect(finished.exit == .exited(128 + signal), "\(terminal)")
    #expect(finished.leftProcesses == 0)
    #expect(terminal.contains(" covered ") && terminal.contains("NO VERDICT"), "\(terminal)")
    let cases = try JUnitReader.cases(in: junit, schema: JUnitSchema(.rich)).cases
    #expect(cases.map(\.type) == ["NotRun"])
    #expect(explorers(in: folder).isEmpty)
  }

  /// The processes that have a private folder of the search, and can take a signal.
  private func explorers(in folder: TemporaryFolder) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { identity in
      guard Int32(identity) != nil,
        let data = FileManager.default.contents(atPath: "/proc/\(identity)/environ"),
        let name = FileManager.default.contents(atPath: "/proc/\(identity)/comm")
      else { return false }
      // A subject runs: the explorer is past its beginning.
      return data.range(of: Data(folder.path.utf8)) != nil
        && name.starts(with: Data("known-bad-subj".utf8))
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a subject that breaks the contract is not judged`() throws {
    let folder = try TemporaryFolder()
    let search = try run(["explore", "state", "--subject", "/bin/cat"], in: folder)
    #expect(search.exit == .exited(3), "\(search.terminal)")
    #expect(search.terminal.contains("the contract was broken"))
    #expect(try search.cases().map(\.name) == ["state.explore"])
  }
}

struct ExploreOptionsTests {
  private func options(_ arguments: [String]) throws -> ExploreOptions {
    try ExploreOptions(.state, ParsedArguments(arguments, syntax: Commands.exploreState))
  }

  @Test func `without options the bundled state machine is explored`() throws {
    let options = try options(["--seed", "a"])
    #expect(options.isInProcess && options.depth == 8 && options.records == 3)
    #expect(options.repeatCommand == "oncegate explore state --seed a")
    #expect(try !self.options(["--subject", "x"]).isInProcess)
  }

  @Test func `a queue is explored within the process where neither client nor processes are named`()
    throws
  {
    func isInProcess(_ arguments: [String]) throws -> Bool {
      try ExploreOptions(.queue, ParsedArguments(arguments, syntax: Commands.exploreQueue))
        .isInProcess
    }
    #expect(try isInProcess([]))
    #expect(try !isInProcess(["--processes"]))
    #expect(try !isInProcess(["--client", "x"]))
  }

  @Test func `what repeats a search says all that it was told`() throws {
    let options = try options([
      "--seed", "a", "--depth", "4", "--subject", "my subject", "--partition", "2/3",
    ])
    #expect(
      options.repeatCommand
        == "oncegate explore state --seed a --subject 'my subject' --depth 4 --partition 2/3"
    )
    let parameters = options.parameters(folder: "/f")
    #expect(parameters.part == 2 && parameters.parts == 3 && parameters.depth == 4)
    #expect(
      options.repeatCommand(ofFile: "f") == "oncegate run ./f --seed a --subject 'my subject'"
    )
  }

  @Test(arguments: [
    ("found.json", "found-3.json"), ("a.b/found", "a.b/found-3"), ("./.found", "./.found-3"),
    ("d/found.new.json", "d/found.new-3.json"),
  ])
  func `further findings get numbered files`(file: String, third: String) throws {
    let options = try options(["--save", file])
    #expect(options.saveFile(forFinding: 1) == file)
    #expect(options.saveFile(forFinding: 3) == third)
    #expect(try self.options([]).saveFile(forFinding: 2) == nil)
  }

  @Test(arguments: [
    ["--depth", "0"], ["--depth", "x"], ["--records", "5"], ["--partition", "3/2"],
    ["--orders", "-1"],
  ])
  func `a number out of its bounds is refused`(arguments: [String]) {
    #expect(throws: ArgumentError.self) { try self.options(arguments) }
  }

  @Test func `a file among the names of a run is read, and a bad one refused`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.json")
    let good = Counterexample(
      area: .state,
      seed: Seed(1),
      finding: .secondTapSent,
      steps: ["load s1 r1=true", "tap r1 true"]
    )
    try Data(good.json.utf8).write(to: URL(fileURLWithPath: file))
    let saved = try SavedExamples(["queue.*", file, file])
    #expect(saved.names == ["queue.*"] && saved.examples.map(\.example) == [good])
    let run = try RunOptions(ParsedArguments([file], syntax: Commands.run), cores: 1)
    let name = try #require(good.caseName)
    #expect(run.suite == "selection" && run.cases.map(\.name) == [name])
    #expect(run.cases[0].repeatCommand == "oncegate run \(file)")

    var bad = good
    bad.steps[1] = "tap r2 true"
    try Data(bad.json.utf8).write(to: URL(fileURLWithPath: file))
    #expect(
      throws: ArgumentError.badFile(
        file,
        reason: "step 2: names a record, a ticket or a session that is not there then"
      )
    ) { try SavedExamples([file]) }
    #expect(throws: ArgumentError.badFile("./none", reason: "there is no such file")) {
      try SavedExamples(["./none"])
    }
    // Where there is no such file, it is the name of a case.
    #expect(try SavedExamples(["none.json"]).names == ["none.json"])
  }
}

struct CoverageTextTests {
  @Test func `numbers stand in groups, and times are said as people do`() {
    #expect(CoverageText.grouped(0) == "0")
    #expect(CoverageText.grouped(1_234_567) == "1 234 567")
    #expect(CoverageText.grouped(.max).hasPrefix("more than "))
    let times: [(Double, String)] = [
      (0.04, "0.0 s"), (9.96, "10 s"), (119, "119 s"), (150, "3 min"), (7_300, "2 h"),
      (1e12, "many years"),
    ]
    for (seconds, words) in times { #expect(CoverageText.time(seconds: seconds) == words) }
  }

  @Test func `a line on the way says how fast it goes and how long it takes`() {
    var coverage = Coverage(orders: 2_000, states: 30, fraction: 0.25, depth: 8)
    let text = CoverageText(area: .state, coverage: coverage, elapsed: .seconds(10))
    #expect(text.progress == "2 000 orders  30 states  200 orders a second  25 %  about 30 s left")
    #expect(
      text.summary(digest: "ab", isComplete: true) == [
        "covered 2 000 orders of at most 8 events, 30 states, in 10 s, 200 orders a second",
        "all that was asked for is covered", "digest ab",
      ]
    )
    coverage.wholeDepth = 3
    coverage.states = nil
    #expect(
      CoverageText(area: .state, coverage: coverage, elapsed: .seconds(10))
        .summary(digest: nil, isComplete: true)[0]
        == "covered 2 000 orders of at most 8 events, none left out up to 3, in 10 s, "
        + "200 orders a second"
    )
  }

  @Test func `orders a second are those that were gone through one by one`() {
    var coverage = Coverage(orders: 9_000_000, events: 500, states: 30, fraction: 0.5, depth: 8)
    func text(_ seconds: Int) -> CoverageText {
      CoverageText(area: .state, coverage: coverage, elapsed: .seconds(seconds))
    }
    #expect(
      text(10).progress
        == "9 000 000 orders  30 states  50 events a second  50 %  about 10 s left"
    )
    coverage.walk = Coverage.Walk(events: 16, states: 40)
    coverage.walk?.orders = 6_000
    coverage.walk?.nanoseconds = 2_000_000_000
    coverage.walk?.digest = "cd"
    #expect(
      text(12).progress
        == "6 000 orders walked  3 000 orders a second  50 %  about 12 s left"
    )
    #expect(
      text(12).summary(digest: "ab", isComplete: true) == [
        "covered 9 000 000 orders of at most 8 events, 30 states, 500 events tried, in 10 s, "
          + "50 events a second",
        "walked 6 000 orders of 16 events one by one through 40 states, in 2.0 s, "
          + "3 000 orders a second, digest cd",
        "all that was asked for is covered", "digest ab",
      ]
    )
  }

  @Test func `a line is drawn in place on a terminal, and now and then elsewhere`() {
    let coverage = Coverage(orders: 2_000, fraction: 0.25, depth: 8)
    func text(_ seconds: Int) -> CoverageText {
      CoverageText(area: .queue, coverage: coverage, elapsed: .seconds(seconds))
    }
    var drawn = ExploreProgress(isInPlace: true, columns: 20, isQuiet: false)
    #expect(drawn.text(for: text(1)) == "\r\u{1b}[K 2 000 schedules  2")
    #expect(drawn.clear() == "\r\u{1b}[K" && drawn.clear().isEmpty)
    var written = ExploreProgress(isInPlace: false, columns: 80, isQuiet: false)
    #expect(written.text(for: text(1)).isEmpty)
    #expect(written.text(for: text(10)).hasSuffix(" left\n"))
    #expect(written.text(at: .seconds(11)).isEmpty)
    var quiet = ExploreProgress(isInPlace: true, columns: 80, isQuiet: true)
    #expect(quiet.text(for: text(100)).isEmpty)
  }
}
