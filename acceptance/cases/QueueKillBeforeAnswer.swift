// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// An app that dies before it has an answer repeats the same operation when it is started again.
package enum QueueKillBeforeAnswer {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.serverAppears()
    // It dies when the whole request has arrived, before the commit and behind it.
    for fault in [Fault.stallBeforeCommit, .stallAfterCommit] {
      try KillAndRelaunch.run(
        queue,
        submit: { content throws(CaseStop) in try queue.submit(content: content) },
        kill: { action throws(CaseStop) in
          try queue.resumeAndKill(over: action, heldBy: fault)
        }
      )
    }
    // It dies when the user has just been told that the write is kept.
    try KillAndRelaunch.run(
      queue,
      submit: { content throws(CaseStop) in try queue.submitAndKill(content: content) },
      kill: { _ in }
    )
  }
}
