// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Running

/// `oncegate selftest`: proves the gate on programs whose quality is known.
struct SelftestCommand {
  private let jobs: Int
  private let seed: Seed
  private let timeout: Duration
  private let patterns: [String]
  private let disabled: CaseCheck?
  private let listsChecks: Bool

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    jobs = try RunOptions.jobs(arguments) ?? Surroundings.cores
    seed = try RunOptions.seed(arguments)
    timeout = .seconds(
      try RunOptions.timeoutSeconds(arguments) ?? RunOptions.timeoutSecondsDefault
    )
    patterns = arguments.operands
    listsChecks = arguments.has("--list-checks")
    disabled = try arguments.value("--without").map { text throws(ArgumentError) in
      guard let check = CaseCheck(text) else {
        throw .unknownCheck(text, known: CaseCatalogue.checks.map(\.description))
      }
      return check
    }
  }

  func carryOut() throws(ArgumentError) -> ExitStatus {
    let candidates: [Candidate]
    do throws(SelftestError) {
      candidates = try self.candidates()
    } catch {
      Terminal.printError(error.description)
      return .notJudged
    }
    if listsChecks {
      Terminal.print(Self.checks(shownBy: candidates.compactMap(\.bad)))
      return .allPassed
    }
    let selected = candidates.filter { candidate in
      patterns.isEmpty || patterns.contains { Glob($0).matches(candidate.name) }
    }
    if selected.isEmpty {
      throw .unknownFlaw(patterns.first ?? "", known: candidates.map(\.name))
    }
    let without = disabled.map { "  without \($0)" } ?? ""
    Terminal.print(
      "oncegate \(Version.number)  selftest, \(selected.count) programs  seed \(seed)\(without)"
    )
    let (summary, rows) = run(selected)
    if let problem = summary.problem {
      Terminal.printError(problem.words)
      return .notJudged
    }
    if summary.interruption != nil { return summary.exitStatus }
    return conclude(SelftestMatrix(rows: rows, isWhole: selected.count == candidates.count))
  }

  /// Prints the matrix with its verdict.
  private func conclude(_ matrix: SelftestMatrix) -> ExitStatus {
    Terminal.print(matrix.text + "\n")
    let problems = matrix.problems
    let bad = matrix.rows.count { $0.bad != nil }
    if problems.isEmpty {
      Terminal.print(
        "SELFTEST PASSED  \(bad) bad ones fail where they must, "
          + "\(matrix.rows.count - bad) good ones pass"
      )
      return .allPassed
    }
    let isUnjudged = problems.allSatisfy(\.isUnjudged)
    let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
    Terminal.print("\(isUnjudged ? "SELFTEST NOT JUDGED" : "SELFTEST FAILED")  \(count)")
    for problem in problems { Terminal.print("  \(problem)") }
    return isUnjudged ? .notJudged : .promiseBroken
  }

  /// Every check as `--without` takes it, with the flaws that it must find.
  private static func checks(shownBy all: [KnownBad]) -> String {
    let checks = CaseCatalogue.checks
    let width = (checks.map(\.description.count).max() ?? 0) + 2
    return checks.map { check in
      let flaws = all.filter { $0.expectations.contains(check) }.map(\.flaw)
      let name = check.description
      return name + String(repeating: " ", count: width - name.count)
        + (flaws.isEmpty ? "-" : flaws.joined(separator: ", "))
    }.joined(separator: "\n")
  }

  /// A program to be judged.
  private struct Candidate {
    let name: String
    let kind: KnownBad.Kind
    let bad: KnownBad?
    /// The argument vector, or nothing for the bundled state machine.
    let command: [String]?

    /// What a case is told of the server that it judges, or nothing where this is none.
    var upstream: UpstreamParameters? {
      guard kind == .server, let command else { return nil }
      // The product's own server knows no accounts, and says with each success how many records there are.
      return UpstreamParameters(judging: command, knowsAll: command != kind.bundled.command)
    }

    /// Whether the program is put through a case: each of the gate, and beyond it where there is
    /// something to be seen.
    func isPut(through description: CaseDescription) -> Bool {
      guard let bad else { return true }
      return CaseCatalogue.gate.contains { $0.name == description.name }
        || bad.expected(in: description.name) != nil
    }
  }

  private func candidates() throws(SelftestError) -> [Candidate] {
    var candidates: [Candidate] = []
    for kind in KnownBad.Kind.allCases {
      let program = Surroundings.program(kind.program)
      candidates.append(
        Candidate(
          name: kind.bundled.name,
          kind: kind,
          bad: nil,
          command: kind.bundled.command
        )
      )
      candidates.append(
        Candidate(name: "\(kind.rawValue), no flaw", kind: kind, bad: nil, command: [program])
      )
      for bad in try KnownBad.all(of: kind) {
        candidates.append(
          Candidate(
            name: bad.flaw,
            kind: kind,
            bad: bad,
            command: [program] + kind.arguments(flaw: bad.flaw)
          )
        )
      }
    }
    return candidates
  }

  private func run(_ candidates: [Candidate]) -> (RunSummary, [SelftestRow]) {
    let cases = KnownBad.Kind.allCases.reduce(into: [KnownBad.Kind: [CaseDescription]]()) {
      cases,
      kind in
      cases[kind] = CaseCatalogue.all.filter { $0.name.area == kind.area }
    }
    let planned = candidates.map { candidate in
      (cases[candidate.kind] ?? []).filter(candidate.isPut(through:)).map {
        self.planned($0, for: candidate)
      }
    }
    let all = planned.flatMap(\.self)
    let progress = SelftestProgress(total: all.count)
    let header = RunHeader(
      version: Version.number,
      suite: "selftest",
      cases: all.map(\.description),
      client: "known-bad-client",
      subject: "known-bad-subject",
      profile: "default",
      seed: seed,
      commit: nil,
      startedAtUnixSeconds: Surroundings.unixSeconds,
      hostname: Surroundings.hostname,
      jobs: jobs,
      repeatOptions: ""
    )
    let plan = RunPlan(
      header: header,
      cases: all,
      canary: CaseCommand.canary,
      jobs: jobs,
      temporaryFolder: Terminal.environment("TMPDIR") ?? "/tmp"
    )
    let runner = Runner(plan: plan) { event in
      if case .caseEnded = event { progress.caseEnded() }
    }
    JanitorCommand.start()
    let summary = runner.run()
    JanitorCommand.end()
    var results = summary.results[...]
    let rows = zip(candidates, planned).map { candidate, planned in
      let count = planned.count
      defer { results = results.dropFirst(count) }
      return SelftestRow(
        name: candidate.name,
        kind: candidate.kind,
        bad: candidate.bad,
        results: Array(results.prefix(count))
      )
    }
    return (summary, rows)
  }

  private func planned(_ description: CaseDescription, for candidate: Candidate) -> PlannedCase {
    let client =
      candidate.kind == .client ? candidate.command : [Surroundings.program(BundledClient.name)]
    let subject = candidate.kind == .subject ? candidate.command : nil
    return PlannedCase(description: description, timeLimit: timeout) { folder in
      let parameters = CaseParameters(
        seed: seed,
        client: client ?? [],
        subject: subject,
        folder: folder,
        upstream: candidate.upstream
      )
      guard let disabled, disabled.caseName == description.name else {
        return CaseCommand.make(description.name, parameters)
      }
      return CaseCommand.make(description.name, parameters.disabling(disabled.finding))
    }
  }
}
