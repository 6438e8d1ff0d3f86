// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import Contracts
import FaultInjection

/// What must hold in a queue case.
extension QueueScenario {
  /// Asserts that what arrived for an action is one and the same operation.
  ///
  /// - Parameters:
  ///   - action: the action that the deliveries are due to.
  ///   - chosen: the deliveries, or nothing for all that have arrived.
  ///   - relaunchedAfter: how many deliveries had arrived when the client was killed.
  ///   - sourceLine: the line of the check in the case's file.
  package func checkIdentity(
    of action: UserAction,
    in chosen: [SeenDelivery]? = nil,
    relaunchedAfter: Int? = nil,
    sourceLine: Int = #line
  ) {
    log.expectDeclared(
      DeliveryIdentity.findings(
        ofOne: chosen?.count == 1,
        acrossRelaunch: relaunchedAfter != nil
      ).map { names[$0] ?? $0 }
    )
    let breaches = DeliveryIdentity.breaches(
      in: chosen ?? deliveries,
      of: action,
      relaunchedAfter: relaunchedAfter,
      isAsSubmitted: profile.isBody(_:asSubmitted:)
    )
    // The first ends the case, unless it is the one check that is left out.
    for breach in breaches {
      check(false, breach.finding, of: action, at: breach.delivery, sourceLine: sourceLine)
    }
  }

  /// Asserts that a task is not given up as long as the server has answered no success.
  ///
  /// - Parameters:
  ///   - action: the action whose task it is.
  ///   - listing: what the client lists of it.
  ///   - whenGone: what is broken where the client does not list it.
  ///   - whenCompleted: what is broken where the client lists it as completed.
  ///   - sourceLine: the line of the check in the case's file.
  package func checkKept(
    _ action: UserAction,
    _ listing: TaskListing?,
    whenGone: Finding,
    whenCompleted: Finding = .completedWithoutSuccess,
    sourceLine: Int = #line
  ) {
    if hasSucceeded(action) { return }
    let state = listing?.state
    check(listing != nil, whenGone, of: action, sourceLine: sourceLine)
    check(state != .completed, whenCompleted, of: action, sourceLine: sourceLine)
    check(state == .pending, .droppedOnUnknownOutcome, of: action, sourceLine: sourceLine)
  }

  /// Whether the server has answered a success and the client knows it.
  package func isSettled(_ action: UserAction, _ listing: TaskListing?) -> Bool {
    hasSucceeded(action) && (listing == nil || listing?.state == .completed)
  }

  /// Asserts that what arrived for each action is one and the same operation, and that nothing else arrived.
  package func checkIdentities(relaunchedAfter: Int? = nil, sourceLine: Int = #line) {
    for action in actions {
      checkIdentity(
        of: action,
        in: deliveries(of: action),
        relaunchedAfter: relaunchedAfter,
        sourceLine: sourceLine
      )
    }
    guard let stranger = strangers.first else { return }
    let finding: Finding = stranger.key == nil ? .keyNotAccepted : .keyNotSentAsAcknowledged
    check(false, finding, at: stranger, sourceLine: sourceLine)
  }

  /// Asserts that no action has made a second record.
  package func checkRecords(sourceLine: Int = #line) {
    let known = actions.map(\.key)
    let second = records.first { record in
      let earlier = records.filter { $0.id < record.id }
      if known.contains(record.key) { return earlier.contains { $0.key == record.key } }
      // What was not acknowledged may have been done all the same, and once.
      return !isRefused(record.body) || earlier.contains { $0.body == record.body }
    }
    guard let second else { return }
    // What stands under a key of its own belongs to the action with the same bytes.
    let action = actions.first { $0.key == second.key || isBody(of: $0, second.body) }
    let delivery = deliveries.last { $0.key == second.key }
    check(false, .twoRecordsForOneAction, of: action, at: delivery, sourceLine: sourceLine)
  }

  /// What arrived under an action's key, and under no action's key but with its bytes.
  package func deliveries(of action: UserAction) -> [SeenDelivery] {
    deliveries.filter { delivery in
      isKnown(delivery) ? delivery.key == action.key : isBody(of: action, delivery.body)
    }
  }

  /// What arrived with neither the key nor the bytes of an action.
  package var strangers: [SeenDelivery] {
    deliveries.filter { delivery in
      !isKnown(delivery) && !isRefused(delivery.body)
        && !actions.contains { isBody(of: $0, delivery.body) }
    }
  }

  /// Whether the bytes are of an action that the client did not acknowledge.
  private func isRefused(_ delivered: [UInt8]) -> Bool {
    refused.contains { profile.isBody(delivered, asSubmitted: $0) }
  }

  private func isBody(of action: UserAction, _ delivered: [UInt8]) -> Bool {
    profile.isBody(delivered, asSubmitted: action.body)
  }

  private func isKnown(_ delivery: SeenDelivery) -> Bool {
    actions.contains { $0.key == delivery.key }
  }
}
