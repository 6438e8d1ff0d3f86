// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel

/// One search: the schedules of its part, in order, until they are covered or one breaks a promise.
struct ScheduleSearch {
  /// How long nothing is told while nothing is found.
  private static let progressPause = Duration.milliseconds(250)

  private let parameters: ExploreParameters
  private let space: ScheduleSpace
  private let seed: Seed
  private let mustStop: @Sendable () -> Bool
  /// How many schedules this part has.
  private let count: Int
  private var coverage = Coverage()
  private var digest = StableDigest()
  private var found: Set<Finding> = []
  private let clock = ContinuousClock()

  init(
    _ parameters: ExploreParameters,
    space: ScheduleSpace,
    seed: Seed,
    mustStop: @escaping @Sendable () -> Bool
  ) {
    self.parameters = parameters
    self.space = space
    self.seed = seed
    self.mustStop = mustStop
    count = Self.count(space.count, part: parameters.part, of: parameters.parts)
    coverage.ordersInAll = UInt64(count)
  }

  /// How many schedules a part has; the parts together have each exactly once.
  static func count(_ whole: Int, part: Int, of parts: Int) -> Int {
    (whole + parts - part) / parts
  }

  /// The number in the space of the schedule at a place in a part, both from 0.
  static func number(_ place: Int, part: Int, of parts: Int) -> Int { place * parts + part - 1 }

  mutating func run<Executor: ScheduleExecutor>(
    _ means: QueueExplorer.Means<Executor>,
    tell: (ExploreMessage) -> Void
  ) {
    let (space, part, parts) = (space, parameters.part, parameters.parts)
    let workers = ScheduleWorkers(
      threads: means.threads,
      ScheduleWorkers.Job(
        count: count,
        schedulesPerTurn: means.schedulesPerTurn,
        schedule: { space.schedule(Self.number($0, part: part, of: parts)) },
        seed: seed,
        makeExecutor: means.makeExecutor
      )
    )
    var told = clock.now
    var isOver = false
    while !isOver, coverage.orders < UInt64(count) {
      isOver = mustStop()
      guard !isOver else { break }
      guard let results = workers.next() else {
        isOver = workers.isOver
        continue
      }
      for result in results where !isOver {
        switch result {
        case .stop(let stop):
          workers.stop()
          return tell(.unjudged(stop.reason))
        case .outcome(let outcome, let steps):
          isOver = take(outcome, steps: steps, means, workers, tell)
        }
      }
      if clock.now - told >= Self.progressPause {
        told = clock.now
        tell(.progress(coverage))
      }
    }
    workers.stop()
    let isComplete = coverage.orders == UInt64(count)
    tell(.ended(coverage, digest: digest.description, isComplete: isComplete))
  }

  /// Counts what came of a schedule, tells of a finding of a new kind, and says whether the search is over.
  private mutating func take(
    _ outcome: ScheduleOutcome,
    steps: Int,
    _ means: QueueExplorer.Means<some ScheduleExecutor>,
    _ workers: ScheduleWorkers,
    _ tell: (ExploreMessage) -> Void
  ) -> Bool {
    let number = Self.number(
      Int(coverage.orders),
      part: parameters.part,
      of: parameters.parts
    )
    digest.add(UInt64(number))
    digest.add(outcome.digest)
    coverage.orders += 1
    coverage.fraction = Double(coverage.orders) / Double(max(1, count))
    coverage.depth = max(coverage.depth, steps)
    guard let finding = outcome.finding, found.insert(finding).inserted else { return false }
    if !parameters.keepsGoing { workers.stop() }
    tellFound(finding, number, means, tell)
    return !parameters.keepsGoing
  }

  /// Makes a finding as small as it can be and tells of it, with the log of its events.
  private func tellFound<Executor: ScheduleExecutor>(
    _ finding: Finding,
    _ number: Int,
    _ means: QueueExplorer.Means<Executor>,
    _ tell: (ExploreMessage) -> Void
  ) {
    let schedule = space.schedule(number)
    let (seed, mustStop) = (seed, mustStop)
    var log: [LogLine] = []
    var smallest = schedule
    if let executor = try? means.makeExecutor(means.threads) {
      let box = Box(executor)
      var shrinking = ScheduleShrinking(
        runsMax: means.shrinkingRunsMax,
        mustStop: mustStop
      ) { schedule throws(CaseStop) in
        try box.executor.run(schedule, seed: seed, isRecording: false).finding
      }
      smallest = shrinking.shrink(schedule, to: finding)
      // A search that is being stopped has no time for one more.
      if !mustStop() {
        log = (try? box.executor.run(smallest, seed: seed, isRecording: true).log) ?? []
      }
    }
    let example = Counterexample(
      area: .queue,
      seed: seed,
      finding: finding,
      steps: smallest.texts
    )
    tell(.found(example, log: log))
  }

  /// Lends an executor to a function that is called many times.
  private final class Box<Executor> {
    var executor: Executor
    init(_ executor: Executor) { self.executor = executor }
  }
}
