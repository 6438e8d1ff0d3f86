// SPDX-License-Identifier: Apache-2.0

/// What a log may say about what happened: a word from a closed list.
package enum ResultCategory: Hashable, Sendable, CustomStringConvertible {
  case happened(Occurrence)
  /// A promise was broken here; the case ends with this line.
  case violated(Invariant)

  package var description: String {
    switch self {
    case .happened(let occurrence): occurrence.rawValue
    case .violated(let invariant): "violated:\(invariant.rawValue)"
    }
  }

  /// Creates a category from its word, or nothing where the word is not in the list.
  package init?(_ word: some StringProtocol) {
    let prefix = "violated:"
    if word.hasPrefix(prefix) {
      guard let invariant = Invariant(rawValue: String(word.dropFirst(prefix.count))) else {
        return nil
      }
      self = .violated(invariant)
    } else {
      guard let occurrence = Occurrence(rawValue: String(word)) else { return nil }
      self = .happened(occurrence)
    }
  }
}

/// Something that happened in a case and broke no promise.
package enum Occurrence: String, Hashable, Sendable, CaseIterable {
  // Queue: what the client did or was made to do.
  case queued
  case resumed
  case killed
  case relaunched
  case pending
  case completed
  case stopped
  // Queue: what the server did with a delivery.
  case unreachable
  case reachable
  case received
  case committed
  case replayed
  case held
  case released
  case answered
  case unavailable
  case refused
  case throttled
  case closed
  case reset
  case truncated
  case malformed
  case redirected
  case unauthorized
  case conflict
  case inFlight = "in-flight"
  case clientGone = "client-gone"
  case seeded
  case unchanged
  case quiet
  // Queue: what capabilities add.
  case due
  case clockMoved = "clock-moved"
  case credentialChanged = "credential-changed"
  case accountChanged = "account-changed"
  case cancelled
  /// A submit that could not be stored, and says so.
  case notAcknowledged = "not-acknowledged"
  /// The client's store was put back from a backup.
  case restored
  // A real server.
  case shortBody = "short-body"
  case unanswered
  case recordMade = "record-made"
  // State.
  case loaded
  case tapped
  case intercepted
  case saved
  case rejected
  case unknown
  case syncRead = "sync-read"
  case syncFailed = "sync-failed"
  case ignored
  case rearranged
  case sessionSwitched = "session-switched"
  // State: what capabilities add; `cancelled` as above.
  case deleted
  case inserted
  case listReadBegan = "list-read-began"
  case listReadEnded = "list-read-ended"
}
