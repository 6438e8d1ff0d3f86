// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// An app that dies over an answer loses neither the task nor its identity.
package enum QueueKillInAnswer {
  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.serverAppears()
    let submit = { content throws(CaseStop) in try queue.submit(content: content) }
    // It dies when the head of a success has come, with a part of the body.
    if queue.profile.success.hasBody {
      try KillAndRelaunch.run(queue, submit: submit) { action throws(CaseStop) in
        try queue.resumeAndKill(over: action, heldBy: .stallMidResponse(bytes: 1))
      }
    }
    // It dies when the whole answer is on its way: it has read it by then, or marked the task, or neither.
    try KillAndRelaunch.run(queue, submit: submit) { action throws(CaseStop) in
      try queue.resumeAndKill(whenAnswered: action)
    }
  }
}
