// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import oncegate

/// How the selftest judges what became of programs whose quality is known.
struct SelftestJudgementTests {
  private static let name = CaseCatalogue.queue[0].name
  private static let check = CaseCheck(name, .keyNotAccepted)
  private static let bad = KnownBad(kind: .client, flaw: "f", expectations: [check])
  /// The flaw belongs to another case.
  private static let elsewhere = KnownBad(kind: .client, flaw: "f", expectations: [])

  private static func row(_ bad: KnownBad?, _ verdict: Verdict) -> SelftestRow {
    let result = CaseResult(
      description: CaseCatalogue.queue[0],
      verdict: verdict,
      duration: .zero,
      log: []
    )
    return SelftestRow(name: bad?.flaw ?? "good", kind: .client, bad: bad, results: [result])
  }

  private static func failed(_ finding: Finding) -> Verdict {
    .failed(.invariantBroken(finding, sourceLine: 1))
  }

  /// What a verdict means for a good program, for one that must be found, and for one that may be.
  private static let table: [(Verdict, good: String, must: String, may: String)] = [
    (.passed, "right", "wrong", "right"),
    (failed(.keyNotAccepted), "wrong", "right", "right"),
    // The same invariant, and another finding, is another reason.
    (failed(.taskNotListed), "wrong", "wrong", "right"),
    // The case does not declare that it looks for this.
    (failed(.secondTapSent), "wrong", "wrong", "wrong"),
    (.failed(.preconditionFailed), "wrong", "wrong", "wrong"),
    (.skipped(.missingCapability(.clock)), "right", "wrong", "right"),
    (.unjudged(.vacuous), "wrong", "wrong", "right"),
    (
      .unjudged(.contractBroken(ContractBreach(.submit, .noLine))), "wrong", "wrong", "wrong"
    ),
    (.unjudged(.timedOut(limit: .seconds(1))), "unjudged", "unjudged", "unjudged"),
    (.unjudged(.couldNotStart(code: 2)), "unjudged", "unjudged", "unjudged"),
    (.unjudged(.leftProcesses(count: 1)), "unjudged", "unjudged", "unjudged"),
  ]

  private static func judgement(_ row: SelftestRow) -> String {
    guard let problem = row.problems.first else { return "right" }
    return problem.isUnjudged ? "unjudged" : "wrong"
  }

  @Test func `only what must happen is right`() {
    for (verdict, good, must, may) in Self.table {
      #expect(Self.judgement(Self.row(nil, verdict)) == good, "good: \(verdict)")
      #expect(Self.judgement(Self.row(Self.bad, verdict)) == must, "must: \(verdict)")
      #expect(Self.judgement(Self.row(Self.elsewhere, verdict)) == may, "may: \(verdict)")
    }
  }

  @Test func `a case that was not run is no proof`() {
    let row = SelftestRow(name: "f", kind: .client, bad: Self.bad, results: [])
    #expect(row.problems.map(\.description) == ["f: \(Self.name) was not run"])
  }

