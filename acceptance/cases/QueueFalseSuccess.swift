// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// Only an answer of the declared shape completes a task.
package enum QueueFalseSuccess {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    // Each first delivery is answered with a success that is none.
    let faults = falseSuccesses(queue.profile)
    let tasks = try queue.submit(oneTaskForEach: faults.map(FaultScript.once))
    try queue.serverAppears()

    try queue.resumeUntilSettled(
      tasks,
      isSettled: { task, listing in
        listing?.state == .stopped || queue.isSettled(task, listing)
      },
      checkTask: { task, listing in
        let fault = faults[tasks.firstIndex(of: task) ?? 0]
        // An answer that tells of an error may also stop the task: it is kept, and somebody looks at it.
        if fault.namesError, listing?.state == .stopped { return }
        let believed: Finding =
          fault == .partialSuccess ? .partialSuccessBelieved : .falseSuccessBelieved
        queue.checkKept(task, listing, whenGone: believed, whenCompleted: believed)
      }
    )

    // What was answered properly in the end has one record.
    queue.checkRecords()
  }

  /// A page of somebody else, an error, a list that names the item as failed, nothing, half a text.
  ///
  /// What the server's own success looks like is no false one.
  private static func falseSuccesses(_ profile: Profile) -> [Fault] {
    let ofOthers: [Fault] = [.captivePortal, .errorInSuccess, .partialSuccess]
    return profile.success.hasBody ? ofOthers + [.emptySuccess, .malformedSuccess] : ofOthers
  }
}

extension Fault {
  /// Whether the answer says in words that the write was not done.
  fileprivate var namesError: Bool { self == .errorInSuccess || self == .partialSuccess }
}
