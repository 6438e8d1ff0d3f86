// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// A task whose attempts are used up is kept for the user to decide.
package enum QueueExhausted {
  /// How often the task is sent in vain; a client that gives up does so long before.
  private static let attempts = 16

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let action = try queue.submit()
    queue.check(try queue.listing(of: action) != nil, .taskNotListed)

    // The server has kept its own failure under the key, and answers it whenever the key comes.
    try queue.serverAppears(.always(.storedFailureReplay(500)))
    var parkedAfter: Int?
    for _ in 1...attempts {
      try queue.resume()
      queue.checkIdentities()
      let listing = try queue.listing(of: action)
      queue.check(listing != nil, .droppedWhenExhausted, of: action)
      queue.check(listing?.state != .completed, .completedWithoutSuccess, of: action)
      if parkedAfter == nil, listing?.state == .stopped { parkedAfter = queue.deliveries.count }
    }
    guard !queue.deliveries.isEmpty else { throw .unjudged(.vacuous) }

    // What is parked stays so until somebody decides; what is not goes through once the server is well.
    queue.faultsEnd()
    queue.nextDelivery(of: action, meets: .keyForgotten)
    if let parkedAfter {
      try queue.resume()
      let again = queue.deliveries.dropFirst(parkedAfter).first
      queue.check(again == nil, .sentWhenExhausted, of: action, at: again)
      let listing = try queue.listing(of: action)
      queue.check(listing?.state == .stopped, .droppedWhenExhausted, of: action)
      return
    }
    try queue.resumeUntilSettled([action]) { action, listing in
      let isKept = listing != nil || queue.hasSucceeded(action)
      queue.check(isKept, .droppedWhenExhausted, of: action)
    }
  }
}
