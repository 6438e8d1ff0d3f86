// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import TestSupport
import Testing

struct CanaryTests {
  private func run(_ canary: Command) throws -> (events: [RunEvent], summary: RunSummary) {
    let folder = try TemporaryFolder()
    let cases = [plannedCase("queue.a", tell(Told.passed)), plannedCase("own.b", ":", isOwn: true)]
    return carryOut(runPlan(cases, canary: canary, in: folder.path))
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["ILL", "TRAP"])
  func `cases run where the canary dies by a trap`(signal: String) throws {
    let summary = try run(Command(["/bin/sh", "-c", "kill -\(signal) $$"])).summary
    #expect(summary.problem == nil)
    #expect(summary.results.map(\.verdict) == [.passed, .passed])
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (Command(["/bin/sh", "-c", "exit 0"]), RunProblem.canarySurvived),
      (Command(["/nowhere/canary"]), .canaryNotStarted(code: 2)),
    ]
  )
  func `nothing is started and nothing passes where the canary does not die`(
    canary: Command,
    problem: RunProblem
  ) throws {
    let (events, summary) = try run(canary)
    #expect(summary.problem == problem)
    #expect(summary.exitStatus == .notJudged)
    #expect(
      summary.results.map(\.verdict)
        == Array(repeating: .unjudged(.notRun(.canary)), count: 2)
    )
    #expect(events.count == 4)
  }
}
