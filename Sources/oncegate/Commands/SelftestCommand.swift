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

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    let options = try RunOptions(arguments.withoutOperands, cores: Surroundings.cores)
    jobs = options.jobs
    seed = options.seed
    timeout = options.timeout
    patterns = arguments.operands
  }

  func carryOut() throws(ArgumentError) -> ExitStatus {
    let candidates: [Candidate]
    do throws(SelftestError) {
      candidates = try self.candidates()
    } catch {
      Terminal.printError(error.description)
      return .notJudged
    }
    let selected = candidates.filter { candidate in
      patterns.isEmpty || patterns.contains { Glob($0).matches(candidate.name) }
    }
    if selected.isEmpty {
      throw .unknownFlaw(patterns.first ?? "", known: candidates.map(\.name))
    }
    Terminal.print("oncegate \(Version.number)  selftest, \(selected.count) programs  seed \(seed)")
    let (summary, rows) = run(selected)
    if let problem = summary.problem {
      Terminal.printError(problem.words)
      return .notJudged
    }
    if summary.interruption != nil { return summary.exitStatus }
    let matrix = SelftestMatrix(rows: rows)
    Terminal.print(matrix.text)
    let problems = matrix.problems
    guard problems.isEmpty else {
      Terminal.print("\nSELFTEST FAILED  \(problems.count) of \(rows.count) programs")
      for (row, problem) in problems { Terminal.print("  \(row): \(problem)") }
      return .promiseBroken
    }
    let bad = rows.count { $0.bad != nil }
    Terminal.print(
      "\nSELFTEST PASSED  \(bad) bad ones fail where they must, \(rows.count - bad) good ones pass"
    )
    return .allPassed
  }

  /// A program to be judged.
  private struct Candidate {
    let name: String
    let kind: KnownBad.Kind
    let bad: KnownBad?
    /// The argument vector, or nothing for the bundled state machine.
    let command: [String]?
  }

  private func candidates() throws(SelftestError) -> [Candidate] {
    var candidates: [Candidate] = []
    for kind in KnownBad.Kind.allCases {
      let bundled = kind == .client ? [Surroundings.program("reference-client")] : nil
      let program = Surroundings.program(kind.program)
      candidates.append(
        Candidate(
          name: kind == .client ? "reference-client" : "bundled",
          kind: kind,
          bad: nil,
          command: bundled
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
    let planned = candidates.flatMap { candidate -> [PlannedCase] in
      (cases[candidate.kind] ?? []).map { self.planned($0, for: candidate) }
    }
    var ended = 0
    let header = RunHeader(
      version: Version.number,
      suite: "selftest",
      cases: planned.map(\.description),
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
      cases: planned,
      canary: CaseCommand.canary,
      jobs: jobs,
      temporaryFolder: Terminal.environment("TMPDIR") ?? "/tmp"
    )
    let summary = Runner(plan: plan) { event in
      guard case .caseEnded = event, Terminal.isInteractive else { return }
      ended += 1
      Terminal.write(
        ended == planned.count ? "\r\u{1b}[K" : "\r\(ended) of \(planned.count)",
        to: 1
      )
    }.run()
    var results = summary.results[...]
    let rows = candidates.map { candidate in
      let count = cases[candidate.kind]?.count ?? 0
      defer { results = results.dropFirst(count) }
      return SelftestRow(
        name: candidate.name,
        bad: candidate.bad,
        results: Array(results.prefix(count))
      )
    }
    return (summary, rows)
  }

  private func planned(_ description: CaseDescription, for candidate: Candidate) -> PlannedCase {
    let client =
      candidate.kind == .client ? candidate.command : [Surroundings.program("reference-client")]
    let subject = candidate.kind == .subject ? candidate.command : nil
    return PlannedCase(description: description, timeLimit: timeout) { folder in
      CaseCommand.make(
        description.name,
        CaseParameters(seed: seed, client: client ?? [], subject: subject, folder: folder)
      )
    }
  }
}
