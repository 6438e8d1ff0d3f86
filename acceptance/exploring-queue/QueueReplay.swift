// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel

/// Goes through the events of a saved counterexample again, as a case does.
package enum QueueReplay {
  /// Goes through the events with a client in processes of its own; a promise that is broken ends it as it
  /// ends a case.
  ///
  /// - Parameters:
  ///   - example: the events.
  ///   - parameters: what the runner says about the case.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - log: where what happens is written down.
  /// - Throws: why nothing can be judged.
  package static func run(
    _ example: Counterexample,
    _ parameters: CaseParameters,
    inherited: [String: String],
    log: CaseLog
  ) throws(CaseStop) {
    guard let schedule = try? Schedule(parsing: example.steps),
      let seed = Seed(example.seed)
    else { throw .unjudged(.setupFailed(.badParameters)) }
    var own = parameters
    // The contents are those of the run that found it.
    own.seed = seed.description
    let scenario = try QueueScenario(own, inherited: inherited, log: log)
    defer { scenario.end() }
    if schedule.needsKillPoints { try scenario.need(.killPoints) }
    var walk = ScheduleWalk(scenario)
    _ = try walk.run(schedule)
  }
}

extension Schedule {
  /// Whether the client itself has to end at a point.
  var needsKillPoints: Bool {
    steps.contains { $0.crash?.point == .claimStored || $0.crash?.point == .beforeMarked }
  }
}
