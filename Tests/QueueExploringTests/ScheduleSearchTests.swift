// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import FaultInjection
import Locking
import QueueExploring
import Testing

/// What a search does with what its executors say.
struct ScheduleSearchTests {
  /// Says what a function says of each schedule.
  private struct Executor: ScheduleExecutor {
    let judge: @Sendable (Schedule) throws(CaseStop) -> Finding?

    func run(
      _ schedule: Schedule,
      seed: Seed,
      isRecording: Bool
    ) throws(CaseStop) -> ScheduleOutcome {
      var digest = StableDigest()
      schedule.add(to: &digest)
      return ScheduleOutcome(finding: try judge(schedule), log: [], digest: digest.value)
    }
  }

  private static func search(
    schedules: Int = 300,
    part: Int = 1,
    parts: Int = 1,
    keepsGoing: Bool = false,
    mustStop: @escaping @Sendable () -> Bool = { false },
    _ judge: @escaping @Sendable (Schedule) throws(CaseStop) -> Finding?
  ) -> [ExploreMessage] {
    let parameters = ExploreParameters(
      program: CaseParameters(seed: Seed(1), client: ["none"], folder: "/nowhere"),
      area: .queue,
      isInProcess: false,
      depth: 6,
      records: 3,
      tickets: 3,
      sessions: 3,
      schedules: schedules,
      part: part,
      parts: parts,
      keepsGoing: keepsGoing
    )
    let means = QueueExplorer.Means(
      alphabet: .ofProcesses(.default, hasKillPoints: true),
      threads: 2
    ) { _ throws(ScheduleStop) in Executor(judge: judge) }
    var messages: [ExploreMessage] = []
    QueueExplorer.run(parameters, by: means, mustStop: mustStop) { messages.append($0) }
    return messages
  }

  private static func found(_ messages: [ExploreMessage]) -> [Counterexample] {
    messages.compactMap { if case .found(let example, _) = $0 { example } else { nil } }
  }

  private static func ended(_ messages: [ExploreMessage]) -> (Coverage, isComplete: Bool)? {
    guard case .ended(let coverage, _, let isComplete)? = messages.last else { return nil }
    return (coverage, isComplete)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a search without a finding covers everything`() throws {
    let (coverage, isComplete) = try #require(Self.ended(Self.search { _ in nil }))
    #expect(isComplete && coverage.orders == 300 && coverage.ordersInAll == 300)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [1, 2, 5])
  func `the parts go through the schedules of the whole`(parts: Int) throws {
    let seen = Monitor<[Schedule]>([])
    let judge: @Sendable (Schedule) -> Finding? = { schedule in
      seen.withLock { $0.append(schedule) }
      return nil
    }
    for part in 1...parts {
      let ended = try #require(Self.ended(Self.search(part: part, parts: parts, judge)))
      #expect(ended.isComplete)
    }
    let inParts = seen.withLock { $0 }
    seen.withLock { $0 = [] }
    _ = Self.search(judge)
    let whole = seen.withLock { $0 }
    #expect(inParts.count == 300)
    #expect(inParts.map(\.texts.description).sorted() == whole.map(\.texts.description).sorted())
  }

  @Test(.timeLimit(.minutes(30)))
  func `a search ends at its first finding, or goes on and tells each kind once`() throws {
    let judge: @Sendable (Schedule) -> Finding? = { schedule in
      guard schedule.steps.count > 1 else { return nil }
      return schedule.submits > 1 ? .newActionReusedKey : .taskNotListed
    }
    let first = Self.search(judge)
    #expect(Self.found(first).map(\.finding) == ["new-action-reused-key"])
    let covered = try #require(Self.ended(first))
    #expect(!covered.isComplete && covered.0.orders == 4)

    let all = Self.search(keepsGoing: true, judge)
    #expect(Self.found(all).map(\.finding) == ["new-action-reused-key", "task-not-listed"])
    #expect(Self.found(all).map(\.steps) == [["submit", "submit"], ["submit", "resume"]])
    #expect(try #require(Self.ended(all)).isComplete)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a search that is stopped tells what it has covered, and shrinks no more`() throws {
    let asked = Monitor(0)
    let judge: @Sendable (Schedule) -> Finding? = { _ in
      asked.withLock { $0 += 1 }
      return .taskNotListed
    }
    let messages = Self.search(
      schedules: 1_000_000,
      keepsGoing: true,
      mustStop: { asked.withLock { $0 > 20 } },
      judge
    )
    let (coverage, isComplete) = try #require(Self.ended(messages))
    #expect(!isComplete && coverage.orders < 1000)
    #expect(asked.withLock { $0 } < 1000)
  }

  @Test(.timeLimit(.minutes(30)))
  func `what cannot be judged ends the search without a word on its schedules`() {
    let breach = CaseStop.broken(.resume, .hang)
    let messages = Self.search { schedule throws(CaseStop) in
      if schedule.steps.count == 2 { throw breach }
      return nil
    }
    #expect(messages.last == .unjudged(.contractBroken(ContractBreach(.resume, .hang))))
  }

  @Test(.timeLimit(.minutes(30)), arguments: [0, 1_000_000_001])
  func `a number of schedules that is none is refused`(schedules: Int) {
    let messages = Self.search(schedules: schedules) { _ in nil }
    #expect(messages == [.unjudged(.setupFailed(.badParameters))])
  }
}
