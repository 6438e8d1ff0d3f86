// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Running
import TestSupport
import Testing

struct InterruptionTests {
  @Test(.timeLimit(.minutes(30)))
  func `an interruption stops what runs and starts no more`() throws {
    let folder = try TemporaryFolder()
    let cases = [
      plannedCase("queue.done", tell(Told.passed)),
      plannedCase("queue.running", "trap '' TERM; sleep 1000"),
      plannedCase("own.running", "trap 'exit 1' TERM; sleep 1000 & wait", isOwn: true),
      plannedCase("queue.waiting", tell(Told.passed)),
    ]
    let interruptions = Interruptions()
    var started = 0
    let clock = ContinuousClock()
    var interrupted = clock.now
    let (events, summary) = carryOut(
      runPlan(cases, in: folder.path),
      interruptions: interruptions
    ) { event in
      guard case .caseStarted = event else { return }
      started += 1
      if started == 3 {
        interrupted = clock.now
        #expect(interruptions.interrupt(signal: SIGTERM))
        #expect(!interruptions.interrupt(signal: SIGTERM))
      }
    }
    #expect(clock.now - interrupted < .seconds(5))
    let notRun = Verdict.unjudged(.notRun(.interrupted))
    #expect(summary.results.map(\.verdict) == [.passed, notRun, notRun, notRun])
    #expect(summary.interruption == SIGTERM)
    #expect(summary.exitStatus == .terminated)
    #expect(events.contains(.interrupted(signal: SIGTERM)))
    #expect(events.last == .runEnded(summary))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(.timeLimit(.minutes(30)))
  func `an interruption before any case starts runs none`() throws {
    let folder = try TemporaryFolder()
    let interruptions = Interruptions()
    interruptions.interrupt(signal: SIGINT)
    let plan = runPlan(
      [plannedCase("queue.a", tell(Told.passed))],
      canary: Command(["/bin/sh", "-c", "sleep 1000"]),
      in: folder.path
    )
    let (_, summary) = carryOut(plan, interruptions: interruptions)
    #expect(summary.problem == nil)
    #expect(summary.exitStatus == .interrupted)
    #expect(summary.results.map(\.verdict) == [.unjudged(.notRun(.interrupted))])
  }

  @Test(.timeLimit(.minutes(30)))
  func `the first signal ends the run in order`() async {
    await #expect(processExitsWith: .exitCode(ExitStatus.terminated.rawValue)) {
      let folder = try TemporaryFolder()
      let plan = runPlan([plannedCase("own.a", "sleep 1000", isOwn: true)], in: folder.path)
      let runner = Runner(plan: plan) { event in
        if case .caseStarted = event { kill(getpid(), SIGTERM) }
      }
      exit(runner.run().exitStatus.rawValue)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `time in which the runner itself is stopped is no case's time`() async {
    await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) {
      let folder = try TemporaryFolder()
      // The case stops the runner for longer than its own time limit.
      let planned = plannedCase(
        "own.a",
        "kill -STOP $PPID; sleep 3; kill -CONT $PPID; sleep 0.1",
        timeLimit: .milliseconds(2500),
        isOwn: true
      )
      let (_, summary) = carryOut(runPlan([planned], in: folder.path))
      exit(summary.exitStatus.rawValue)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the second signal kills at once`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGINT),
      observing: [\.standardOutputContent]
    ) {
      let folder = try TemporaryFolder()
      let path = folder.file("id")
      let script = "trap '' TERM; echo $$ > \(path).new; mv \(path).new \(path); sleep 1000"
      let plan = runPlan([plannedCase("own.a", script, isOwn: true)], in: folder.path)
      let runner = Runner(plan: plan) { event in
        switch event {
        case .caseStarted:
          while !FileManager.default.fileExists(atPath: path) {}
          kill(getpid(), SIGTERM)
        case .interrupted:
          print((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
          fflush(nil)
          kill(getpid(), SIGINT)
          while true { pause() }
        default: break
        }
      }
      exit(runner.run().exitStatus.rawValue)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let child = try #require(output.split(separator: "\n").lazy.compactMap { Int32($0) }.first)
    // Another process may have got the same ID since; the script's own words tell it from this one.
    let found = try ChildProcess.run(
      Command(["ps", "-o", "stat=,args=", "-p", "\(child)"]),
      outputBytesMax: 4096,
      timeLimit: .seconds(30)
    )
    let line = String(decoding: found.output, as: UTF8.self)
    #expect(!line.contains("id.new") || line.hasPrefix("Z"))
  }
}
