// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
package import AcceptanceModel
import FaultInjection

/// Makes a schedule that breaks a promise as short and as plain as it can be.
package struct ScheduleShrinking {
  /// The most schedules that are gone through for one finding.
  package static let runsMax = 400

  /// Goes through a schedule, and says what it finds; it may throw why nothing can be judged.
  private let finding: (Schedule) throws(ScheduleStop) -> Finding?
  private let mustStop: () -> Bool
  private var runsLeft: Int

  /// - Parameters:
  ///   - runsMax: the most schedules that are gone through.
  ///   - mustStop: whether somebody wants it to end with what it has.
  ///   - finding: goes through a schedule, and says what it finds.
  package init(
    runsMax: Int = Self.runsMax,
    mustStop: @escaping () -> Bool = { false },
    finding: @escaping (Schedule) throws(ScheduleStop) -> Finding?
  ) {
    self.finding = finding
    self.mustStop = mustStop
    runsLeft = runsMax
  }

  /// Shrinks a schedule that was seen to lead to a finding.
  ///
  /// - Parameters:
  ///   - schedule: the schedule.
  ///   - target: the finding, which every smaller one must lead to as well.
  /// - Returns: a schedule of which, within the limit, no step can be left out and no fault made plainer.
  package mutating func shrink(_ schedule: Schedule, to target: Finding) -> Schedule {
    var best = schedule
    while true {
      let before = best
      best = withoutSteps(best, target)
      best = plainer(best, target)
      if best == before { return best }
    }
  }

  private mutating func leads(_ schedule: Schedule, to target: Finding) -> Bool {
    guard runsLeft > 0, !mustStop(), !schedule.steps.isEmpty else { return false }
    runsLeft -= 1
    // What cannot be judged shows nothing.
    return (try? finding(schedule)) == target
  }

  private mutating func withoutSteps(_ schedule: Schedule, _ target: Finding) -> Schedule {
    var best = schedule
    var index = best.steps.count - 1
    while index >= 0 {
      var shorter = best
      shorter.steps.remove(at: index)
      if leads(shorter, to: target) {
        best = shorter
        // What stands behind may be superfluous now.
        index = best.steps.count
      }
      index -= 1
    }
    return best
  }

  private mutating func plainer(_ schedule: Schedule, _ target: Finding) -> Schedule {
    var best = schedule
    for index in best.steps.indices {
      // Each of them is plainer than the next, so that the first that does is taken.
      for step in best.steps[index].plainer {
        var candidate = best
        candidate.steps[index] = step
        if leads(candidate, to: target) {
          best = candidate
          break
        }
      }
    }
    return best
  }
}

extension ScheduleStep {
  /// What is plainer than this step, the plainest first; none of it leads back.
  var plainer: [ScheduleStep] {
    var steps: [ScheduleStep] = []
    switch self {
    case .submit(let repeatsContent, let network, let isKilled):
      for network in network.plainer(than: [.away, .quiet]) {
        steps.append(.submit(repeatsContent: false, network, isKilled: false))
        steps.append(.submit(repeatsContent: repeatsContent, network, isKilled: false))
        steps.append(.submit(repeatsContent: false, network, isKilled: isKilled))
        steps.append(.submit(repeatsContent: repeatsContent, network, isKilled: isKilled))
      }
    case .submitBeside:
      steps = [.submit(repeatsContent: false, .away, isKilled: false)]
    case .resume(let network, let crash):
      let networks = network.plainer(than: [.quiet, .away])
      steps += networks.map { .resume($0, nil) }
      for point in crash?.plainer ?? [] { steps += networks.map { .resume($0, point) } }
    case .secondSender(let network, let isFirstKilled, let isInside):
      steps.append(.resume(.quiet, nil))
      for network in network.plainer(than: [.quiet, .away]) {
        steps.append(.secondSender(network, isFirstKilled: false, isInside: isInside))
        steps.append(.secondSender(network, isFirstKilled: isFirstKilled, isInside: isInside))
      }
    case .relaunch: break
    }
    return Array(steps.prefix { $0 != self })
  }
}

extension ScheduleStep.Crash {
  /// What is plainer than this kill, and the kill itself.
  fileprivate var plainer: [ScheduleStep.Crash] {
    // Points that anybody can bring about come first.
    let points: [CrashPoint] = [.serverCommitted, .requestSent, .beforeMarked, .claimStored]
    let others = points.prefix { $0 != point }
    return others.map { ScheduleStep.Crash($0) } + (task == nil ? [] : [ScheduleStep.Crash(point)])
      + [self]
  }
}

extension ScheduleStep.Network {
  /// What is plainer than this network, the plainest first, and the network itself as the last one.
  fileprivate func plainer(than faultless: [Self]) -> [Self] {
    let plain: [Self] =
      faultless
      + [.statusBeforeCommit(503), .closeBeforeCommit, .statusAfterCommit(503), .closeAfterCommit]
      .map { .faulty([$0]) }
    var networks = Array(plain.prefix { $0 != self })
    if case .faulty(let faults) = self {
      if faults.count > 1 {
        networks += faults.compactMap(\.self).map { .faulty([$0]) }
        // Fewer faults of their own are plainer than more.
        networks += faults.indices.filter { faults[$0] != nil }.compactMap { index in
          var fewer = faults
          fewer[index] = nil
          return fewer.contains { $0 != nil } ? .faulty(fewer) : nil
        }
      } else if let fault = faults[0], let usual = try? Fault(parsing: fault.name), usual != fault {
        networks.append(.faulty([usual]))
      }
    }
    return networks + [self]
  }
}
