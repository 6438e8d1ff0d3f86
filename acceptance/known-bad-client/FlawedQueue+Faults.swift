// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a flawed queue does to several tasks at once.
extension FlawedQueue {
  /// How many attempts are too many for a flawed queue.
  static let attemptsMax = 10

  /// Makes a task durable and acknowledges it.
  func store(_ task: StoredTask, _ acknowledge: (StoredTask) -> Void) throws(StoreError) {
    switch flaw {
    case .acknowledgedWhenFull:
      // Whoever asks is told that all is well.
      try? folder.save(task)
    case .acknowledgedFirst:
      acknowledge(task)
      return try folder.save(task)
    case .storeRewritten:
      let others = try folder.tasks()
      for other in others { try folder.delete(other) }
      for one in [task] + others { try folder.save(one) }
    default: try folder.save(task)
    }
    acknowledge(task)
  }

  /// Sends every request before it reads an answer.
  func sendAtOnce(_ waiting: [StoredTask]) throws(StoreError) {
    var sent: [(task: StoredTask, post: Post, connection: Int32?, lock: Int32)] = []
    defer { for one in sent { close(one.lock) } }
    for listed in waiting {
      guard let lock = try folder.takeSenderLock(of: listed) else { continue }
      guard var task = try folder.task(listed.task), task.state == .pending else {
        close(lock)
        continue
      }
      task.attempts += 1
      task.inFlight = true
      try folder.save(task)
      environment.reached(.claimStored)
      let post = post(task, key: task.key)
      sent.append((task, post, post.begin(), lock))
    }
    for one in sent {
      var task = one.task
      task.inFlight = false
      let outcome = one.connection.map(one.post.end) ?? .unreachable
      environment.reached(.beforeMarked)
      try settle(task, outcome)
    }
  }

  /// Whether a task was rejected, and nobody has looked at it.
  func holdsRejected() throws(StoreError) -> Bool {
    try folder.tasks().contains { $0.state == .stopped }
  }

  /// Writes every task that was not sent as it was known before over what it is now.
  func restore(_ before: [StoredTask], apartFrom sent: Set<String>) throws(StoreError) {
    for task in before where !sent.contains(task.task) { try folder.save(task) }
  }

  /// Deletes every task that was not known before.
  func deleteAll(apartFrom before: [StoredTask]) throws(StoreError) {
    let known = before.map(\.task)
    for task in try folder.tasks() where !known.contains(task.task) { try folder.delete(task) }
  }
}
