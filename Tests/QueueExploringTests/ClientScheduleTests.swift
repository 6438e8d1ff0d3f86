// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import Contracts
import FaultInjection
import Foundation
import Locking
import TestSupport
import Testing

@testable import QueueExploring
@testable import known_bad_client

/// Schedules on clients in processes of their own.
struct ClientScheduleTests {
  private static let reference = [BuiltProducts.path(of: "reference-client")]
  private static let good = [BuiltProducts.path(of: "known-bad-client")]

  private static func bad(_ flaw: Flaw) -> [String] { good + ["--flaw", flaw.rawValue] }

  private static func parameters(
    _ client: [String],
    _ folder: TemporaryFolder,
    profile: String = "default"
  ) -> CaseParameters {
    CaseParameters(
      seed: Seed(0x5eed),
      client: client,
      profile: profile,
      folder: folder.path,
      commandTimeLimitMilliseconds: 60_000
    )
  }

  private static var inherited: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  private static func outcome(
    _ steps: [String],
    _ client: [String],
    profile: String = "default"
  ) throws -> ScheduleOutcome {
    let folder = try TemporaryFolder()
    var executor = ProcessExecutor(
      parameters(client, folder, profile: profile),
      inherited: inherited,
      name: "test"
    )
    let outcome = try executor.run(
      Schedule(parsing: steps),
      seed: Seed(0x5eed),
      isRecording: true
    )
    // Nothing is left of a schedule.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    return outcome
  }

  // MARK: - What schedules can show

  @Test(.timeLimit(.minutes(30)), arguments: Flaw.allCases)
  func `each flaw that a schedule can show is shown by the fewest steps`(flaw: Flaw) throws {
    guard case .shown(let steps, let finding) = flaw.schedule else { return }
    let outcome = try Self.outcome(steps, Self.bad(flaw))
    #expect(outcome.finding == finding)
    #expect(outcome.log.last?.result == .violated(finding.invariant))
    // The small ones have it, so that every search finds the flaw.
    #expect(Self.small.contains(try Schedule(parsing: steps)))
  }

  private static let small: Set<Schedule> = {
    let space = ScheduleSpace(
      .ofProcesses(.default, hasKillPoints: true),
      seed: Seed(1),
      count: 400,
      depth: 8,
      submitsMax: 3
    )
    return Set((0..<space.exhaustiveCount).map(space.schedule))
  }()

  @Test func `what no schedule shows has its reason`() {
    var obstacles: [ScheduleEvidence.Obstacle: Int] = [:]
    for flaw in Flaw.allCases {
      if case .notShown(let obstacle) = flaw.schedule { obstacles[obstacle, default: 0] += 1 }
    }
    let expected: [ScheduleEvidence.Obstacle: Int] = [
      .conflict: 5, .permanentRejection: 4, .manyTasks: 1, .manyAttempts: 2, .storeFault: 1,
      .killInSubmit: 1, .chance: 1, .capability: 19,
    ]
    #expect(obstacles == expected)
  }

  /// The steps of the flaws, each once, and one for each point.
  private static let schedules: [[String]] = {
    var all = Flaw.allCases.compactMap { flaw -> [String]? in
      guard case .shown(let steps, _) = flaw.schedule else { return nil }
      return steps
    }
    all += CrashPoint.named.map { ["submit", "submit", "resume kill \($0)", "second-sender kill"] }
    all.append([
      "submit", "submit", "resume status-after-commit:503 kill request-sent 2", "relaunch",
    ])
    var seen: Set<[String]> = []
    return all.filter { seen.insert($0).inserted }
  }()

