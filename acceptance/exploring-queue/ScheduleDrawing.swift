// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import FaultInjection

/// Draws one schedule; the same seed draws the same one.
package struct ScheduleDrawing {
  private let alphabet: ScheduleAlphabet
  private let depth: Int
  private let submitsMax: Int
  private var random: SeededGenerator
  private var submits = 0

  package init(_ alphabet: ScheduleAlphabet, seed: Seed, depth: Int, submitsMax: Int) {
    self.alphabet = alphabet
    self.depth = depth
    self.submitsMax = submitsMax
    random = SeededGenerator(seed)
  }

  /// Draws a schedule of 3 steps up to the depth.
  package mutating func draw() -> Schedule {
    let length = Int.random(in: min(3, depth)...depth, using: &random)
    var steps = [submit(beside: false)]
    while steps.count < length { steps.append(step()) }
    return Schedule(steps)
  }

  /// One in so many.
  private mutating func happens(oneIn number: Int) -> Bool {
    Int.random(in: 0..<number, using: &random) == 0
  }

  private mutating func step() -> ScheduleStep {
    if submits < submitsMax, happens(oneIn: 4) { return submit(beside: happens(oneIn: 4)) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: return .resume(network(), nil)
    case 4...5: return .resume(happens(oneIn: 2) ? .quiet : network(), crash())
    case 6:
      return .secondSender(
        happens(oneIn: 2) ? .quiet : .faulty([fault()]),
        isFirstKilled: happens(oneIn: 3),
        isInside: alphabet.isInProcess && happens(oneIn: 2)
      )
    default: return alphabet.isInProcess ? .relaunch : .resume(.away, nil)
    }
  }

  private mutating func submit(beside: Bool) -> ScheduleStep {
    submits += 1
    if beside { return .submitBeside }
    let network: ScheduleStep.Network =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .quiet
      case 1: .faulty([fault()])
      default: .away
      }
    return .submit(
      repeatsContent: submits > 1 && happens(oneIn: 3),
      network,
      isKilled: happens(oneIn: 5)
    )
  }

  private mutating func network() -> ScheduleStep.Network {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .quiet
    case 1: return .away
    case 2...5: return .faulty([fault()])
    default:
      // A fault of its own for each task that there is.
      let faults = (0..<max(2, submits)).map { _ in happens(oneIn: 3) ? nil : fault() }
      return faults.contains { $0 != nil } ? .faulty(faults) : .quiet
    }
  }

  private mutating func fault() -> Fault {
    let fault = alphabet.faults.randomElement(using: &random) ?? .closeAfterCommit
    // Another place to cut an answer, another status of the same meaning.
    switch fault {
    case .truncatedBody: return .truncatedBody(bytes: Int.random(in: 0...30, using: &random))
    case .resetMidResponse:
      return .resetMidResponse(bytes: Int.random(in: 0...30, using: &random))
    case .statusBeforeCommit(503):
      return .statusBeforeCommit([502, 503, 504].randomElement(using: &random) ?? 503)
    case .statusAfterCommit(503):
      return .statusAfterCommit([502, 503, 504].randomElement(using: &random) ?? 503)
    case .statusBeforeCommit(408):
      return .statusBeforeCommit([408, 425, 429].randomElement(using: &random) ?? 408)
    default: return fault
    }
  }

  private mutating func crash() -> ScheduleStep.Crash {
    let point = alphabet.points.randomElement(using: &random) ?? .serverCommitted
    let isOfTask = point.canNameTask && submits > 1 && happens(oneIn: 2)
    return ScheduleStep.Crash(
      point,
      task: isOfTask ? Int.random(in: 1...submits, using: &random) : nil
    )
  }
}

extension CrashPoint {
  /// Whether it can be brought about at the attempt of one task among several.
  package var canNameTask: Bool {
    switch self {
    // These are the server's to see, which knows whose delivery it is.
    case .requestSent, .serverCommitted, .answerHead, .answerRead: true
    case .claimStored, .beforeMarked, .statement: false
    }
  }
}
