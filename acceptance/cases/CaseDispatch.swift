// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel

/// Which function runs which case.
package enum CaseDispatch {
  /// The scenario of each case about the queue.
  package static let queue: [String: @Sendable (QueueScenario) throws(CaseStop) -> Void] = [
    "queue.disconnect": QueueDisconnect.run,
    "queue.lost-response": QueueLostResponse.run,
    "queue.relaunch": QueueRelaunch.run,
    "queue.key-conflict": QueueKeyConflict.run,
  ]
}
