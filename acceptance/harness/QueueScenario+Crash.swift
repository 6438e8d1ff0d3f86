// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import Contracts
package import FaultInjection

/// A client that dies over one action, at a point that can be named.
extension QueueScenario {
  /// Resumes until a delivery of an action is held, and kills the client there.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - fault: the fault that holds its deliveries, before or after the commit or within the answer.
  ///   - sourceLine: the line of the check in the case's file.
  /// - Throws: why the case cannot be judged; `vacuous` where the task is not sent.
  package func resumeAndKill(
    over action: UserAction,
    heldBy fault: Fault,
    sourceLine: Int = #line
  ) throws(CaseStop) {
    let running = try holdAnswer(
      of: action,
      by: fault,
      whenGone: .removedWithoutSuccess,
      sourceLine: sourceLine
    )
    try kill(running)
  }

  /// Resumes until an action is answered, and kills the client as soon as the whole answer is on its way.
  ///
  /// It may have read the answer by then, or marked its task, or neither.
  package func resumeAndKill(whenAnswered action: UserAction) throws(CaseStop) {
    for _ in 1...Self.resumesMax where try resumeAndKillWhenAnswered({ $0 == action.key }) {
      return
    }
    throw .unjudged(.vacuous)
  }

  /// Resumes until the client has ended itself at a point that only it can see.
  ///
  /// - Parameter point: the point.
  /// - Throws: why the case cannot be judged; `vacuous` where the client does not get there.
  package func resumeUntilDead(at point: KillPoint) throws(CaseStop) {
    for _ in 1...Self.resumesMax where try resumeAndDie(at: point) {
      return
    }
    throw .unjudged(.vacuous)
  }
}
