// SPDX-License-Identifier: Apache-2.0

package import FaultInjection
import Locking

/// What happened in a case, in the order in which it happened.
///
/// The server's events and the ends of the client's processes come from threads of their own and meet here,
/// so that a case waits for what happens and never for time to pass.
package final class Timeline: Sendable {
  /// What ended a wait for an answer that is held back.
  package enum HeldWait: Hashable, Sendable {
    case held
    /// The client's command ended before an answer was held.
    case clientEnded
    case timedOut
  }

  let state = Monitor(State())

  package init() {}

  /// Adds what the server has seen.
  package func append(_ event: ServerEvent) { state.withLock { $0.append(event) } }

  /// Numbers a command of the client that is about to start.
  func beginCommand() -> Int {
    state.withLock { state in
      state.commands += 1
      return state.commands
    }
  }

  /// Adds that a command of the client has ended.
  func endCommand(_ number: Int) { state.withLock { _ = $0.endedCommands.insert(number) } }

  /// Takes what the server has seen since the last time.
  package func takeEvents() -> [TimelineEvent] { state.withLock { $0.takeEvents() } }

  /// Waits until an answer is held back, or the command that could bring that about has ended.
  ///
  /// - Parameters:
  ///   - limit: the longest wait.
  ///   - command: the command that could bring it about.
  /// - Returns: what ended the wait.
  func waitForHeldAnswer(atMost limit: Duration, of command: Int) -> HeldWait {
    state.wait(atMost: limit) { state -> HeldWait? in
      if state.progress.values.contains(where: \.isHeld) { return .held }
      return state.endedCommands.contains(command) ? .clientEnded : nil
    } ?? .timedOut
  }

  /// Waits until every delivery has been answered or given up.
  ///
  /// - Parameters:
  ///   - limit: the longest wait.
  ///   - heldCounts: whether a delivery that is held back is waited for too.
  /// - Returns: whether that is so.
  func waitUntilQuiet(atMost limit: Duration, heldCounts: Bool = true) -> Bool {
    state.wait(atMost: limit) { state in
      state.progress.values.allSatisfy { $0.hasEnded || !heldCounts && $0.isHeld } ? true : nil
    } ?? false
  }

  /// The ledger's deliveries, with what the server has done about each.
  package func deliveries(in ledger: Ledger) -> [SeenDelivery] {
    let progress = state.withLock { $0.progress }
    return ledger.deliveries.map { delivery in
      SeenDelivery(
        number: delivery.number,
        key: delivery.key,
        keyAttempt: delivery.keyAttempt,
        body: delivery.body,
        succeeded: progress[delivery.number]?.hasSucceeded ?? false,
        authorization: delivery.authorization
      )
    }
  }
}

/// What the server has seen, with the delivery that it is about.
package struct TimelineEvent: Hashable, Sendable {
  package let event: ServerEvent
  /// The key of the delivery, or nothing where there is none.
  package let key: String?
  /// The number among the deliveries of its key, or 0 where it is about no delivery.
  package let keyAttempt: Int
}

extension Timeline {
  /// What became of one delivery so far.
  struct Progress: Sendable {
    let key: String?
    let keyAttempt: Int
    /// Whether a record stands behind the answer.
    var isRecorded = false
    /// Whether a fault spoils the answer.
    var isSpoiled = false
    var isHeld = false
    var hasEnded = false
    var status: Int?

    /// Whether an explicit success was sent.
    var hasSucceeded: Bool {
      guard let status else { return false }
      return (200...299).contains(status) && isRecorded && !isSpoiled
    }
  }

  struct State: Sendable {
    var commands = 0
    var endedCommands: Set<Int> = []
    /// The statuses of requests that were no writes for this server.
    var refusals: [Int] = []
    var progress: [Int: Progress] = [:]
    private var untaken: [TimelineEvent] = []

    /// How many deliveries are being answered.
    var underWay: Int { progress.values.count { !$0.hasEnded } }

    mutating func takeEvents() -> [TimelineEvent] {
      defer { untaken = [] }
      return untaken
    }

    mutating func append(_ event: ServerEvent) {
      if case .received(let delivery) = event {
        progress[delivery.number] = Progress(key: delivery.key, keyAttempt: delivery.keyAttempt)
      }
      if case .refusedRequest(let status) = event { refusals.append(status) }
      let about = event.delivery.flatMap { progress[$0] }
      untaken.append(
        TimelineEvent(event: event, key: about?.key, keyAttempt: about?.keyAttempt ?? 0)
      )
      guard let number = event.delivery, var changed = about else { return }
      switch event {
      case .committed, .replayed: changed.isRecorded = true
      case .faulted(_, let fault): changed.isSpoiled = fault.spoilsAnswer
      case .held: changed.isHeld = true
      case .released: changed.isHeld = false
      case .answered(_, let status):
        changed.status = status
        changed.hasEnded = true
      case .clientGone, .cut, .stopped:
        changed.isHeld = false
        changed.hasEnded = true
      default: break
      }
      progress[number] = changed
    }
  }
}

extension Fault {
  /// Whether a client that keeps its promises cannot take the answer for a success.
  fileprivate var spoilsAnswer: Bool {
    switch self {
    // These come late, or concern another delivery.
    case .stallBeforeCommit, .stallAfterCommit, .lateRelease, .stallMidResponse, .slowTrickle,
      .reusedConnectionReset, .keyForgotten:
      false
    default: true
    }
  }
}
