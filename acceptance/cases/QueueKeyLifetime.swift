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
    let lifetime = queue.profile.keyLifetimeSeconds.map(Int64.init) ?? lifetimeSecondsDefault
    queue.keyLifetimeSeconds = lifetime
    queue.clock = QueueScenario.startOfClock
    try queue.serverAppears(.always(.statusAfterCommit(503)))

    // As long as the server knows the key, the task is repeated as ever.
    let young = try queue.submit(content: 0)
    try loseAnswer(queue, young)
    queue.faultsEnd()
    queue.clock += lifetime / 2
    try queue.resumeUntilSettled([young]) { _, _ in }

    // Once it may have forgotten the key, a repetition could do the work twice.
    queue.setFaults(.always(.statusAfterCommit(503)))
    let old = try queue.submit(content: 1)
    try loseAnswer(queue, old)
    let sent = queue.deliveries.count
    queue.setFaults(.always(.keyForgotten))
    queue.clock += lifetime + 1
    try queue.sendDue()
    try queue.resume()
    let blind = queue.deliveries.dropFirst(sent).first
    queue.check(blind == nil, .sentAfterKeyLifetime, of: old, at: blind)
    let listing = try queue.listing(of: old)
    queue.check(listing?.state == .stopped, .notStoppedAfterKeyLifetime, of: old)

    // A new action is sent as ever.
    queue.faultsEnd()
    try queue.resumeUntilSettled([try queue.submit(content: 2)]) { _, _ in }
  }

  /// Resumes until the action has been committed and its answer lost.
  private static func loseAnswer(_ queue: QueueScenario, _ action: UserAction) throws(CaseStop) {
    for _ in 1...QueueScenario.resumesMax where queue.deliveries(of: action).isEmpty {
      try queue.resume()
    }
    guard !queue.deliveries(of: action).isEmpty else { throw .unjudged(.vacuous) }
  }
}
