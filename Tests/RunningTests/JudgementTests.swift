// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Testing

@testable import Running

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Every way in which a process can end, against every word that it can tell.
struct JudgementTests {
  private static let limit = Duration.seconds(9)

  private static func end(
    _ exit: Exit?,
    _ lines: [String] = [],
    left: Int = 0,
    timedOut: Bool = false,
    overflowed: Bool = false
  ) -> FinishedCommand {
    var end = FinishedCommand(exit: exit)
    end.output = Array(lines.map { $0 + "\n" }.joined().utf8)
    end.leftProcesses = left
    end.timedOut = timedOut
    end.outputOverflowed = overflowed
    return end
  }

  private static func judge(
    _ end: FinishedCommand,
    name: String = "queue.a",
    isOwn: Bool = false
  ) -> RoundResult {
    plannedCase(name, "", timeLimit: limit, isOwn: isOwn).judge(end)
  }

  private static let exits: [Exit?] = [
    .exited(0), .exited(1), .exited(127), .signalled(SIGKILL), .signalled(SIGILL),
    .signalled(SIGTRAP), nil,
  ]

  @Test(arguments: exits, [0, 2])
  func `a broken promise stays broken, however the process ends`(exit: Exit?, left: Int) {
    for timedOut in [false, true] {
      let end = Self.end(exit, [Told.log, Told.failed], left: left, timedOut: timedOut)
      #expect(Self.judge(end).verdict == .broken)
      #expect(Self.judge(end).log.count == 1)
    }
  }

  @Test(arguments: exits)
  func `only who tells that it passed and exits with 0 has passed`(exit: Exit?) {
    let verdict = Self.judge(Self.end(exit, [Told.passed])).verdict
    #expect(verdict == (exit == .exited(0) ? .passed : .unjudged(.noVerdict)))
  }

  @Test(arguments: [
    (Told.vacuous, Verdict.unjudged(.vacuous)),
    (Told.skipped, .skipped(.missingCapability(.cancel))),
  ])
  func `another verdict counts where the process exits with 0`(line: String, verdict: Verdict) {
    #expect(Self.judge(Self.end(.exited(0), [line])).verdict == verdict)
    #expect(Self.judge(Self.end(.exited(1), [line])).verdict == .unjudged(.noVerdict))
    #expect(Self.judge(Self.end(.signalled(SIGILL), [line])).verdict == .unjudged(.noVerdict))
  }

  @Test(arguments: [
    (Exit.exited(0), Verdict.unjudged(.noVerdict), Verdict.unjudged(.noVerdict)),
    (.exited(3), .unjudged(.noVerdict), .unjudged(.noVerdict)),
    (.signalled(SIGKILL), .unjudged(.signal(SIGKILL)), .unjudged(.signal(SIGKILL))),
    (.signalled(SIGILL), .unjudged(.signal(SIGILL)), .failed(.preconditionFailed)),
    (.signalled(SIGTRAP), .unjudged(.signal(SIGTRAP)), .failed(.preconditionFailed)),
  ])
  func `without a verdict a trap is a failure in a state case alone`(
    exit: Exit,
    ofQueue: Verdict,
    ofState: Verdict
  ) {
    #expect(Self.judge(Self.end(exit, [Told.log])).verdict == ofQueue)
    #expect(Self.judge(Self.end(exit), name: "state.a").verdict == ofState)
  }

  @Test(arguments: [
    ([Told.passed], Verdict.unjudged(.leftProcesses(count: 3))),
    ([Told.skipped], .unjudged(.leftProcesses(count: 3))),
    ([Told.vacuous], .unjudged(.vacuous)),
    ([Told.failed], .broken),
    ([], .unjudged(.noVerdict)),
  ])
  func `who leaves processes behind has not passed`(lines: [String], verdict: Verdict) {
    #expect(Self.judge(Self.end(.exited(0), lines, left: 3)).verdict == verdict)
  }

