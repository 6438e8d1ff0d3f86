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
    let actions = [try queue.submit(), try queue.submit()]

    // The token has been replaced since, and the server takes the new one for expired.
    try queue.serverAppears(FaultScript(perAttempt: [], thereafter: .unauthorizedExpired))
    queue.credential = "token-that-expires"
    for _ in 1...QueueScenario.resumesMax where queue.deliveries.isEmpty { try queue.resume() }
    guard let lastRefused = queue.deliveries.last?.number else { throw .unjudged(.vacuous) }
    checkToken(queue, "token-that-expires", after: 0)
    for action in actions {
      queue.turn(to: action)
      let listing = try queue.listing(of: action)
      queue.check(listing?.state == .pending, .droppedOnUnauthorized)
    }

    // The user signs in again.
    queue.faultsEnd()
    queue.credential = "token-of-now"
    var settled = false
    for _ in 1...QueueScenario.resumesMax where !settled {
      try queue.resume()
      checkToken(queue, "token-of-now", after: lastRefused)
      queue.checkIdentity(ofEach: actions)
      settled = true
      for action in actions {
        queue.turn(to: action)
        let listing = try queue.listing(of: action)
        settled = settled && queue.isSettled(action, listing)
      }
    }
    queue.check(settled, .droppedOnUnauthorized)
  }

  /// Asserts that what has arrived since a delivery carried this token.
  private static func checkToken(_ queue: QueueScenario, _ token: String, after number: Int) {
    let wrong = queue.deliveries.first { $0.number > number && !$0.carries(bearer: token) }
    queue.check(wrong == nil, .tokenNotOfNow, at: wrong)
  }
}