  @Test(.timeLimit(.minutes(30)), arguments: schedules)
  func `clients that keep their promises keep them in the same schedules`(steps: [String]) throws {
    let client = steps.count % 2 == 0 ? Self.reference : Self.good
    let outcome = try Self.outcome(steps, client)
    #expect(outcome.finding == nil)
    let killed = outcome.log.count { $0.result == .happened(.killed) }
    let kills = steps.count { $0.contains("kill") }
    // An answer may be read, and its task be settled, before the kill; then nothing is left for another.
    #expect(killed == kills || steps.contains { $0.contains("answer-read") } && killed >= 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server of another profile is judged by its own`() throws {
    let client =
      Self.reference + [
        "--key-syntax", "quoted", "--conflict-status", "422", "--in-flight-status", "409",
      ]
    let steps = ["submit", "resume status-before-commit:503", "resume kill server-committed"]
    #expect(try Self.outcome(steps, client, profile: "ietf").finding == nil)
    #expect(try Self.outcome(steps, Self.reference, profile: "ietf").finding == .keyNotAccepted)
    // A failure that is kept for ever is none that a queue can survive.
    #expect(throws: CaseStop.unjudged(.vacuous)) {
      try Self.outcome(["submit", "resume status-before-commit:500"], client, profile: "ietf")
    }
  }

  // MARK: - Saved examples

  private static func replay(
    _ example: Counterexample,
    _ client: [String]
  ) throws -> [CaseMessage] {
    let folder = try TemporaryFolder()
    let messages = Monitor<[CaseMessage]>([])
    try QueueReplay.run(
      example,
      parameters(client, folder),
      inherited: inherited,
      log: CaseLog { message in messages.withLock { $0.append(message) } }
    )
    return messages.withLock { $0 }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a saved example fails until the flaw is mended`() throws {
    let example = try #require(
      Counterexample(
        json: Array(
          Counterexample(
            area: .queue,
            seed: Seed(3),
            finding: .keyChangedOnRelaunch,
            steps: ["submit", "resume kill server-committed"]
          ).json.utf8
        )
      )
    )
    let failed = try Self.replay(example, Self.bad(.newKeyOnRelaunch))
    guard case .verdict(.failed(.invariantBroken(let finding, _)))? = failed.last else {
      Issue.record("it passed: \(failed)")
      return
    }
    #expect(finding == .keyChangedOnRelaunch)
    for client in [Self.good, Self.reference] {
      let kept = try Self.replay(example, client)
      #expect(!kept.contains { if case .verdict = $0 { true } else { false } })
      #expect(kept.contains { if case .log(let line) = $0 { line.attempts > 1 } else { false } })
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `an example that cannot be gone through is no pass`() throws {
    func example(_ steps: String...) -> Counterexample {
      Counterexample(area: .queue, seed: Seed(3), finding: .taskNotListed, steps: steps)
    }
    #expect(throws: CaseStop.unjudged(.setupFailed(.badParameters))) {
      try Self.replay(example("submit", "dance"), Self.reference)
    }
    #expect(throws: CaseStop.unjudged(.vacuous)) {
      try Self.replay(example("submit", "resume kill statement:3"), Self.reference)
    }
    let shell = BuiltProducts.root + "/acceptance/adapters/shell/client.sh"
    #expect(throws: CaseStop.skipped(.missingCapability(.killPoints))) {
      try Self.replay(example("submit", "resume kill claim-stored"), [shell])
    }
  }

  // MARK: - The program

  /// Runs the explorer's own program, as the command does.
  private static func explore(
    _ client: [String],
    schedules: Int,
    whileRunning: (ChildProcess) -> Void = { _ in }
  ) throws -> (messages: [ExploreMessage], finished: FinishedCommand) {
    let folder = try TemporaryFolder()
    let parameters = ExploreParameters(
      program: parameters(client, folder),
      area: .queue,
      isInProcess: false,
      depth: 8,
      records: 3,
      tickets: 3,
      sessions: 3,
      schedules: schedules
    )
    let finished = try ChildProcess.run(
      Command(
        [BuiltProducts.path(of: "oncegate-explore")],
        environment: inherited.merging([ExploreParameters.variable: parameters.json]) { $1 }
      ),
      outputBytesMax: 1 << 22,
      timeLimit: .seconds(120),
      whileRunning: whileRunning
    )
    let lines = finished.output.split(separator: UInt8(ascii: "\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    return (lines.compactMap { ExploreMessage(jsonLine: $0) }, finished)
  }

  @Test(.timeLimit(.minutes(30)))
  func `the program tells the same digest twice, and leaves nothing behind`() throws {
    let digests = try (1...2).map { _ in
      let (messages, finished) = try Self.explore(Self.good, schedules: 24)
      #expect(finished.exit == .exited(0) && finished.leftProcesses == 0)
      guard case .ended(let coverage, let digest, true)? = messages.last else { return "" }
      #expect(coverage.orders == 24)
      return digest
    }
    #expect(digests[0] == digests[1] && !digests[0].isEmpty)
  }

  @Test(.timeLimit(.minutes(30)))
  func `the program is asked to stop, ends its schedules and says how far it came`() throws {
    let (messages, finished) = try Self.explore(Self.good, schedules: 100_000) { process in
      // It has begun as soon as it says how far it is.
      _ = process.readLine(atMost: .seconds(60), bytesMax: ExploreMessage.lineBytesMax)
      process.kill(SIGTERM)
    }
    #expect(finished.exit == .exited(0) && finished.leftProcesses == 0)
    guard case .ended(let coverage, _, isComplete: false)? = messages.last else {
      Issue.record("it told \(messages)")
      return
    }
    #expect(coverage.orders > 0 && coverage.orders < 100_000)
  }

  @Test(.timeLimit(.minutes(30)))
  func `the program finds a flaw, makes it small and tells its events`() throws {
    let (messages, _) = try Self.explore(Self.bad(.deletedOn503), schedules: 60)
    let found = messages.compactMap { message -> (Counterexample, [LogLine])? in
      if case .found(let example, let log) = message { (example, log) } else { nil }
    }
    let (example, log) = try #require(found.first)
    #expect(found.count == 1 && example.steps.count <= 2)
    let finding = try #require(Finding.named(example.finding))
    #expect(log.last?.result == .violated(finding.invariant))
    #expect(try Self.outcome(example.steps, Self.bad(.deletedOn503)).finding == finding)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a client that breaks its contract is named, and nothing is said of its queue`() throws {
    let (messages, _) = try Self.explore(["/bin/false"], schedules: 10)
    #expect(messages.last == .unjudged(.contractBroken(ContractBreach(.submit, .exitStatus))))
  }
}
