// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
package import Contracts
package import FaultInjection

/// What is known at one moment of a schedule: what the user did, and what the server's ledger holds.
package struct QueueFacts: Sendable {
  /// What was acknowledged, in order.
  package var actions: [UserAction] = []
  /// What arrived, in order.
  package var deliveries: [SeenDelivery] = []
  package var records: [Record] = []
  /// What the client lists now, by the task; of its own word only what a case would use.
  package var listings: [String: TaskListing] = [:]
  /// How many requests wrote nothing, where writes go.
  package var readsRefused = 0

  package init() {}
}

/// A promise that is broken, and by what.
package struct ScheduleBreach: Hashable, Sendable {
  package let finding: Finding
  package let action: UserAction?
  package let delivery: SeenDelivery?

  package init(_ finding: Finding, _ action: UserAction? = nil, at delivery: SeenDelivery? = nil) {
    self.finding = finding
    self.action = action
    self.delivery = delivery
  }
}

/// Judges what became of every action while a schedule is gone through.
///
/// It is a value without a world: whoever goes through the schedule tells it the facts after each step. The
/// promises are that nothing is lost, nothing is done twice, what identifies an action never changes, a task
/// has one sender, and the queue settles once the faults stop.
package struct ScheduleOracle: Sendable {
  /// What was known of an action at the last look.
  private struct History: Sendable {
    var listed: TaskListing?
    /// Whether an answer has told of a failure, after which a queue may stop the task.
    var mayBeStopped = false
  }

  private let profile: Profile
  private var histories: [History] = []
  /// How many deliveries had arrived when the app was killed last, or nothing where it never was.
  private var killedAfter: Int?
  private var readsRefused = 0

  package init(_ profile: Profile) { self.profile = profile }

  /// Whether nothing more is to come of an action.
  package func isSettled(_ index: Int, _ facts: QueueFacts) -> Bool {
    let action = facts.actions[index]
    let listing = facts.listings[action.task]
    if listing?.state == .stopped { return histories[index].mayBeStopped }
    return facts.hasSucceeded(action) && (listing == nil || listing?.state == .completed)
  }

  /// Takes note that the app was killed, with what had arrived by then.
  package mutating func killed(after deliveries: Int) { killedAfter = deliveries }

  /// Judges after a step, and in its midst where something is held back.
  ///
  /// - Parameters:
  ///   - step: the step, or nothing where the faults have stopped.
  ///   - wasKilled: whether the app was killed in it.
  ///   - facts: what is known now.
  /// - Returns: the first promise that is broken.
  package mutating func judge(
    after step: ScheduleStep?,
    wasKilled: Bool,
    _ facts: QueueFacts
  ) -> ScheduleBreach? {
    if let breach = keyReused(facts) { return breach }
    while histories.count < facts.actions.count { histories.append(History()) }
    for index in histories.indices where step?.network.fault(ofTask: index)?.tellsOfFailure == true
    {
      histories[index].mayBeStopped = true
    }
    defer {
      for index in histories.indices {
        histories[index].listed = facts.listings[facts.actions[index].task]
      }
      readsRefused = facts.readsRefused
    }
    if facts.readsRefused > readsRefused { return ScheduleBreach(.redirectBecameRead) }
    if let breach = identityBroken(facts) ?? recordDoubled(facts) { return renamed(breach, step) }
    for index in histories.indices {
      if let breach = lost(index, step, wasKilled: wasKilled, facts) { return breach }
    }
    return nil
  }

  /// Judges when the faults have stopped and the queue was resumed as often as it may take.
  package func judgeEnd(_ facts: QueueFacts) -> ScheduleBreach? {
    for (index, action) in facts.actions.enumerated() where !isSettled(index, facts) {
      let last = facts.deliveries.last { $0.key == action.key }
      let isSentAgain = (last?.number ?? 0) > (killedAfter ?? -1)
      return ScheduleBreach(
        killedAfter != nil && !isSentAgain ? .notSentAfterRelaunch : .notSettledOnceReachable,
        action
      )
    }
    return nil
  }

  // MARK: - Identity

  private func keyReused(_ facts: QueueFacts) -> ScheduleBreach? {
    for (index, action) in facts.actions.enumerated().dropFirst(histories.count)
    where facts.actions[..<index].contains(where: { $0.key == action.key }) {
      return ScheduleBreach(.newActionReusedKey, action)
    }
    return nil
  }

  private func identityBroken(_ facts: QueueFacts) -> ScheduleBreach? {
    for action in facts.actions {
      let breaches = DeliveryIdentity.breaches(
        in: facts.deliveries.filter { delivery in
          facts.isKnown(delivery)
            ? delivery.key == action.key : profile.isBody(delivery.body, asSubmitted: action.body)
        },
        of: action,
        relaunchedAfter: killedAfter,
        isAsSubmitted: profile.isBody(_:asSubmitted:)
      )
      if let breach = breaches.first {
        return ScheduleBreach(breach.finding, action, at: breach.delivery)
      }
      if let listing = facts.listings[action.task] {
        if listing.key != action.key { return ScheduleBreach(.listedKeyChanged, action) }
      } else if facts.listings.values.contains(where: { $0.key == action.key }) {
        return ScheduleBreach(.taskIdentityChanged, action)
      }
    }
    let stranger = facts.deliveries.first { delivery in
      !facts.isKnown(delivery)
        && !facts.actions.contains { profile.isBody(delivery.body, asSubmitted: $0.body) }
    }
    return stranger.map { stranger in
      ScheduleBreach(
        stranger.key == nil ? .keyNotAccepted : .keyNotSentAsAcknowledged,
        at: stranger
      )
    }
  }

  private func recordDoubled(_ facts: QueueFacts) -> ScheduleBreach? {
    for (index, record) in facts.records.enumerated() {
      let isKnown = facts.actions.contains { $0.key == record.key }
      guard !isKnown || facts.records[..<index].contains(where: { $0.key == record.key }) else {
        continue
      }
      let action = facts.actions.first { action in
        action.key == record.key || profile.isBody(record.body, asSubmitted: action.body)
      }
      let delivery = facts.deliveries.last { $0.key == record.key }
      return ScheduleBreach(.twoRecordsForOneAction, action, at: delivery)
    }
    return nil
  }

  /// The same breach, by the name that says more where the step's fault leads to it.
  private func renamed(_ breach: ScheduleBreach, _ step: ScheduleStep?) -> ScheduleBreach {
    let faults = step?.network.faults ?? []
    let isOfRedirect = faults.contains(where: \.isRedirect)
    let finding: Finding? =
      switch breach.finding {
      case .keyChangedOnRetry, .bodyChangedOnRetry: isOfRedirect ? .writeMangledByRedirect : nil
      case .keyNotSentAsAcknowledged where breach.action == nil:
        isOfRedirect ? .writeMangledByRedirect : nil
      default: nil
      }
    return finding.map { ScheduleBreach($0, breach.action, at: breach.delivery) } ?? breach
  }

  // MARK: - Loss

  /// What is lost of an action, as far as the client's own list shows it.
  private func lost(
    _ index: Int,
    _ step: ScheduleStep?,
    wasKilled: Bool,
    _ facts: QueueFacts
  ) -> ScheduleBreach? {
    let action = facts.actions[index]
    let listing = facts.listings[action.task]
    let before = histories[index].listed
    func breach(_ finding: Finding) -> ScheduleBreach { ScheduleBreach(finding, action) }

    // What was known to be done cannot become undone.
    if before?.state == .completed, let listing, listing.state != .completed {
      return breach(.lateAnswerChangedSettled)
    }
    if let listing, let before, listing.attempts < before.attempts {
      return breach(.attemptsWentDown)
    }
    if listing?.attempts == 0, facts.deliveries.contains(where: { $0.key == action.key }) {
      return breach(.attemptsNotCounted)
    }
    if facts.hasSucceeded(action) { return nil }
    switch listing?.state {
    case .pending: return nil
    case .stopped:
      return histories[index].mayBeStopped ? nil : breach(.droppedOnUnknownOutcome)
    case .completed: return breach(believed(step?.network.fault(ofTask: index), step))
    case nil:
      if step?.network.fault(ofTask: index).map({ $0.isFalseSuccess || $0.isRedirect }) == true
        || step?.network.fault(ofTask: index) == .partialSuccess
      {
        return breach(believed(step?.network.fault(ofTask: index), step))
      }
      return breach(gone(index, step, wasKilled: wasKilled, facts))
    }
  }

  /// What is broken where a task counts as done, and the server never said so.
  private func believed(_ fault: Fault?, _ step: ScheduleStep?) -> Finding {
    switch (fault, step) {
    case (.partialSuccess?, _): .partialSuccessBelieved
    case (let fault?, _) where fault.isFalseSuccess: .falseSuccessBelieved
    case (let fault?, _) where fault.isRedirect: .redirectBelieved
    case (_, .secondSender): .lateAnswerSettledAnother
    default: .completedWithoutSuccess
    }
  }

  /// What is broken where a task is gone that the server never confirmed.
  private func gone(
    _ index: Int,
    _ step: ScheduleStep?,
    wasKilled: Bool,
    _ facts: QueueFacts
  ) -> Finding {
    let isSent = facts.deliveries.contains { $0.key == facts.actions[index].key }
    if step == .submitBeside, index == histories.count - 1 { return .lostDuringDrain }
    if wasKilled { return isSent ? .removedWithoutSuccess : .taskLostOnRelaunch }
    return histories[index].listed == nil ? .taskNotListed : .droppedOnUnknownOutcome
  }
}

extension QueueFacts {
  /// Whether the server has answered a delivery with this action's key with an explicit success.
  package func hasSucceeded(_ action: UserAction) -> Bool {
    deliveries.contains { $0.key == action.key && $0.succeeded }
  }

  fileprivate func isKnown(_ delivery: SeenDelivery) -> Bool {
    actions.contains { $0.key == delivery.key }
  }
}
