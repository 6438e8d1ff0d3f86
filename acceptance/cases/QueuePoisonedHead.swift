// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// A task that always fails does not hold up the tasks behind it.
package enum QueuePoisonedHead {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // The first task breaks something behind the server whenever it comes, the second is always rejected.
    let tasks = try queue.submit(oneTaskForEach: [
      .always(.statusBeforeCommit(502)), .always(.statusBeforeCommit(422)), .none, .none, .none,
    ])
    let (failing, rejected, others) = (tasks[0], tasks[1], Array(tasks.dropFirst(2)))
    try queue.serverAppears()

    // The others get through while the first two go on failing.
    var waiting = others
    for _ in 1...QueueScenario.resumesMax where !waiting.isEmpty {
      try queue.resume()
      queue.checkIdentities()
      let listings = try queue.listings()
      queue.checkKept(failing, listings[failing.task], whenGone: .removedWithoutSuccess)
      for task in others {
        queue.checkKept(task, listings[task.task], whenGone: .removedWithoutSuccess)
      }
      waiting = waiting.filter { !queue.isSettled($0, listings[$0.task]) }
    }
    if queue.deliveries.isEmpty { throw .unjudged(.vacuous) }
    queue.check(waiting.isEmpty, .blockedByPoisonedHead, of: waiting.first)
    queue.checkRecords()

    // A client that sends the others first has not met the fault yet.
    try meetFaults(queue, [failing, rejected])

    // What failed for a reason that can pass gets through when it has passed.
    queue.faultsEnd()
    try queue.resumeUntilSettled([failing]) { task, listing in
      queue.checkKept(task, listing, whenGone: .removedWithoutSuccess)
    }
    queue.checkRecords()
  }

  private static func meetFaults(
    _ queue: QueueScenario,
    _ tasks: [UserAction]
  ) throws(CaseStop) {
    for _ in 1...QueueScenario.resumesMax {
      if tasks.allSatisfy({ !queue.deliveries(of: $0).isEmpty }) { return }
      try queue.resume()
    }
    throw .unjudged(.vacuous)
  }
}
