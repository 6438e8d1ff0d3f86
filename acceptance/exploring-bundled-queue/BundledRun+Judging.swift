// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection
import OfflineWrites
import QueueExploring

/// What a run looks at, and what the oracle says of it.
extension BundledRun {
  func sent(to action: UserAction?) -> Int { action.map { sent(under: $0.key) } ?? 0 }

  func sent(under key: String) -> Int {
    world.server.ledger.deliveries.count { $0.key == key }
  }

  var facts: QueueFacts {
    var facts = QueueFacts()
    facts.actions = actions
    facts.deliveries = world.timeline.deliveries(in: world.server.ledger)
    facts.records = world.server.ledger.records
    return facts
  }

  func judge(after step: ScheduleStep?) throws(ScheduleStop) -> ScheduleBreach? {
    takeEvents()
    return oracle.judge(after: step, wasKilled: wasKilled, try look())
  }

  /// The facts with what the queue lists now.
  private func look() throws(ScheduleStop) -> QueueFacts {
    var facts = facts
    do throws(QueueError) {
      for task in try queue.tasks() {
        facts.listings[task.id] = TaskListing(
          task: task.id,
          key: task.key.text,
          attempts: task.attempts,
          state: TaskState(task.state)
        )
      }
    } catch {
      throw .broken(.tasks, .exitStatus)
    }
    for action in actions {
      log.note(facts.listings[action.task]?.state, of: action, attempts: sent(to: action))
    }
    return facts
  }

  func takeEvents() {
    for event in world.timeline.takeEvents() {
      log.note(event, of: actions.first { $0.key == event.key } ?? actions.last)
    }
  }

  /// Ends the faults and resumes until everything is settled.
  func settle() throws(ScheduleStop) -> ScheduleBreach? {
    meet(.quiet)
    world.begin(nil)
    wasKilled = false
    var facts = try look()
    for _ in 0..<(QueueScenario.resumesMax + actions.count) {
      if actions.indices.allSatisfy({ oracle.isSettled($0, facts) }) { break }
      try resume()
      takeEvents()
      facts = try look()
      if let breach = oracle.judge(after: nil, wasKilled: false, facts) { return breach }
    }
    return oracle.judgeEnd(facts)
  }
}