  @Test func `a problem says what happened and what must happen`() {
    #expect(
      Self.row(Self.bad, Self.failed(.taskNotListed)).problems.map(\.description)
        == ["f: \(Self.name) found 'task-not-listed'; it must find 'key-not-accepted'"]
    )
    #expect(
      Self.row(Self.bad, .passed).problems.map(\.description)
        == ["f: \(Self.name) passed; it must find 'key-not-accepted'"]
    )
  }

  @Test func `a case that every good program skips is not proved`() {
    let skipped = Self.row(nil, .skipped(.missingCapability(.clock)))
    #expect(SelftestMatrix(rows: [skipped], isWhole: false).problems.count == 1)
    let passed = Self.row(nil, .passed)
    #expect(SelftestMatrix(rows: [skipped, passed], isWhole: false).problems.isEmpty)
  }

  @Test func `a check that finds no bad program is told where all programs are there`() {
    let rows = [Self.row(Self.bad, Self.failed(.keyNotAccepted))]
    #expect(SelftestMatrix(rows: rows, isWhole: false).problems.isEmpty)
    let missing = SelftestMatrix(rows: rows, isWhole: true).problems
    let others = CaseCatalogue.checks.filter { $0 != Self.check }.map(\.description)
    #expect(missing.map(\.subject) == others)
    #expect(missing.allSatisfy { $0.words.hasSuffix("add a flaw that is found by it") })
  }

  @Test func `where a check is needed by nobody, those that it found are named`() {
    let rows = [Self.row(Self.elsewhere, Self.failed(.keyNotAccepted))]
    let problem = SelftestMatrix(rows: rows, isWhole: true).problems.first {
      $0.subject == Self.check.description
    }
    #expect(
      problem?.words == "no known-bad program needs it; let one of these expect it: f"
    )
  }

  @Test func `many columns are numbered, and their numbers explained`() throws {
    let results = CaseCatalogue.queue.map {
      CaseResult(description: $0, verdict: .passed, duration: .zero, log: [])
    }
    let many = Array(repeating: results, count: 3).flatMap(\.self)
    func text(_ results: [CaseResult]) -> [String] {
      let row = SelftestRow(name: "good", kind: .client, bad: nil, results: results)
      return SelftestMatrix(rows: [row], isWhole: false).text.split(separator: "\n").map(
        String.init
      )
    }
    #expect(try #require(text(results).first).contains("lost-response"))
    let lines = text(many)
    #expect(lines.prefix(many.count).last == " \(many.count)  \(CaseCatalogue.queue[3].name)")
    #expect(lines.allSatisfy { $0.count <= 100 })
    let row = try #require(lines.first { $0.hasPrefix("good") })
    let head = lines[many.count]
    // The last number stands above the last mark.
    #expect(head.range(of: "12  must")?.lowerBound == row.range(of: " .  nothing")?.lowerBound)
  }

  @Test func `progress is a line for each tenth, or one line on a terminal`() {
    var lines: [String] = []
    let progress = SelftestProgress(total: 25, isInteractive: false) { lines.append($0) }
    for _ in 0..<25 { progress.caseEnded() }
    #expect(lines.count == 10 && lines.last == "25 of 25 cases run\n")
    lines = []
    let terminal = SelftestProgress(total: 2, isInteractive: true) { lines.append($0) }
    for _ in 0..<2 { terminal.caseEnded() }
    #expect(lines == ["\r1 of 2 cases run", "\r\u{1b}[K"])
  }
}

struct KnownBadListTests {
  @Test func `the lines of a flaw are its expectations`() throws {
    let text =
      "a\tqueue.relaunch\tkey-stable-across-relaunch\tkey-changed-on-relaunch\n"
      + "a\tqueue.disconnect\tkey-well-formed\tkey-not-accepted\n"
      + "b\tqueue.disconnect\tkey-well-formed\tkey-not-accepted\n"
    let all = try KnownBad.all(of: .client, listedIn: text)
    #expect(all.map(\.flaw) == ["a", "b"])
    #expect(
      all[0].expectations.map(\.description)
        == ["queue.relaunch:key-changed-on-relaunch", "queue.disconnect:key-not-accepted"]
    )
  }

  @Test(arguments: [
    ("", SelftestError.noList("known-bad-client")),
    ("a\tqueue.relaunch\tkey-changed-on-relaunch\n", .noList("known-bad-client")),
    (
      "a\tqueue.relaunch\tkey-well-formed\tsecond-tap-sent\n",
      .noSuchCheck("known-bad-client", flaw: "a", check: "queue.relaunch:second-tap-sent")
    ),
    (
      "a\tqueue.relaunch\tkey-well-formed\tkey-changed-on-relaunch\n",
      .noSuchCheck("known-bad-client", flaw: "a", check: "queue.relaunch:key-changed-on-relaunch")
    ),
  ])
  func `what is no list is refused`(text: String, error: SelftestError) {
    #expect(throws: error) { try KnownBad.all(of: .client, listedIn: text) }
  }

  @Test func `each error says what to do`() {
    #expect(
      SelftestError.noSuchCheck("p", flaw: "f", check: "a.b:c").description
        == "'p' expects 'f' to be found by 'a.b:c', and no case has that check"
    )
    #expect(
      ArgumentError.unknownCheck("a.b:cd", known: ["a.b:cde"]).description
        == "no check is called 'a.b:cd'; did you mean 'a.b:cde'?; "
        + "'oncegate selftest --list-checks' shows all"
    )
  }
}

