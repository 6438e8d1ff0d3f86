// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// Goes through one schedule with a client in processes of its own, real faults and real kills.
///
/// It waits for what happens, and never for time to pass.
package struct ScheduleWalk {
  /// How many resumes the queue may need for each action once the faults have stopped, beside
  /// `QueueScenario.resumesMax`.
  static let resumesPerAction = 1

  private let scenario: QueueScenario
  private var oracle: ScheduleOracle
  private var isReachable = false
  /// Which content each action has.
  private var contents: [Int] = []
  private var listings: [String: TaskListing] = [:]
  private var wasKilled = false

  package init(_ scenario: QueueScenario) {
    self.scenario = scenario
    oracle = ScheduleOracle(scenario.profile)
  }

  /// Goes through the steps and settles the queue, up to the first promise that is broken.
  ///
  /// - Parameter schedule: the steps.
  /// - Returns: the breach, which the log holds too; a log that ends the process at it returns nothing.
  /// - Throws: why nothing can be judged.
  package mutating func run(_ schedule: Schedule) throws(CaseStop) -> ScheduleBreach? {
    for step in schedule.steps {
      wasKilled = false
      if let breach = try go(through: step) { return tell(breach) }
      try look()
      if let breach = oracle.judge(after: step, wasKilled: wasKilled, facts) { return tell(breach) }
    }
    if let breach = try settle() { return tell(breach) }
    return nil
  }

  // MARK: - Facts

  private var facts: QueueFacts {
    var facts = QueueFacts()
    facts.actions = scenario.actions
    facts.deliveries = scenario.deliveries
    facts.records = scenario.records
    facts.listings = listings
    facts.readsRefused = scenario.readsRefused
    return facts
  }

  private mutating func look() throws(CaseStop) { listings = try scenario.listings() }

  private func tell(_ breach: ScheduleBreach) -> ScheduleBreach {
    scenario.check(false, breach.finding, of: breach.action, at: breach.delivery)
    return breach
  }

  // MARK: - Steps

  private mutating func go(through step: ScheduleStep) throws(CaseStop) -> ScheduleBreach? {
    guard step.network.faults.allSatisfy({ $0.isSurvivable(on: scenario.profile) }) else {
      throw .unjudged(.vacuous)
    }
    try meet(step.network)
    switch step {
    case .submit(let repeatsContent, _, let isKilled):
      try submit(content: content(repeatsContent), isKilled: isKilled)
    case .submitBeside: return try submitBeside()
    case .resume(_, nil): try scenario.resume()
    case .resume(let network, let crash?): try resume(network, crash)
    case .secondSender(let network, let isFirstKilled, _):
      return try secondSender(network, isFirstKilled: isFirstKilled)
    // A client is a process for each command.
    case .relaunch: break
    }
    return nil
  }

  /// Brings about what a command meets.
  private mutating func meet(_ network: ScheduleStep.Network) throws(CaseStop) {
    let isToBeReachable = network != .away
    if isToBeReachable != isReachable {
      if isToBeReachable { try scenario.serverAppears() } else { try scenario.networkGoes() }
      isReachable = isToBeReachable
    }
    scenario.nextDeliveriesMeet(
      network.fault(ofTask:),
      other: network.fault(ofTask: scenario.actions.count) ?? network.faults.first
    )
  }

  private func content(_ repeatsLast: Bool) -> Int {
    repeatsLast ? contents.last ?? 0 : (contents.max() ?? -1) + 1
  }

  private mutating func submit(content: Int, isKilled: Bool) throws(CaseStop) {
    contents.append(content)
    guard isKilled else {
      _ = try scenario.submit(content: content)
      return
    }
    try scenario.submitAndKill(content: content)
    killed()
  }

  private mutating func killed() {
    wasKilled = true
    oracle.killed(after: scenario.deliveries.count)
  }

  private mutating func resume(
    _ network: ScheduleStep.Network,
    _ crash: ScheduleStep.Crash
  ) throws(CaseStop) {
    let isKilled: Bool
    switch crash.point {
    case .claimStored: isKilled = try scenario.resumeAndDie(at: .claimStored)
    case .beforeMarked: isKilled = try scenario.resumeAndDie(at: .beforeMarked)
    case .requestSent: isKilled = try resumeAndKill(crash, network, over: .stallBeforeCommit)
    case .serverCommitted: isKilled = try resumeAndKill(crash, network, over: .stallAfterCommit)
    case .answerHead:
      isKilled = try resumeAndKill(crash, network, over: .stallMidResponse(bytes: 1))
    case .answerRead:
      let key = crash.task.flatMap(action)?.key
      isKilled = try scenario.resumeAndKillWhenAnswered { key == nil || $0 == key }
    // Nobody outside of a queue sees its statements.
    case .statement: throw .unjudged(.vacuous)
    }
    if isKilled { killed() }
  }

  /// Kills the app while a delivery of the task, or of any, is held.
  private func resumeAndKill(
    _ crash: ScheduleStep.Crash,
    _ network: ScheduleStep.Network,
    over hold: Fault
  ) throws(CaseStop) -> Bool {
    let task = crash.task.map { $0 - 1 }
    scenario.nextDeliveriesMeet(
      { index in task == nil || task == index ? hold : network.fault(ofTask: index) },
      other: task == nil ? hold : network.faults.first
    )
    return try scenario.resumeAndKillWhenHeld()
  }

  private func action(_ number: Int) -> UserAction? {
    scenario.actions.indices.contains(number - 1) ? scenario.actions[number - 1] : nil
  }

  // MARK: - Two at once

  private mutating func submitBeside() throws(CaseStop) -> ScheduleBreach? {
    let running = try hold()
    // What is sent meanwhile fails, so that the new task is not settled before the first command ends.
    scenario.nextDeliveriesMeet({ _ in .statusBeforeCommit(503) }, other: .statusBeforeCommit(503))
    let content = content(false)
    contents.append(content)
    _ = try scenario.submit(content: content, whileHolding: running != nil)
    guard let running else { return nil }
    try look()
    if let breach = oracle.judge(after: .submitBeside, wasKilled: false, facts) {
      try scenario.abandon(running)
      return breach
    }
    try scenario.release(running)
    return nil
  }

  private mutating func secondSender(
    _ network: ScheduleStep.Network,
    isFirstKilled: Bool
  ) throws(CaseStop) -> ScheduleBreach? {
    guard let running = try hold() else { return nil }
    guard let held = scenario.heldAction else {
      // It was sent under no key that is known: whoever looks at the deliveries sees that.
      try scenario.abandon(running)
      return nil
    }
    let step = ScheduleStep.secondSender(network, isFirstKilled: isFirstKilled, isInside: false)
    scenario.nextDeliveriesMeet(
      { index in
        scenario.actions[index] == held ? .stallAfterCommit : network.fault(ofTask: index)
      },
      other: network.faults.first
    )
    if let rival = try scenario.rivalDelivery(of: held, beside: running) {
      try scenario.abandon(running)
      return ScheduleBreach(.twoSendersAtOnce, held, at: rival)
    }
    try look()
    if let breach = oracle.judge(after: step, wasKilled: false, facts) {
      try scenario.abandon(running)
      return breach
    }
    if isFirstKilled {
      try scenario.kill(running)
      killed()
    } else {
      try scenario.release(running)
    }
    return nil
  }

  /// Resumes until an answer is held back; nothing where nothing is sent.
  private func hold() throws(CaseStop) -> RunningResume? {
    scenario.nextDeliveriesMeet({ _ in .stallAfterCommit }, other: .stallAfterCommit)
    return try scenario.resumeUntilHeld()
  }

  // MARK: - The end

  /// Ends the faults and resumes until everything is settled.
  private mutating func settle() throws(CaseStop) -> ScheduleBreach? {
    try meet(.quiet)
    scenario.faultsEnd()
    wasKilled = false
    let rounds = QueueScenario.resumesMax + Self.resumesPerAction * scenario.actions.count
    for _ in 0..<rounds {
      let facts = facts
      if facts.actions.indices.allSatisfy({ oracle.isSettled($0, facts) }) { break }
      try scenario.resume()
      try look()
      if let breach = oracle.judge(after: nil, wasKilled: false, self.facts) { return breach }
    }
    return oracle.judgeEnd(facts)
  }
}