  @Test(arguments: [[Told.passed], [], ["nonsense"]])
  func `who was stopped for its time has timed out`(lines: [String]) {
    let end = Self.end(.signalled(SIGKILL), lines, left: 1, timedOut: true)
    #expect(Self.judge(end).verdict == .unjudged(.timedOut(limit: Self.limit)))
  }

  @Test(arguments: [
    ["nonsense"], [""], ["nonsense", Told.passed], [Told.passed, Told.log],
    [Told.passed, Told.passed], [#"{"verdict":"none"}"#],
    [String(repeating: " ", count: CaseMessage.lineBytesMax) + Told.passed],
  ])
  func `who tells anything but messages and one verdict cannot be judged`(lines: [String]) {
    #expect(Self.judge(Self.end(.exited(0), lines)).verdict == .unjudged(.malformedEvents))
  }

  @Test
  func `a verdict without a line break may be half a verdict`() {
    var end = Self.end(.exited(0))
    end.output = Array(Told.passed.utf8)
    #expect(Self.judge(end).verdict == .unjudged(.malformedEvents))
  }

  @Test
  func `who writes too much cannot be judged`() {
    let end = Self.end(.exited(0), [Told.passed], overflowed: true)
    #expect(Self.judge(end).verdict == .unjudged(.malformedEvents))
  }

  @Test
  func `the log ends at the last line that may be`() {
    let lines = Array(repeating: Told.log, count: CaseMessage.linesMax)
    let full = CaseTranscript(Self.end(nil, lines).output)
    #expect(full.log.count == CaseMessage.linesMax && !full.isMalformed)
    let over = CaseTranscript(Self.end(nil, lines + [Told.passed]).output)
    #expect(over.log.count == CaseMessage.linesMax && over.isMalformed && over.verdict == nil)
  }

  @Test(arguments: [
    (Exit.exited(0), 0, Verdict.passed),
    (.exited(0), 2, .unjudged(.leftProcesses(count: 2))),
    (.exited(5), 0, .failed(.exitStatus(5))),
    (.exited(5), 2, .failed(.exitStatus(5))),
    (.signalled(SIGILL), 0, .failed(.preconditionFailed)),
    (.signalled(SIGTRAP), 0, .failed(.preconditionFailed)),
    (.signalled(SIGTERM), 0, .unjudged(.signal(SIGTERM))),
  ])
  func `a user's own command tells by its end alone`(exit: Exit, left: Int, verdict: Verdict) {
    let end = Self.end(exit, ["nonsense"], left: left)
    #expect(Self.judge(end, isOwn: true).verdict == verdict)
    let late = Self.end(exit, left: left, timedOut: true)
    #expect(Self.judge(late, isOwn: true).verdict == .unjudged(.timedOut(limit: Self.limit)))
  }

  @Test
  func `the worst round counts, and of equals the first`() {
    let ordered: [Verdict] = [
      .broken, .unjudged(.vacuous), .unjudged(.notRun(.failFast)),
      .skipped(.missingCapability(.cancel)), .passed,
    ]
    for worse in ordered.indices {
      for better in ordered.indices where better >= worse {
        let rounds = [ordered[better], ordered[worse], ordered[better]].map {
          RoundResult(verdict: $0)
        }
        #expect(RoundResult.worst(of: rounds) == (better == worse ? 0 : 1))
      }
    }
    #expect(RoundResult.worst(of: []) == nil)
  }

  @Test(arguments: [
    (Exit.signalled(SIGILL), RunProblem?.none), (.signalled(SIGTRAP), nil),
    (.exited(0), .canarySurvived), (.exited(1), .canarySurvived),
    (.exited(127), .canaryNotStarted(code: ENOEXEC)),
    (.signalled(SIGKILL), .canaryNotStarted(code: EINTR)),
  ])
  func `the canary proves something only by the death meant for it`(
    exit: Exit,
    problem: RunProblem?
  ) {
    #expect(Runner.problem(with: FinishedCommand(exit: exit)) == problem)
  }
}
