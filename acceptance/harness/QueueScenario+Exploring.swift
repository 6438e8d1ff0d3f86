// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
package import Contracts
package import FaultInjection
import Locking

/// What a schedule does that no case needs.
extension QueueScenario {
  // MARK: - The network

  /// Lets nobody listen from now on, at the same port; what the ledger holds stays.
  package func networkGoes() throws(CaseStop) {
    let port = server.port
    server.stop()
    let timeline = timeline
    do {
      server = try FaultServer(
        ledger: ledger,
        profile: profile,
        port: port,
        observer: { timeline.append($0) },
        currentSecond: { 0 }
      )
    } catch {
      throw .unjudged(.setupFailed(.serverPort))
    }
    note(.unreachable)
  }

  /// Scripts what the next delivery of each action meets; every later one meets nothing.
  ///
  /// - Parameters:
  ///   - fault: what an action's next delivery meets, by its place from 0.
  ///   - other: what the first delivery under a key that nobody knows yet meets.
  package func nextDeliveriesMeet(_ fault: (Int) -> Fault?, other: Fault?) {
    server.setScript(other.map(FaultScript.once) ?? .none)
    for (index, action) in actions.enumerated() {
      if let fault = fault(index) {
        nextDelivery(of: action, meets: fault)
      } else {
        server.setScript(FaultScript.none, forKey: action.key)
      }
    }
  }

  // MARK: - Kills

  /// Lets the user submit, and kills the app as soon as it has acknowledged.
  @discardableResult
  package func submitAndKill(content: Int) throws(CaseStop) -> UserAction {
    let sent = deliveries.count
    let body = body(of: content)
    let (reply, process) = try client.submitAndStay(body)
    let action = acknowledge(reply, body)
    try kill(process, since: sent)
    return action
  }

  /// Starts a `resume` and returns while it waits for an answer that is held back, or nothing where it ends.
  package func resumeUntilHeld() throws(CaseStop) -> RunningResume? {
    let sent = deliveries.count
    let running = try startResume()
    let wait = waitUntilHeld(running)
    if wait == .held { return running }
    try finish(running, after: wait, since: sent)
    return nil
  }

  /// Lets the client resume, and kills it as soon as a whole answer goes out to a delivery that counts.
  ///
  /// - Parameter isMeant: whether the delivery with this key counts.
  /// - Returns: whether there was one.
  /// - Throws: why nothing can be judged.
  package func resumeAndKillWhenAnswered(
    _ isMeant: @escaping (_ key: String?) -> Bool
  ) throws(CaseStop) -> Bool {
    let sent = deliveries.count
    let running = try startResume()
    let isAnswered = timeline.waitForAnswer(
      behind: sent,
      isMeant,
      atMost: client.timeLimit,
      of: running.command
    )
    guard isAnswered else {
      try finish(running, after: .clientEnded, since: sent)
      return false
    }
    try kill(running.process, since: sent)
    return true
  }

  /// Lets the client resume and end itself at a point that nobody else can see.
  ///
  /// - Returns: whether it got there.
  package func resumeAndDie(at point: KillPoint) throws(CaseStop) -> Bool {
    let sent = deliveries.count
    client.situation.killPoint = point
    defer { client.situation.killPoint = nil }
    let running = try startResume()
    let finished = running.process.waitOrKill(atMost: client.timeLimit)
    // It is the app that was asked to die here, not the harness that killed what hangs.
    if !finished.timedOut, finished.exit == .signalled(ClientDriver.killSignal) {
      note(.killed)
      guard settleDown(since: sent) else { throw .unjudged(.vacuous) }
      note(.relaunched)
      return true
    }
    if let rule = ClientOutput.rule(brokenByEndOf: finished) { throw .broken(.resume, rule) }
    settleDown(since: sent)
    return false
  }

  /// Kills a command, and waits until nothing of it lives on.
  private func kill(_ process: ChildProcess, since sent: Int) throws(CaseStop) {
    note(.killed)
    try client.kill(process)
    guard client.isGone(process), settleDown(since: sent) else { throw .unjudged(.vacuous) }
    note(.relaunched)
  }

  // MARK: - Two at once

  /// The action whose delivery is held back, or nothing where it is none that is known.
  package var heldAction: UserAction? {
    actions.first { timeline.heldDelivery(of: $0.key) != nil }
  }

  /// Lets a second process resume while an answer is held from a first one.
  ///
  /// - Parameters:
  ///   - action: the action whose answer is held.
  ///   - first: the command that waits for it.
  /// - Returns: what the second one sent although the first one was sending it, or nothing.
  /// - Throws: why nothing can be judged.
  package func rivalDelivery(
    of action: UserAction,
    beside first: RunningResume
  ) throws(CaseStop) -> SeenDelivery? {
    guard let held = timeline.heldDelivery(of: action.key) else { return nil }
    let second = try startResume()
    let wait = timeline.waitForRival(
      of: action.key,
      of: held,
      in: second.command,
      atMost: client.timeLimit
    )
    if case .sentAtOnce(let number) = wait {
      // It is held as the first one is, and nobody waits for it.
      try client.kill(second.process)
      _ = client.isGone(second.process)
      return deliveries.first { $0.number == number }
    }
    try client.finish(.resume, second.process, atMost: client.timeLimit)
    return nil
  }

  /// Ends what still waits for an answer, so that nothing of it lives on.
  package func abandon(_ running: RunningResume) throws(CaseStop) {
    try client.kill(running.process)
    _ = client.isGone(running.process)
  }
}

extension ClientDriver {
  /// What a client ends itself by where it is asked to die.
  static let killSignal: Int32 = 9

  /// Lets the client store one task and acknowledge it, and returns while the process may still run.
  func submitAndStay(_ body: [UInt8]) throws(CaseStop) -> (SubmitReply, ChildProcess) {
    let process = try start(.submit, arguments + ["submit"], .bytes(body), whenEnded: nil)
    switch process.readLine(atMost: timeLimit, bytesMax: ContractLine.bytesMax) {
    case .line(let line): return (try ClientOutput.submitReply(line), process)
    case .tooLong:
      _ = process.waitOrKill(atMost: .zero)
      throw .broken(.submit, .lineTooLong)
    case .timedOut:
      _ = process.waitOrKill(atMost: .zero)
      throw .broken(.submit, .hang)
    case .ended:
      // It wrote no whole line, and how it ended may say more than that.
      let finished = process.waitOrKill(atMost: timeLimit)
      if let rule = ClientOutput.rule(brokenByEndOf: finished) { throw .broken(.submit, rule) }
      return (try ClientOutput.submitReply(finished.output), process)
    }
  }
}

extension Timeline {
  /// Waits until a whole answer goes out to a delivery that counts, or the command has ended without.
  ///
  /// - Parameters:
  ///   - sent: how many deliveries there were before.
  ///   - isMeant: whether the delivery with this key counts.
  ///   - limit: the longest wait.
  ///   - command: the command that could bring it about.
  /// - Returns: whether there was one.
  func waitForAnswer(
    behind sent: Int,
    _ isMeant: @escaping (String?) -> Bool,
    atMost limit: Duration,
    of command: Int
  ) -> Bool {
    state.wait(atMost: limit) { state -> Bool? in
      let isAnswered = state.progress.contains { number, progress in
        number > sent && progress.status != nil && isMeant(progress.key)
      }
      if isAnswered { return true }
      return state.endedCommands.contains(command) ? false : nil
    } ?? false
  }
}
