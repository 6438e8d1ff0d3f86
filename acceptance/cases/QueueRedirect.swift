// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A redirect repeats the write whole, or is not followed.
package enum QueueRedirect {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // Each first delivery is redirected to the same place, and nothing is stored by that.
    let tasks = try queue.submit(oneTaskForEach: redirects.map(FaultScript.once))
    try queue.serverAppears()
    let readsBefore = queue.readsRefused
    // What comes after a redirect is the same write.
    queue.names = [
      .keyChangedOnRetry: .writeMangledByRedirect, .bodyChangedOnRetry: .writeMangledByRedirect,
    ]

    try queue.resumeUntilSettled(
      tasks,
      afterResume: {
        queue.check(queue.readsRefused == readsBefore, .redirectBecameRead)
        checkNoStranger(queue, tasks)
      },
      checkTask: { task, listing in
        queue.checkKept(
          task,
          listing,
          whenGone: .redirectBelieved,
          whenCompleted: .redirectBelieved
        )
      }
    )
    queue.checkRecords()
  }

  private static let redirects: [Fault] = [
    .redirectPreserving(307), .redirectPreserving(308), .redirectRewriting(301),
    .redirectRewriting(302), .redirectRewriting(303),
  ]

  /// Asserts that nothing came after a redirect that has neither the key nor the bytes of a task.
  private static func checkNoStranger(_ queue: QueueScenario, _ tasks: [UserAction]) {
    let first = queue.deliveries.first { tasks.map(\.key).contains($0.key) }
    let stranger = queue.strangers.first { $0.number > first?.number ?? .max }
    queue.check(stranger == nil, .writeMangledByRedirect, at: stranger)
  }
}
