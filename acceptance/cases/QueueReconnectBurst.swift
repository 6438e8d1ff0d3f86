// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// When the network returns, the tasks that have piled up do not leave all at once.
package enum QueueReconnectBurst {
  /// How many tasks have piled up: half as many again as may be under way at once.
  private static let tasks = QueueScenario.deliveriesAtOnceMax * 3 / 2

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    let tasks = try queue.submit(oneTaskForEach: Array(repeating: .none, count: tasks))
    try queue.serverAppears()

    // No answer comes until the client gives up waiting for one, so that whatever is sent at once is seen at
    // once.
    var most = 0
    for _ in 1...QueueScenario.resumesMax where most == 0 {
      most = try queue.resumeInBurst()
      queue.checkIdentities()
      let listings = try queue.listings()
      for task in tasks {
        queue.checkKept(task, listings[task.task], whenGone: .taskLostOnRelaunch)
      }
    }
    if most == 0 { throw .unjudged(.vacuous) }
    queue.check(most <= QueueScenario.deliveriesAtOnceMax, .burstOnReconnect)

    // None is lost and none is sent twice as two.
    try queue.resumeUntilSettled(tasks) { task, listing in
      queue.checkKept(task, listing, whenGone: .removedWithoutSuccess)
    }
    queue.checkRecords()
  }
}
