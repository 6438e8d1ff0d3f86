// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import QueueExploring

/// What happened in one schedule: as a digest of every event, and as the lines of a log where they are wanted.
struct BundledLog {
  var digest = StableDigest()
  private(set) var lines: [LogLine] = []
  private let isRecording: Bool
  /// What was listed of each task the last time.
  private var states: [String: TaskState] = [:]

  init(isRecording: Bool) { self.isRecording = isRecording }

  /// Takes note that something happened to an action.
  mutating func note(_ what: Occurrence, _ action: UserAction?, attempts: Int) {
    add(.happened(what), action, key: action?.key, attempts: attempts)
  }

  /// Takes note of what the server has seen.
  mutating func note(_ event: TimelineEvent, of action: UserAction?) {
    guard let what = event.occurrence else { return }
    add(.happened(what), action, key: event.key, attempts: event.keyAttempt)
  }

  /// Takes note of what is listed of an action, where that has changed.
  mutating func note(_ state: TaskState?, of action: UserAction, attempts: Int) {
    guard states[action.task] != state else { return }
    states[action.task] = state
    guard let state else { return }
    let what: Occurrence =
      switch state {
      case .pending: .pending
      case .completed: .completed
      case .stopped: .stopped
      }
    note(what, action, attempts: attempts)
  }

  /// Takes note of a promise that is broken.
  mutating func note(_ breach: ScheduleBreach, _ action: UserAction?, attempts: Int) {
    digest.add(breach.finding.name)
    let key = breach.delivery.map(\.key) ?? action?.key
    add(.violated(breach.finding.invariant), action, key: key, attempts: attempts)
  }

  private mutating func add(
    _ result: ResultCategory,
    _ action: UserAction?,
    key: String?,
    attempts: Int
  ) {
    digest.add(result.description)
    digest.add(action?.task ?? "")
    digest.add(key ?? "")
    digest.add(UInt64(attempts))
    guard isRecording else { return }
    lines.append(
      LogLine(
        task: TaskID(redacting: action?.task ?? ""),
        key: key.map(KeyID.init(redacting:)) ?? .none,
        attempts: attempts,
        result: result
      )
    )
  }
}
