// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// What the cases have in common that kill a client at a named point.
enum KillAndRelaunch {
  /// What the first delivery after the relaunch meets: nothing, or one more lost answer.
  private static let faults: [Fault?] = [nil, .statusAfterCommit(503), .resetAfterCommit]

  /// Submits a task for each fault, kills the client over it, and starts the app again.
  ///
  /// - Parameters:
  ///   - queue: the scenario; its server listens.
  ///   - submit: lets the user submit a content.
  ///   - kill: kills the client over the action, where it is not dead yet.
  /// - Throws: why the case cannot be judged.
  static func run(
    _ queue: QueueScenario,
    submit: (Int) throws(CaseStop) -> UserAction,
    kill: (UserAction) throws(CaseStop) -> Void
  ) throws(CaseStop) {
    for fault in faults {
      // A client that sends as soon as it has stored must not be done before it is killed.
      queue.setFaults(.always(.statusBeforeCommit(503)))
      let action = try submit(queue.actions.count)
      queue.check(try queue.listing(of: action) != nil, .taskNotListed, of: action)
      queue.faultsEnd()
      try kill(action)
      let killedAfter = queue.deliveries.count
      queue.faultsEnd()
      if let fault { queue.nextDelivery(of: action, meets: fault) }
      try relaunch(queue, action, killedAfter: killedAfter)
    }
  }

  /// The app starts again: it still knows the task, and repeats the same operation until it is settled.
  private static func relaunch(
    _ queue: QueueScenario,
    _ action: UserAction,
    killedAfter: Int
  ) throws(CaseStop) {
    let kept = try queue.listing(of: action)
    queue.checkKept(action, kept, whenGone: .removedWithoutSuccess)
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      queue.checkIdentities(relaunchedAfter: killedAfter)
      queue.checkRecords()
      let now = try queue.listing(of: action)
      queue.checkKept(action, now, whenGone: .removedWithoutSuccess)
      settled = queue.isSettled(action, now)
    }
    let isSent = queue.deliveries(of: action).contains { $0.number > killedAfter }
    queue.check(settled || isSent, .notSentAfterRelaunch, of: action)
    queue.check(settled, .notSettledOnceReachable, of: action)
  }
}
