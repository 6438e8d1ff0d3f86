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
    let (space, seed, part, parts) = (space, seed, parameters.part, parameters.parts)
    let workers = ScheduleWorkers(
      threads: means.threads,
      count: count,
      makeExecutor: means.makeExecutor
    ) { executor, place throws(CaseStop) in
      let schedule = space.schedule(Self.number(place, part: part, of: parts))
      return try executor.run(schedule, seed: seed, isRecording: false)
    }
    var told = clock.now
    var isOver = false
    while !isOver, coverage.orders < UInt64(count) {
      isOver = mustStop()
      guard !isOver else { break }
      guard let result = workers.next() else {
        isOver = workers.isOver
        continue
      }
      switch result {
      case .stop(let stop):
        workers.stop()
        return tell(.unjudged(stop.reason))
      case .outcome(let outcome):
        let place = Int(coverage.orders)
        cover(outcome)
        if let finding = outcome.finding, found.insert(finding).inserted {
          if !parameters.keepsGoing { workers.stop() }
          tellFound(finding, at: place, means, tell)
          isOver = !parameters.keepsGoing
        }
      }
      if clock.now - told >= Self.progressPause {
        told = clock.now
        tell(.progress(coverage))
      }
    }
    workers.stop()
    tell(
      .ended(
        coverage,
        digest: digest.description,
        isComplete: coverage.orders == UInt64(count)
      )
    )
  }

  private mutating func cover(_ outcome: ScheduleOutcome) {
    let number = Self.number(
      Int(coverage.orders),
      part: parameters.part,
      of: parameters.parts
    )
    digest.add(UInt64(number))
    digest.add(outcome.digest)
    coverage.orders += 1
    coverage.fraction = Double(coverage.orders) / Double(max(1, count))
    coverage.depth = max(coverage.depth, space.schedule(number).steps.count)
  }

  /// Makes a finding as small as it can be and tells of it, with the log of its events.
  private func tellFound<Executor: ScheduleExecutor>(
    _ finding: Finding,
    at place: Int,
    _ means: QueueExplorer.Means<Executor>,
    _ tell: (ExploreMessage) -> Void
  ) {
    let number = Self.number(place, part: parameters.part, of: parameters.parts)
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
