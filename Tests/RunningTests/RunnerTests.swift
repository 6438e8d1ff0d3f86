// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Running
import TestSupport
import Testing

struct RunnerTests {
  @Test(.timeLimit(.minutes(30)))
  func `cases are run, judged and told in order`() throws {
    let folder = try TemporaryFolder()
    let cases = [
      plannedCase("queue.good", tell(Told.log, Told.passed)),
      plannedCase("queue.bad", "\(tell(Told.log, Told.failed)); kill -ILL $$"),
      plannedCase("state.trap", "kill -TRAP $$"),
      plannedCase("own.good", "echo noise", isOwn: true),
      plannedCase("own.bad", "exit 9", isOwn: true),
    ]
    let (events, summary) = carryOut(runPlan(cases, jobs: 1, in: folder.path))
    let expected: [Verdict] = [
      .passed, .broken, .failed(.preconditionFailed), .passed, .failed(.exitStatus(9)),
    ]
    #expect(summary.results.map(\.verdict) == expected)
    #expect(summary.results.map(\.log.count) == [1, 1, 0, 0, 0])
    #expect(summary.problem == nil && summary.interruption == nil)
    var told: [RunEvent] = [.runStarted(summary.header)]
    for result in summary.results {
      told += [.caseStarted(result.description.name), .caseEnded(result)]
    }
    #expect(events == told + [.runEnded(summary)])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a case gets a private folder, and a short environment`() throws {
    let folder = try TemporaryFolder()
    let script =
      "env | sort | sed 's/TOKEN=.*/TOKEN=/' > \(folder.file("out")); ls -A $HOME $TMPDIR"
    let planned = plannedCase(
      "own.environment",
      "\(script) && touch $HOME/a $TMPDIR/b && cd \(folder.path) && ls -d oncegate-*/*",
      isOwn: true,
      environment: ["PATH": "/usr/bin:/bin", "NAMED": "1", "TZ": "Mars"]
    )
    let (_, summary) = carryOut(runPlan([planned], in: folder.path))
    #expect(summary.results.map(\.verdict) == [.passed])
    let text = try String(contentsOfFile: folder.file("out"), encoding: .utf8)
    let variables = Dictionary(
      uniqueKeysWithValues: text.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      }
    )
    let own = try #require(variables["FOLDER"])
    #expect(own.hasPrefix(folder.path) && own.hasSuffix("/1-own.environment"))
    let expected = [
      "FOLDER": own, "HOME": "\(own)/home", "LANG": "C", "LC_ALL": "C", "NAMED": "1",
      "ONCEGATE_CASE_TOKEN": "", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
      "TMPDIR": "\(own)/tmp", "TZ": "UTC",
    ]
    // The shell itself adds its folder.
    #expect(variables.filter { !["PWD", "_", "SHLVL", "OLDPWD"].contains($0.key) } == expected)
    #expect(!FileManager.default.fileExists(atPath: own))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a folder that its owner may not write is removed all the same`() throws {
    let folder = try TemporaryFolder()
    let script = "mkdir -p $FOLDER/a/b && ln -s / $FOLDER/a/root && chmod 0 $FOLDER/a/b $FOLDER/a"
    let (_, summary) = carryOut(
      runPlan([plannedCase("own.stubborn", script, isOwn: true)], in: folder.path)
    )
    #expect(summary.results.map(\.verdict) == [.passed])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(.timeLimit(.minutes(30)))
  func `where no folder can be made nothing is started`() {
    let plan = runPlan([plannedCase("queue.a", tell(Told.passed))], in: "/nowhere")
    let (events, summary) = carryOut(plan)
    #expect(summary.results.map(\.verdict) == [.unjudged(.setupFailed(.privateFolder))])
    #expect(events.count == 3)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a program that cannot be started is told by its errno, and never as started`() throws {
    let folder = try TemporaryFolder()
    let planned = PlannedCase(
      description: caseDescription("queue.a"),
      timeLimit: .seconds(60)
    ) { _ in Command(["/nowhere/program"]) }
    let (events, summary) = carryOut(runPlan([planned], in: folder.path))
    #expect(summary.results.map(\.verdict) == [.unjudged(.couldNotStart(code: ENOENT))])
    #expect(events.count == 3)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: ["exec sleep 1000", "trap '' TERM; sleep 1000 & wait; wait"]
  )
  func `a case that does not end in time is stopped with all that it started`(
    script: String
  ) throws {
    let limit = Duration.milliseconds(200)
    let told = try verdicts(plannedCase("queue.slow", script, timeLimit: limit))
    #expect(told == [.unjudged(.timedOut(limit: limit))])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a case that leaves a process behind has not passed`() throws {
    let told = try verdicts(
      plannedCase("queue.a", "sleep 1000 & \(tell(Told.passed))"),
      plannedCase("queue.b", "sleep 1000 & \(tell(Told.failed)); kill -ILL $$"),
      plannedCase("own.a", "sleep 1000 & exit 0", isOwn: true),
      plannedCase("queue.c", tell(Told.passed))
    )
    let left = Verdict.unjudged(.leftProcesses(count: 1))
    #expect(told == [left, .broken, left, .passed])
  }

