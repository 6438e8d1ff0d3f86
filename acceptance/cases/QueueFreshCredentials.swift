// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// An expired session holds the queue, and what waited is sent with the credential of the moment.
package enum QueueFreshCredentials {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.credentials)
    queue.credential = "token-of-submit"
    let tasks = [try queue.submit(content: 0), try queue.submit(content: 1)]

    // The token has been replaced since, and the server takes the new one for expired.
    try queue.serverAppears(.always(.unauthorizedExpired))
    queue.credential = "token-that-expires"
    for _ in 1...QueueScenario.resumesMax where queue.deliveries.isEmpty { try queue.resume() }
    guard let lastRefused = queue.deliveries.last?.number else { throw .unjudged(.vacuous) }
    checkToken(queue, "token-that-expires", after: 0)
    queue.checkIdentities()
    let listings = try queue.listings()
    for task in tasks {
      queue.check(listings[task.task]?.state == .pending, .droppedOnUnauthorized, of: task)
    }

    // The user signs in again.
    queue.faultsEnd()
    queue.credential = "token-of-now"
    try queue.resumeUntilSettled(
      tasks,
      afterResume: { checkToken(queue, "token-of-now", after: lastRefused) },
      checkTask: { _, _ in }
    )
  }

  /// Asserts that what has arrived since a delivery carried this token.
  private static func checkToken(_ queue: QueueScenario, _ token: String, after number: Int) {
    let wrong = queue.deliveries.first { $0.number > number && !$0.carries(bearer: token) }
    queue.check(wrong == nil, .tokenNotOfNow, at: wrong)
  }
}
