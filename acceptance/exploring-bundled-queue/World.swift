// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import FaultInjection
import OfflineWrites
import QueueExploring

/// What surrounds the queue within the process while one schedule is gone through: network, server, and death.
///
/// One thread uses it. It is the transport of every queue of the schedule, so that each request passes here.
final class World: Transport {
  /// What is done while an answer is held back.
  typealias Beside = (_ heldKey: String?) -> Void

  private struct State {
    var isAway = true
    /// Where the app is killed in this step.
    var crash: CrashPlan?
    /// Whether the app is dead, so that nothing of it reaches anything.
    var isDead = false
    /// How many statements this step has run.
    var statements = 0
    /// Called once, when an answer is held back.
    var beside: Beside?
  }

  let server: WirelessServer
  let timeline: Timeline
  nonisolated(unsafe) private var state = State()

  init(_ profile: Profile) {
    let timeline = Timeline()
    self.timeline = timeline
    server = WirelessServer(profile: profile) { timeline.append($0) }
  }

  // MARK: - What a step brings about

  var isAway: Bool {
    get { unsafe state.isAway }
    set { unsafe state.isAway = newValue }
  }

  var isDead: Bool { unsafe state.isDead }

  /// Begins a step in which the app is killed at a point, or not at all.
  func begin(_ crash: CrashPlan?) {
    unsafe state.crash = crash
    unsafe state.statements = 0
  }

  /// Holds the next answer back until a function has returned.
  func holdNext(_ beside: @escaping Beside) { unsafe state.beside = beside }

  /// Holds nothing back any more, and says whether that was still to come.
  func holdsNothing() -> Bool {
    defer { unsafe state.beside = nil }
    return unsafe state.beside != nil
  }

  /// Ends the app: from now on nothing that it does reaches store or server.
  func kill() { unsafe state.isDead = true }

  /// Lets another app live.
  func revive() {
    unsafe state.isDead = false
    unsafe state.crash = nil
  }

  // MARK: - What the queue does

  /// Says whether a statement may run.
  func mayRunStatement() -> Bool {
    unsafe state.statements += 1
    if case .statement(let number)? = unsafe state.crash?.point, unsafe state.statements == number {
      kill()
    }
    return !isDead
  }

  func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer {
    if isDead { throw .other }
    if unsafe state.crash?.point == .claimStored {
      kill()
      throw .other
    }
    if isAway {
      if unsafe state.crash?.point == .beforeMarked { kill() }
      throw .refused
    }
    let decision = server.deliver(
      fields: request.headers.map { ($0.name, $0.value) },
      body: request.body
    )
    let key = decision.number.flatMap { server.ledger.deliveries[$0 - 1].key }
    if let beside = unsafe state.beside {
      unsafe state.beside = nil
      beside(key)
      // It was killed over its answer.
      if isDead {
        server.clientLeft(decision)
        throw .other
      }
    }
    return try answer(decision, key)
  }

  private func answer(
    _ decision: WirelessServer.Decision,
    _ key: String?
  ) throws(TransportFailure) -> TransportAnswer {
    let isMeant = unsafe state.crash?.isMeant(key) ?? false
    switch unsafe state.crash?.point {
    case .requestSent, .serverCommitted, .answerHead:
      guard isMeant else { break }
      kill()
      server.clientLeft(decision)
      throw .other
    case .beforeMarked, .answerRead:
      // The answer arrives, and the next statement is not run.
      if isMeant { kill() }
    case .claimStored, .statement, nil: break
    }
    switch server.answer(decision) {
    case .answer(let status, let retryAfter, let body):
      return TransportAnswer(status: status, retryAfter: retryAfter, body: body)
    case .broken: throw .reset
    case .truncated: throw .truncated
    }
  }
}

/// Where the app is killed in a step, and over whose delivery.
struct CrashPlan: Sendable {
  let point: CrashPoint
  /// The key of the task that it is about, or nothing for whichever comes first.
  let key: String?

  func isMeant(_ key: String?) -> Bool { self.key == nil || self.key == key }
}
