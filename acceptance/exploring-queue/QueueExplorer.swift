// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
package import AcceptanceModel
import FaultInjection

/// Tries schedules on a write queue, within bounds.
package enum QueueExplorer {
  /// How many schedules of processes are gone through at once.
  package static let processesAtOnce = 2
  /// The most schedules that one search may have.
  package static let schedulesMax = 1_000_000_000
  /// The most schedules of processes that are gone through to make one finding smaller.
  static let shrinkingRunsOfProcesses = 150

  /// What goes through the schedules of one search.
  package struct Means<Executor: ScheduleExecutor> {
    package let alphabet: ScheduleAlphabet
    /// How many schedules are gone through at once.
    package let threads: Int
    /// How many schedules a thread goes through before it tells of them.
    package let schedulesPerTurn: Int
    /// The most schedules that are gone through to make one finding smaller.
    package let shrinkingRunsMax: Int
    /// Makes an executor for each thread, and one more for making findings smaller.
    package let makeExecutor: @Sendable (Int) throws(ScheduleStop) -> Executor

    package init(
      alphabet: ScheduleAlphabet,
      threads: Int,
      schedulesPerTurn: Int = 1,
      shrinkingRunsMax: Int = ScheduleShrinking.runsMax,
      makeExecutor: @escaping @Sendable (Int) throws(ScheduleStop) -> Executor
    ) {
      self.alphabet = alphabet
      self.threads = threads
      self.schedulesPerTurn = schedulesPerTurn
      self.shrinkingRunsMax = shrinkingRunsMax
      self.makeExecutor = makeExecutor
    }
  }

  /// Explores a client in processes of its own until the bounds are covered, or until it is asked to stop.
  ///
  /// - Parameters:
  ///   - parameters: what is explored, and how far.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - mustStop: whether somebody wants the search to end now.
  ///   - tell: takes each message, the last one at the end.
  package static func run(
    _ parameters: ExploreParameters,
    inherited: [String: String],
    mustStop: @escaping @Sendable () -> Bool,
    tell: (ExploreMessage) -> Void
  ) {
    guard let profile = Profile.described(by: parameters.program.profile) else {
      return tell(.unjudged(.setupFailed(.badParameters)))
    }
    let program = parameters.program
    // What this process was told is nothing for a client.
    let inherited = inherited.filter { $0.key != ExploreParameters.variable }
    let hasKillPoints: Bool
    do throws(CaseStop) {
      hasKillPoints = try ProcessExecutor.hasKillPoints(program, inherited: inherited)
    } catch {
      return tell(.unjudged(error.reason))
    }
    let means = Means(
      alphabet: .ofProcesses(profile, hasKillPoints: hasKillPoints),
      threads: processesAtOnce,
      shrinkingRunsMax: shrinkingRunsOfProcesses
    ) { number in
      ProcessExecutor(program, inherited: inherited, name: "schedules-\(number)")
    }
    run(parameters, by: means, mustStop: mustStop, tell: tell)
  }

  /// Explores by any means.
  package static func run(
    _ parameters: ExploreParameters,
    by means: Means<some ScheduleExecutor>,
    mustStop: @escaping @Sendable () -> Bool,
    tell: (ExploreMessage) -> Void
  ) {
    guard let seed = Seed(parameters.program.seed),
      (1...schedulesMax).contains(parameters.schedules)
    else { return tell(.unjudged(.setupFailed(.badParameters))) }
    let space = ScheduleSpace(
      means.alphabet,
      seed: seed,
      count: parameters.schedules,
      depth: parameters.depth,
      submitsMax: parameters.records
    )
    var search = ScheduleSearch(parameters, space: space, seed: seed, mustStop: mustStop)
    search.run(means, tell: tell)
  }
}

extension CaseStop {
  /// Why nothing can be judged.
  var reason: Unjudged {
    switch self {
    case .unjudged(let reason): reason
    // Nothing is skipped where every schedule is chosen by what the client can do.
    case .skipped: .noVerdict
    }
  }
}
