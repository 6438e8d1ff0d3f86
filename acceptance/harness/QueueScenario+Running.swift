// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import ChildProcesses
package import FaultInjection

/// A `resume` that is under way.
package struct RunningResume: Sendable {
  let process: ChildProcess
  /// The number of the command in the timeline.
  let command: Int
}

/// Commands that are under way at the same time.
extension QueueScenario {
  /// How many deliveries may be under way at once when the network returns.
  ///
  /// HTTP clients open about six connections to one host; what is far above that is no pool but a storm.
  package static let deliveriesAtOnceMax = 8
  /// How long the client is asked to wait for an answer that does not come, at most.
  ///
  /// What it sends until it gives up the first one counts as sent at once.
  private static let burstTimeoutMilliseconds = 2_000

  /// Lets the client resume its queue, and kills it as soon as an answer is held back.
  ///
  /// - Returns: whether an answer was held back and the client was killed over it.
  package func resumeAndKillWhenHeld() throws(CaseStop) -> Bool {
    let sent = deliveries.count
    let running = try startResume()
    let wait = waitUntilHeld(running)
    guard wait == .held else {
      try finish(running, after: wait, since: sent)
      return false
    }
    note(.killed)
    try client.kill(running.process)
    // An app that lives on, or whose connection stays open, was not ended.
    guard client.isGone(running.process), settleDown(since: sent) else { throw .unjudged(.vacuous) }
    note(.relaunched)
    return true
  }

  /// Starts a `resume` and returns while it runs.
  ///
  /// - Parameter timeout: how long the client is asked to wait for an answer, in milliseconds, where that
  ///   is less than it is asked otherwise.
  /// - Returns: the running command.
  /// - Throws: why it cannot be started.
  package func startResume(
    requestTimeoutMilliseconds timeout: Int = .max
  ) throws(CaseStop) -> RunningResume {
    note(.resumed)
    let timeline = timeline
    let command = timeline.beginCommand()
    let process = try client.startResume(requestTimeoutMilliseconds: timeout) {
      timeline.endCommand(command)
    }
    return RunningResume(process: process, command: command)
  }

  /// Resumes until an answer to an action's task is held back, and leaves it so.
  ///
  /// Every further delivery of the task is held as well.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - fault: what holds it: the delivery before the commit, its answer, or the rest of the answer.
  ///   - whenGone: what is broken where the client does not list the task before it has been sent.
  ///   - sourceLine: the line of the check in the case's file.
  /// - Returns: the client's command that waits for the answer.
  /// - Throws: why the case cannot be judged; `vacuous` where the task is not sent.
  package func holdAnswer(
    of action: UserAction,
    by fault: Fault = .stallAfterCommit,
    whenGone: Finding,
    sourceLine: Int = #line
  ) throws(CaseStop) -> RunningResume {
    server.setScript(.always(fault), forKey: action.key)
    for _ in 1...Self.resumesMax {
      let sent = deliveries.count
      let running = try startResume()
      let wait = waitUntilHeld(running)
      if wait == .held { return running }
      try finish(running, after: wait, since: sent)
      checkIdentities(sourceLine: sourceLine)
      checkKept(action, try listing(of: action), whenGone: whenGone, sourceLine: sourceLine)
    }
    throw .unjudged(.vacuous)
  }

  /// Lets a second process resume while an answer is held from a first one, and asserts that it does not send
  /// what the first one sends.
  ///
  /// - Parameters:
  ///   - action: the action whose answer is held.
  ///   - first: the command that waits for it.
  ///   - finding: what is broken where the second sends it too.
  ///   - sourceLine: the line of the check in the case's file.
  /// - Returns: whether the first command still waits for the answer.
  /// - Throws: why the case cannot be judged.
  package func resumeSecondSender(
    of action: UserAction,
    beside first: RunningResume,
    _ finding: Finding,
    sourceLine: Int = #line
  ) throws(CaseStop) -> Bool {
    guard let held = timeline.heldDelivery(of: action.key) else { return false }
    let second = try startResume()
    let wait = timeline.waitForRival(
      of: action.key,
      of: held,
      in: second.command,
      atMost: client.timeLimit
    )
    if case .sentAtOnce(let number) = wait {
      let rival = deliveries.first { $0.number == number }
      check(false, finding, of: action, at: rival, sourceLine: sourceLine)
    }
    // A second sender may wait for its turn, which comes when the first one has given up.
    try client.finish(.resume, second.process, atMost: client.timeLimit)
    return timeline.heldDelivery(of: action.key) == held
  }

  /// Kills a command that waits for an answer, and starts the app again.
  package func kill(_ running: RunningResume) throws(CaseStop) {
    note(.killed)
    try client.kill(running.process)
    guard client.isGone(running.process), settleDown(since: deliveries.count) else {
      throw .unjudged(.vacuous)
    }
    note(.relaunched)
  }

  /// Ends the scripted faults, lets every answer go that is held back, and waits for the end of a command.
  package func release(_ running: RunningResume) throws(CaseStop) {
    let sent = deliveries.count
    faultsEnd()
    // One that arrived while the faults ended may be held only afterwards.
    var wait = waitUntilHeld(running)
    while wait == .held {
      server.releaseHeld()
      timeline.waitUntilNothingHeld(atMost: client.timeLimit)
      wait = waitUntilHeld(running)
    }
    try finish(running, after: wait, since: sent)
  }

  /// Starts a `resume` whose deliveries are all held until the client gives one up, and lets it end then.
  ///
  /// - Returns: the most deliveries that were under way at once, or 0 where nothing was sent.
  package func resumeInBurst() throws(CaseStop) -> Int {
    faultsEnd()
    server.setScript(.always(.stallBeforeCommit))
    let running = try startResume(requestTimeoutMilliseconds: Self.burstTimeoutMilliseconds)
    guard waitUntilHeld(running) == .held else {
      try release(running)
      return 0
    }
    let most = timeline.waitForBurst(
      above: Self.deliveriesAtOnceMax,
      atMost: client.timeLimit,
      of: running.command
    )
    try release(running)
    return most
  }

  /// How long the client is asked to wait for an answer from now on, in milliseconds.
  package var requestTimeoutMilliseconds: Int {
    get { client.requestTimeoutMilliseconds }
    set { client.requestTimeoutMilliseconds = min(newValue, client.requestTimeoutMilliseconds) }
  }

  /// How often something was asked for, where writes go, by a method that writes nothing.
  package var readsRefused: Int { timeline.readsRefused }

  func waitUntilHeld(_ running: RunningResume) -> Timeline.HeldWait {
    timeline.waitForHeldAnswer(atMost: client.timeLimit, of: running.command)
  }

  /// Waits for the end of a command from which no answer is held back.
  func finish(
    _ running: RunningResume,
    after wait: Timeline.HeldWait,
    since sent: Int
  ) throws(CaseStop) {
    // A command that has used up its time gets no more.
    let limit = wait == .timedOut ? .zero : client.timeLimit
    try client.finish(.resume, running.process, atMost: limit)
    settleDown(since: sent)
  }
}
