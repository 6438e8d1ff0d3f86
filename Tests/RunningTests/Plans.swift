// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Running
import TestSupport

/// Lines as a case's process tells them.
enum Told {
  static let passed = #"{"verdict":"passed"}"#
  static let vacuous = #"{"verdict":"vacuous"}"#
  static let skipped = #"{"verdict":"skipped","capability":"cancel"}"#
  static let log = #"{"task":"t1","key":"k1","attempts":1,"result":"queued"}"#
  static let finding = Finding.all[0]
  static let failed = #"{"verdict":"failed","finding":"\#(finding.name)","line":12}"#
}

extension Verdict {
  static let broken = Verdict.failed(.invariantBroken(Told.finding, sourceLine: 12))
}

/// The shell command that tells these lines.
func tell(_ lines: String...) -> String {
  lines.map { "echo '\($0)'" }.joined(separator: "; ")
}

func caseDescription(_ text: String) -> CaseDescription {
  guard let name = CaseName(text) else { preconditionFailure("\(text) names no case") }
  return CaseDescription(
    name: name,
    suites: ["gate"],
    promise: "a promise",
    steps: [],
    invariants: [],
    byHand: [],
    sourceFile: "acceptance/cases/Nothing.swift"
  )
}

/// A case that is a shell script; `$FOLDER` is its private folder.
func plannedCase(
  _ name: String,
  _ script: String,
  timeLimit: Duration = .seconds(60),
  isOwn: Bool = false,
  environment: [String: String] = [:]
) -> PlannedCase {
  PlannedCase(
    description: caseDescription(name),
    timeLimit: timeLimit,
    isOwn: isOwn
  ) { folder in
    Command(
      ["/bin/sh", "-c", script],
      environment: environment.merging(["FOLDER": folder]) { $1 }
    )
  }
}

func runPlan(
  _ cases: [PlannedCase],
  canary: Command? = nil,
  jobs: Int = 2,
  failFast: Bool = false,
  rounds: Int = 1,
  in folder: String
) -> RunPlan {
  let header = RunHeader(
    version: "0",
    suite: "gate",
    cases: cases.map(\.description),
    client: "reference-client",
    subject: "bundled",
    profile: "default",
    seed: Seed(1),
    commit: nil,
    startedAtUnixSeconds: 0,
    hostname: "localhost",
    jobs: jobs,
    repeatOptions: ""
  )
  return RunPlan(
    header: header,
    cases: cases,
    canary: canary,
    jobs: jobs,
    failFast: failFast,
    rounds: rounds,
    temporaryFolder: folder
  )
}

/// Runs a plan that no signal can stop, and collects what it posts.
func carryOut(
  _ plan: RunPlan,
  interruptions: Interruptions = Interruptions(),
  whenPosted: @escaping (RunEvent) -> Void = { _ in }
) -> (events: [RunEvent], summary: RunSummary) {
  var events: [RunEvent] = []
  let runner = Runner(plan: plan, interruptions: interruptions) { event in
    events.append(event)
    whenPosted(event)
  }
  let summary = runner.run()
  return (events, summary)
}

/// Runs cases in a folder of their own and tells their verdicts.
func verdicts(_ cases: PlannedCase..., rounds: Int = 1) throws -> [Verdict] {
  let folder = try TemporaryFolder()
  return carryOut(runPlan(cases, rounds: rounds, in: folder.path)).summary.results.map(\.verdict)
}
