// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
import Contracts

/// Which scenario runs for which case.
package enum CaseDispatch {
  private static let scenarios: [String: Scenario] = [
    "queue.disconnect": .queue { queue throws(CaseStop) in try QueueDisconnect.run(queue) },
    "queue.lost-response": .queue { queue throws(CaseStop) in try QueueLostResponse.run(queue) },
    "queue.relaunch": .queue { queue throws(CaseStop) in try QueueRelaunch.run(queue) },
    "queue.key-conflict": .queue { queue throws(CaseStop) in try QueueKeyConflict.run(queue) },
    "queue.fresh-credentials": .queue { queue throws(CaseStop) in
      try QueueFreshCredentials.run(queue)
    },
    "queue.account-bound": .queue { queue throws(CaseStop) in try QueueAccountBound.run(queue) },
    "queue.retry-after": .queue { queue throws(CaseStop) in try QueueRetryAfter.run(queue) },
    "queue.backoff": .queue { queue throws(CaseStop) in try QueueBackoff.run(queue) },
    "queue.clock-jump": .queue { queue throws(CaseStop) in try QueueClockJump.run(queue) },
    "queue.claim-outlasts-stall": .queue { queue throws(CaseStop) in
      try QueueClaimOutlastsStall.run(queue)
    },
    "queue.record-order": .queue { queue throws(CaseStop) in try QueueRecordOrder.run(queue) },
    "queue.key-lifetime": .queue { queue throws(CaseStop) in try QueueKeyLifetime.run(queue) },
    "queue.cancel": .queue { queue throws(CaseStop) in try QueueCancel.run(queue) },
    "state.rejection": .state(.rejection),
    "state.unknown-outcome": .state(.unknownOutcome),
    "state.session-switch": .state(.sessionSwitch),
    "state.reordering": .state(.reordering),
    "state.pending-ends": .state(.pendingEnds),
    "state.delete": .state(.delete),
    "state.cancel": .state(.cancel),
    "state.older-read": .state(.olderRead),
  ]
  .merging(beyondGate.mapValues(Scenario.queue)) { first, _ in first }
  .merging(server.mapValues(Scenario.server)) { first, _ in first }

  /// Every case that has a scenario here.
  package static var names: Set<CaseName> { Set(scenarios.keys.compactMap { CaseName($0) }) }

  /// Runs a case to its end; it returns only where every promise held.
  ///
  /// - Parameters:
  ///   - name: the case.
  ///   - parameters: what the runner says about it.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - log: where the case writes down what happens.
  /// - Throws: why the case cannot be judged.
  package static func run(
    _ name: CaseName,
    _ parameters: CaseParameters,
    inherited: [String: String],
    log: CaseLog
  ) throws(CaseStop) {
    let disabled = parameters.disabledCheck.map { CaseCheck("\(name):\($0)")?.finding }
    // A check that the case does not have cannot be left out of it.
    if case .some(nil) = disabled { throw .unjudged(.setupFailed(.badParameters)) }
    let log = log.judging(CaseCatalogue.findings(of: name), without: disabled ?? nil)
    switch scenarios[name.description] {
    case .queue(let run):
      let world = try QueueScenario(parameters, inherited: inherited, log: log)
      defer { world.end() }
      try run(world)
    case .server(let run):
      let world = try ServerScenario(parameters, inherited: inherited, log: log)
      defer { world.end() }
      try run(world)
    case .state(let scenario):
      guard let seed = Seed(parameters.seed) else {
        throw .unjudged(.setupFailed(.badParameters))
      }
      guard let command = parameters.subject else {
        return try scenario.run(BundledSubject(), log, seed)
      }
      let limit = Duration.milliseconds(parameters.commandTimeLimitMilliseconds)
      let subject = try ProcessSubject(
        command,
        inherited: inherited,
        timeLimit: limit,
        // A subject of version 1 is asked only where it matters.
        capabilities: scenario.needsCapability
          ? ProcessSubject.capabilities(of: command, inherited: inherited, timeLimit: limit) : []
      )
      defer { subject.end() }
      try scenario.run(subject, log, seed)
      try subject.finish()
    case nil:
      throw .unjudged(.setupFailed(.unknownCase))
    }
  }
}

/// The function that runs a case, with what it needs.
private enum Scenario: Sendable {
  case queue(@Sendable (QueueScenario) throws(CaseStop) -> Void)
  case state(StateScenario)
  case server(@Sendable (ServerScenario) throws(CaseStop) -> Void)
}

/// A state case, which runs over whatever speaks the subject contract.
private enum StateScenario: Sendable {
  case rejection
  case unknownOutcome
  case sessionSwitch
  case reordering
  case pendingEnds
  case delete
  case cancel
  case olderRead

  /// Whether the subject must have announced something.
  var needsCapability: Bool {
    switch self {
    case .rejection, .unknownOutcome, .sessionSwitch, .reordering, .pendingEnds: false
    case .delete, .cancel, .olderRead: true
    }
  }

  func run(_ subject: some CapableSubject<CaseStop>, _ log: CaseLog, _ seed: Seed) throws(CaseStop)
  {
    switch self {
    case .rejection: try StateRejection.run(subject: subject, log: log, seed: seed)
    case .unknownOutcome: try StateUnknownOutcome.run(subject: subject, log: log, seed: seed)
    case .sessionSwitch: try StateSessionSwitch.run(subject: subject, log: log, seed: seed)
    case .reordering: try StateReordering.run(subject: subject, log: log, seed: seed)
    case .pendingEnds: try StatePendingEnds.run(subject: subject, log: log, seed: seed)
    case .delete: try StateDelete.run(subject: subject, log: log, seed: seed)
    case .cancel: try StateCancel.run(subject: subject, log: log, seed: seed)
    case .olderRead: try StateOlderRead.run(subject: subject, log: log, seed: seed)
    }
  }
}
