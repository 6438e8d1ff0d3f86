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

  private let state = Monitor(State())

  package init() {}

  /// Adds what the server has seen.
  package func append(_ event: ServerEvent) { state.withLock { $0.append(event) } }

  /// Adds that a command of the client has ended.
  package func appendClientEnd() { state.withLock { $0.clientEnds += 1 } }

  /// Takes what the server has seen since the last time.
  func takeEvents() -> [TimelineEvent] { state.withLock { $0.takeEvents() } }

  /// How many commands of the client have ended so far.
  package var clientEnds: Int { state.withLock { $0.clientEnds } }

  /// Waits until an answer is held back, or the command that could bring that about has ended.
  ///
  /// - Parameters:
  ///   - limit: the longest wait.
  ///   - earlierEnds: how many commands had ended when this one was started.
  /// - Returns: what ended the wait.
  package func waitForHeldAnswer(atMost limit: Duration, earlierEnds: Int) -> HeldWait {
    state.wait(atMost: limit) { state -> HeldWait? in
      if state.progress.values.contains(where: \.isHeld) { return .held }
      return state.clientEnds > earlierEnds ? .clientEnded : nil
    } ?? .timedOut
  }

  /// Waits until every delivery has been answered or given up, and says whether that is so.
  package func waitUntilQuiet(atMost limit: Duration) -> Bool {
    state.wait(atMost: limit) { $0.progress.values.allSatisfy(\.hasEnded) ? true : nil } ?? false
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
struct TimelineEvent: Hashable, Sendable {
  let event: ServerEvent
  /// The key of the delivery, or nothing where there is none.
  let key: String?
  /// The number among the deliveries of its key, or 0 where it is about no delivery.
  let keyAttempt: Int
}

extension Timeline {
  /// What became of one delivery so far.
  fileprivate struct Progress: Sendable {
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

  fileprivate struct State: Sendable {
    var clientEnds = 0
    var progress: [Int: Progress] = [:]
    private var untaken: [TimelineEvent] = []

    mutating func takeEvents() -> [TimelineEvent] {
      defer { untaken = [] }
      return untaken
    }

    mutating func append(_ event: ServerEvent) {
      if case .received(let delivery) = event {
        progress[delivery.number] = Progress(key: delivery.key, keyAttempt: delivery.keyAttempt)
      }
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
    case .stallBeforeCommit, .stallAfterCommit, .lateRelease, .slowTrickle, .reusedConnectionReset,
      .keyForgotten:
      false
    default: true
    }
  }
}
