// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
package import AcceptanceModel
import FaultInjection
import QueueExploring

/// Tries schedules on the bundled queue within this process.
package enum BundledExplorer {
  /// How many schedules are gone through at once, each on a thread of its own.
  static let threads = 2
  /// How many schedules a thread goes through before it tells of them.
  static let schedulesPerTurn = 64
  /// Up to which statement of a step the queue is killed at each in small schedules.
  ///
  /// A task that is sent needs fewer.
  static let statementsMax = 20

  /// Explores until the bounds are covered, or until it is asked to stop.
  ///
  /// - Parameters:
  ///   - parameters: what is explored, and how far.
  ///   - mustStop: whether somebody wants the search to end now.
  ///   - tell: takes each message, the last one at the end.
  package static func run(
    _ parameters: ExploreParameters,
    mustStop: @escaping @Sendable () -> Bool,
    tell: (ExploreMessage) -> Void
  ) {
    guard let profile = Profile.described(by: parameters.program.profile),
      let parts = QueueParts(profile)
    else { return tell(.unjudged(.setupFailed(.badParameters))) }
    let means = QueueExplorer.Means(
      alphabet: .inProcess(profile, statementsMax: statementsMax),
      threads: threads,
      schedulesPerTurn: schedulesPerTurn
    ) { _ throws(ScheduleStop) in try BundledExecutor(profile, parts) }
    QueueExplorer.run(parameters, by: means, mustStop: mustStop, tell: tell)
  }
}
