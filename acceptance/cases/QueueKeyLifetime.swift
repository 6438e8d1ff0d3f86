// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// What may have been committed is not sent again once the server can have forgotten its key.
package enum QueueKeyLifetime {
  /// How long the server keeps a key where its profile does not say, in seconds.
  private static let lifetimeSecondsDefault: Int64 = 86_400

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.clock)
    let lifetime = queue.profileKeyLifetimeSeconds ?? lifetimeSecondsDefault
    queue.keyLifetimeSeconds = lifetime
    queue.clock = QueueScenario.startOfClock
    try queue.serverAppears(FaultScript(perAttempt: [], thereafter: .statusAfterCommit(503)))

    // As long as the server knows the key, the task is repeated as ever.
    let young = try queue.submit()
    try loseAnswer(queue, young)
    queue.faultsEnd()
    queue.clock += lifetime / 2
    try settle(queue, young)

    // Once it may have forgotten the key, a repetition could do the work twice.
    queue.setFaults(FaultScript(perAttempt: [], thereafter: .statusAfterCommit(503)))
    let old = try queue.submit()
    try loseAnswer(queue, old)
    let sent = queue.deliveries.count
    queue.setFaults(FaultScript(perAttempt: [], thereafter: .keyForgotten))
    queue.clock += lifetime + 1
    try queue.sendDue()
    try queue.resume()
    let blind = queue.deliveries.dropFirst(sent).first
    queue.check(blind == nil, .sentAfterKeyLifetime, at: blind)
    let listing = try queue.listing(of: old)
    queue.check(listing?.state == .stopped, .notStoppedAfterKeyLifetime)

    // A new action is sent as ever.
    queue.faultsEnd()
    try settle(queue, try queue.submit())
  }

  /// Resumes until the action has been committed and its answer lost.
  private static func loseAnswer(_ queue: QueueScenario, _ action: UserAction) throws(CaseStop) {
    for _ in 1...QueueScenario.resumesMax where queue.deliveries(of: action).isEmpty {
      try queue.resume()
    }
    guard !queue.deliveries(of: action).isEmpty else { throw .unjudged(.vacuous) }
  }

  private static func settle(_ queue: QueueScenario, _ action: UserAction) throws(CaseStop) {
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      queue.checkIdentity(of: action, in: queue.deliveries(of: action))
      settled = queue.isSettled(action, try queue.listing(of: action))
    }
    queue.check(settled, .notSettledOnceReachable)
  }
}
