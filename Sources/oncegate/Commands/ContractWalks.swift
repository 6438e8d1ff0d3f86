// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Running

/// The part of `oncegate doctor` that walks through the contract with the user's own programs.
///
/// The case program does the walking, so that a program meets here exactly what it meets in a case: the
/// environment, the private folder, the server, and the end of everything that it leaves behind.
struct ContractWalks {
  /// How many commands one walk waits for at most.
  private static let commandsMax = 12
  /// The time that a walk needs for itself.
  private static let ownTimeMax = Duration.seconds(20)

  private let options: RunOptions

  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    options = try RunOptions(arguments, cores: 1)
  }

  /// Walks with each program that the user named, and says whether every rule was kept.
  func carryOut() -> ExitStatus {
    let contracts = [("client", options.clientCommand), ("subject", options.subjectCommand)]
      .compactMap { $0.1 == nil ? nil : $0.0 }
    let planned = contracts.compactMap(planned)
    if planned.isEmpty { return .allPassed }
    let runner = Runner(plan: plan(planned)) { event in
      if case .caseStarted = event { Terminal.print("") }
    }
    JanitorCommand.start()
    let summary = runner.run()
    JanitorCommand.end()
    if summary.interruption != nil { return summary.exitStatus }
    for result in summary.results {
      // Where the case program has told the end of its walk, nothing is left to say.
      if case .unjudged(let reason) = result.verdict { Terminal.printError(reason.words) }
    }
    return summary.results.allSatisfy { $0.verdict == .passed } ? .allPassed : .notJudged
  }

  private func planned(_ contract: String) -> PlannedCase? {
    guard let name = CaseName("doctor.\(contract)") else { return nil }
    let description = CaseDescription(
      name: name,
      suites: [],
      promise: "every rule of the \(contract) contract is kept",
      steps: [],
      invariants: [],
      byHand: [],
      sourceFile: ""
    )
    return PlannedCase(
      description: description,
      timeLimit: options.commandTimeout * Self.commandsMax + Self.ownTimeMax,
      isOwn: true
    ) { folder in
      let client = options.clientCommand.map(Surroundings.absolute) ?? []
      return CaseCommand.walk(
        contract,
        options.parameters(client: client, folder: folder),
        passed: options.passedEnvironment(Terminal.environment)
      )
    }
  }

  private func plan(_ cases: [PlannedCase]) -> RunPlan {
    RunPlan(
      header: RunHeader(
        version: Version.number,
        suite: "doctor",
        cases: cases.map(\.description),
        client: options.client ?? "",
        subject: options.subject ?? "",
        profile: options.profileName,
        seed: options.seed,
        commit: nil,
        startedAtUnixSeconds: Surroundings.unixSeconds,
        hostname: Surroundings.hostname,
        jobs: 1,
        repeatOptions: ""
      ),
      cases: cases,
      canary: nil,
      jobs: 1,
      temporaryFolder: Terminal.environment("TMPDIR") ?? "/tmp",
      // The walk's own lines; what the user's program writes stays behind it.
      showOutput: true
    )
  }
}
