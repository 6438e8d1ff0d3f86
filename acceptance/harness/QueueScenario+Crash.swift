// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
package import Contracts
package import FaultInjection
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A client that dies at a point that can be named.
extension QueueScenario {
  /// Lets the user submit a content, and kills the client as soon as it has acknowledged it.
  package func submitAndKill(content: Int) throws(CaseStop) -> UserAction {
    let sent = deliveries.count
    let body = body(of: content)
    let process = try client.start(
      .submit,
      client.arguments + ["submit"],
      .bytes(body),
      whenEnded: nil
    )
    let line = process.readLine(atMost: client.timeLimit, bytesMax: ContractLine.bytesMax)
    try client.kill(process)
    guard client.isGone(process) else { throw .unjudged(.vacuous) }
    guard case .line(let bytes) = line else {
      throw .broken(.submit, line == .timedOut ? .hang : .noLine)
    }
    let action = acknowledge(try ClientOutput.submitReply(bytes), body)
    settleDown(since: sent)
    noteKill()
    return action
  }

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
    for _ in 1...Self.resumesMax {
      let sent = deliveries.count
      let running = try startResume()
      let isAnswered = timeline.waitForAnswer(
        to: action.key,
        after: sent,
        atMost: client.timeLimit,
        of: running.command
      )
      if isAnswered { return try kill(running) }
      try client.finish(.resume, running.process, atMost: client.timeLimit)
      settleDown(since: sent)
    }
    throw .unjudged(.vacuous)
  }

  /// Resumes and lets the client end itself at a point that only it can see.
  ///
  /// - Parameter point: the point.
  /// - Throws: why the case cannot be judged; `vacuous` where the client does not get there.
  package func resumeAndDie(at point: KillPoint) throws(CaseStop) {
    client.situation.killPoint = point
    defer { client.situation.killPoint = nil }
    for _ in 1...Self.resumesMax {
      let sent = deliveries.count
      note(.resumed)
      let finished = try client.finished(.resume)
      settleDown(since: sent)
      if finished.exit == .signalled(SIGKILL), !finished.timedOut { return noteKill() }
      if let rule = ClientOutput.rule(brokenByEndOf: finished) { throw .broken(.resume, rule) }
    }
    throw .unjudged(.vacuous)
  }

  private func noteKill() {
    note(.killed)
    note(.relaunched)
  }
}

extension Timeline {
  /// Waits until a delivery of a key has been answered or cut off, or the command that sends has ended.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - number: the number of the last delivery that does not count.
  ///   - limit: the longest wait.
  ///   - command: the command that sends.
  /// - Returns: whether one was answered.
  func waitForAnswer(
    to key: String,
    after number: Int,
    atMost limit: Duration,
    of command: Int
  ) -> Bool {
    state.wait(atMost: limit) { state -> Bool? in
      let isAnswered = state.progress.contains {
        $0.key > number && $0.value.key == key && $0.value.hasEnded
      }
      if isAnswered { return true }
      return state.endedCommands.contains(command) ? false : nil
    } ?? false
  }
}
