// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection
import OfflineWrites
import QueueExploring

/// What each step does.
extension BundledRun {
  func go(through step: ScheduleStep) throws(ScheduleStop) -> ScheduleBreach? {
    guard step.network.faults.allSatisfy({ $0.isSurvivable(on: profile) }) else {
      throw .unjudged(.vacuous)
    }
    world.begin(nil)
    meet(step.network)
    switch step {
    case .submit(let repeatsContent, _, let isKilled):
      let last = contents.last ?? 0
      try submit(content: repeatsContent ? last : (contents.max() ?? -1) + 1, to: queue)
      if isKilled { world.kill() }
    case .submitBeside: return try submitBeside()
    case .resume(let network, let crash):
      if let crash { plan(crash, network) }
      try resume()
      // What is only looked at behind that is not killed.
      world.begin(nil)
    case .secondSender(let network, let isFirstKilled, let isInside):
      return try secondSender(network, isFirstKilled: isFirstKilled, isInside: isInside)
    case .relaunch: queue = try another()
    }
    try relaunchIfDead()
    return nil
  }

  /// Scripts what the next delivery of each task meets.
  func meet(_ network: ScheduleStep.Network) {
    world.isAway = network == .away
    meet { network.fault(ofTask: $0) }
  }

  private func meet(_ fault: (Int) -> Fault?) {
    let deliveries = world.server.ledger.deliveries
    for (index, action) in actions.enumerated() {
      guard let fault = fault(index)?.withoutHold else {
        world.server.setScript(FaultScript.none, forKey: action.key)
        continue
      }
      let arrived = deliveries.count { $0.key == action.key }
      world.server.setScript(
        FaultScript(perAttempt: Array(repeating: nil, count: arrived) + [fault]),
        forKey: action.key
      )
    }
    // A key that nobody knows is the mistake of a queue that makes another one.
    world.server.setScript(.none)
  }

  private func plan(_ crash: ScheduleStep.Crash, _ network: ScheduleStep.Network) {
    let task = crash.task.map { $0 - 1 }
    let key = task.flatMap { actions.indices.contains($0) ? actions[$0].key : nil }
    // Nobody has the key of a task that is not there.
    world.begin(CrashPlan(point: crash.point, key: task == nil ? nil : key ?? ""))
    guard let fault = crash.point.fault else { return }
    meet { task == nil || task == $0 ? fault : network.fault(ofTask: $0) }
  }

  private func submit(content: Int, to queue: OfflineQueue) throws(ScheduleStop) {
    contents.append(content)
    let body = SubmittedBody.make(seed: Seed(seed.value &+ UInt64(content)))
    do throws(QueueError) {
      let task = try queue.submit(body)
      actions.append(UserAction(task: task.id, key: task.key.text, body: body))
    } catch {
      throw .broken(.submit, .exitStatus)
    }
    log.note(.queued, actions.last, attempts: 0)
  }

  func resume() throws(ScheduleStop) {
    log.note(.resumed, actions.last, attempts: sent(to: actions.last))
    try command(.resume) { () throws(QueueError) in try queue.resume() }
  }

  // MARK: - Two at once

  private func submitBeside() throws(ScheduleStop) -> ScheduleBreach? {
    try besideHeldAnswer(.submitBeside, isFirstKilled: false) { _ throws(ScheduleStop) in
      meet { _ in .statusBeforeCommit(503) }
      try submit(content: (contents.max() ?? -1) + 1, to: try another())
      return nil
    }
  }

  private func secondSender(
    _ network: ScheduleStep.Network,
    isFirstKilled: Bool,
    isInside: Bool
  ) throws(ScheduleStop) -> ScheduleBreach? {
    let step = ScheduleStep.secondSender(
      network,
      isFirstKilled: isFirstKilled,
      isInside: isInside
    )
    return try besideHeldAnswer(step, isFirstKilled: isFirstKilled) { held throws(ScheduleStop) in
      guard let held else { return nil }
      let first = actions.firstIndex { $0.key == held }
      meet { $0 == first ? nil : network.fault(ofTask: $0) }
      let second = isInside ? queue : try another()
      let before = sent(under: held)
      try command(.resume) { () throws(QueueError) in try second.resume() }
      guard sent(under: held) > before else { return nil }
      let rival = facts.deliveries.last { $0.key == held }
      return ScheduleBreach(.twoSendersAtOnce, first.map { actions[$0] }, at: rival)
    }
  }

  /// Resumes, and does something else while the first answer is held back, or in the end where none is.
  private func besideHeldAnswer(
    _ step: ScheduleStep,
    isFirstKilled: Bool,
    _ beside: (_ heldKey: String?) throws(ScheduleStop) -> ScheduleBreach?
  ) throws(ScheduleStop) -> ScheduleBreach? {
    // The transport runs it in the midst of the queue's own call, so what comes of it is kept here.
    var result: Result<ScheduleBreach?, ScheduleStop> = .success(nil)
    func run(_ key: String?) {
      do throws(ScheduleStop) {
        var breach = try beside(key)
        if breach == nil { breach = try judge(after: step) }
        result = .success(breach)
        // Of a schedule that has broken a promise nothing more is to be seen.
        if breach != nil || isFirstKilled && key != nil { world.kill() }
      } catch {
        result = .failure(error)
        world.kill()
      }
    }
    log.note(.resumed, actions.last, attempts: sent(to: actions.last))
    try withoutActuallyEscaping(run) { run throws(ScheduleStop) in
      world.holdNext(run)
      try command(.resume) { () throws(QueueError) in try queue.resume() }
      if world.holdsNothing() { run(nil) }
    }
    if let breach = try result.get() { return breach }
    try relaunchIfDead()
    return nil
  }
}