struct SelftestCommandTests {
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("double-tap-sends", "state.rejection:second-tap-sent"),
      ("no-key-sent", "queue.relaunch:key-not-accepted"),
    ]
  )
  func `it is green, and red without a check that a flaw needs`(
    flaw: String,
    check: String
  ) throws {
    let green = try GateRun(["selftest", flaw], in: TemporaryFolder())
    #expect(green.exit == .exited(0) && green.terminal.contains("SELFTEST PASSED"))
    let red = try GateRun(["selftest", flaw, "--without", check], in: TemporaryFolder())
    #expect(red.exit == .exited(1), "\(red.terminal)")
    #expect(red.terminal.contains("SELFTEST FAILED  1 problem\n"))
    #expect(red.terminal.contains("without \(check)"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `every check is listed with the flaws that it must find`() throws {
    let run = try GateRun(["selftest", "--list-checks"], in: TemporaryFolder())
    let lines = run.terminal.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(run.exit == .exited(0))
    #expect(lines.map { String($0[0]) } == CaseCatalogue.checks.map(\.description))
    let unproved = lines.filter { $0.count < 2 || $0[1] == "-" }.map { String($0[0]) }
    #expect(unproved == [])
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [["no-such-flaw"], ["--without", "queue.relaunch"], ["--without"]]
  )
  func `what does not exist is wrong usage`(arguments: [String]) throws {
    #expect(try GateRun(["selftest"] + arguments, in: TemporaryFolder()).exit == .exited(2))
  }
}

/// A run of the gate always checks for everything.
struct NoCheckLeftOutTests {
  @Test func `a run has no option that leaves a check out`() throws {
    let selftestOnly = Set(Commands.selftest.options.map(\.name))
      .subtracting(Commands.run.options.map(\.name))
    #expect(selftestOnly == ["--without", "--list-checks"])
    for command in Commands.withSubcommands where command != Commands.selftest {
      #expect(!command.options.contains { $0.name == "--without" }, "\(command.name)")
    }
    #expect(throws: ArgumentError.self) {
      try ParsedArguments(["--without", "queue.relaunch:key-not-accepted"], syntax: Commands.run)
    }
  }

  @Test func `no case of a run is told of a check to leave out, whatever the options say`() throws {
    // Every option that takes a value without looking for a file, and every flag.
    let values = [
      "--client": "c", "--subject": "s", "--profile": "ietf", "--timeout": "5", "--repeat": "2",
      "--seed": "1", "--jobs": "1", "--suite": "all", "--partition": "1/1", "--format": "tap",
    ]
    let flags = Commands.run.options.filter { $0.value == nil }.map(\.name)
    let folder = try TemporaryFolder()
    let options = try RunOptions(
      ParsedArguments(values.flatMap { [$0, $1] } + flags, syntax: Commands.run),
      cores: 2,
      folder: folder.path
    )
    let parameters = options.parameters(client: ["c"], folder: folder.path)
    #expect(parameters.disabledCheck == nil)
    #expect(!parameters.json.contains("disabledCheck"))
    #expect(parameters.disabling(.keyNotAccepted).json.contains("disabledCheck"))
  }

  @Test func `only the selftest's source leaves a check out`() throws {
    let sources = "\(BuiltProducts.root)/Sources"
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let users = try files.filter { $0.hasSuffix(".swift") }.filter { file in
      try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).contains(".disabling(")
    }
    #expect(users == ["oncegate/Commands/SelftestCommand.swift"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `an environment variable of the runner leaves no check out`() throws {
    let folder = try TemporaryFolder()
    let parameters = CaseParameters(seed: Seed(1), client: ["c"], folder: folder.path)
    let run = try GateRun(
      [
        "run", "queue.disconnect", "--client",
        "\(BuiltProducts.path(of: "known-bad-client")) --flaw no-key-sent",
      ],
      in: folder,
      environment: [CaseParameters.variable: parameters.disabling(.keyNotAccepted).json]
    )
    #expect(run.exit == .exited(1), "\(run.terminal)")
  }
}