  @Test(.timeLimit(.minutes(30)))
  func `endless output ends the case and not the runner`() throws {
    let told = try verdicts(
      plannedCase("queue.a", "yes"),
      plannedCase("queue.b", "yes '\(Told.log)'"),
      plannedCase("queue.c", "head -c 100000000 /dev/zero; \(tell(Told.passed))")
    )
    #expect(told == Array(repeating: .unjudged(.malformedEvents), count: 3))
  }

  @Test(.timeLimit(.minutes(30)))
  func `the worst of all rounds counts and its log is kept`() throws {
    let folder = try TemporaryFolder()
    // The second round fails, whenever it runs.
    let script = """
      case $FOLDER in
        *-2) \(tell(Told.log, Told.failed)); kill -ILL $$;;
        *) \(tell(Told.passed));;
      esac
      """
    let (events, summary) = carryOut(
      runPlan([plannedCase("queue.a", script)], rounds: 3, in: folder.path)
    )
    let result = try #require(summary.results.first)
    #expect(result.verdict == .broken)
    #expect(result.otherRounds == [.passed, .passed])
    #expect(result.log.count == 1)
    #expect(events.filter { if case .caseStarted = $0 { true } else { false } }.count == 3)
    #expect(events.filter { if case .caseEnded = $0 { true } else { false } }.count == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `after a failure no case is started where that is asked for`() throws {
    let folder = try TemporaryFolder()
    let cases = [
      plannedCase("queue.a", tell(Told.vacuous)),
      plannedCase("own.b", "exit 1", isOwn: true),
      plannedCase("queue.c", tell(Told.passed)),
    ]
    let (events, summary) = carryOut(runPlan(cases, jobs: 1, failFast: true, in: folder.path))
    let expected: [Verdict] = [
      .unjudged(.vacuous), .failed(.exitStatus(1)), .unjudged(.notRun(.failFast)),
    ]
    #expect(summary.results.map(\.verdict) == expected)
    #expect(!events.contains(.caseStarted(cases[2].description.name)))
    #expect(events.contains(.caseEnded(summary.results[2])))
  }

  @Test(.timeLimit(.minutes(30)))
  func `cases that run at once share no folder and no process`() throws {
    let script = """
      echo $$ > $HOME/id; [ "$(ls $HOME)" = id ] || exit 1
      sleep 0.05; [ "$(cat $HOME/id)" = $$ ] || exit 2
      """
    let folder = try TemporaryFolder()
    let cases =
      (1...4).map { plannedCase("own.case-\($0)", script, isOwn: true) }
      + [plannedCase("own.leak", "sleep 1000 & exit 0", isOwn: true)]
    let (_, summary) = carryOut(runPlan(cases, jobs: 5, rounds: 3, in: folder.path))
    let expected =
      Array(repeating: Verdict.passed, count: 4)
      + [.unjudged(.leftProcesses(count: 1))]
    #expect(summary.results.map(\.verdict) == expected)
  }
}
