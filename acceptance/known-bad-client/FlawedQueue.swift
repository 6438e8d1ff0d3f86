// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An offline queue that keeps every promise, apart from the one that its flaw breaks.
struct FlawedQueue {
  let folder: TaskFolder
  let endpoint: Endpoint
  let server: ServerOptions
  let environment: ClientEnvironment
  let flaw: Flaw?

  // MARK: - What the user does

  /// Stores one action, says so, and tries to send what waits.
  func submit(_ body: Data, acknowledge: (StoredTask) -> Void) throws(StoreError) {
    var task = StoredTask(
      task: Self.newIdentity(),
      key: Self.newIdentity(),
      body: body,
      createdAtMicroseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)
    )
    task.account = environment.account
    switch flaw {
    case .newActionReusesKey: task.key = Self.digest(of: body)
    case .bodyRewrittenOnSubmit: task.body = Self.rewritten(body, by: "rewritten")
    case .newActionSwallowed:
      let isKnown = try folder.tasks().contains { $0.body == body && $0.state == .completed }
      if isKnown { return acknowledge(task) }
    case .notDurable: return acknowledge(task)
    case .credentialFrozen: task.credential = environment.credential
    default: break
    }
    try folder.save(task)
    acknowledge(task)
    try sendDue()
  }

  /// Does what the app does on launch and on reconnect.
  func resume() throws(StoreError) {
    for task in try folder.tasks() where task.state == .pending {
      var recovered = task
      switch flaw {
      case .losesTaskOnRelaunch:
        try folder.delete(task)
        continue
      case .droppedOnAccountChange where !belongsToSession(task):
        try folder.delete(task)
        continue
      case .newKeyOnRelaunch where task.inFlight: recovered.key = Self.newIdentity()
      case .bodyRebuiltOnRelaunch where task.inFlight:
        recovered.body = Self.rewritten(task.body, by: "rebuilt")
      default: break
      }
      recovered.inFlight = false
      if recovered != task { try folder.save(recovered) }
    }
    try sendWaiting { _ in true }
  }

  /// Sends what need not wait any longer.
  func sendDue() throws(StoreError) { try sendWaiting { $0.notBefore <= now } }

  /// Every task that is kept, as the contract lists it.
  func tasks() throws(StoreError) -> [StoredTask] { try folder.tasks().map(asRemembered) }

  // MARK: - Sending

  private func sendWaiting(_ isTimely: (StoredTask) -> Bool) throws(StoreError) {
    if flaw == .neverSends { return }
    guard let lock = try folder.takeSendersLock() else { return }
    defer { close(lock) }
    for task in try folder.tasks() where isDue(task) && belongsToSession(task) && isTimely(task) {
      try attempt(asRemembered(task))
    }
  }

  private func isDue(_ task: StoredTask) -> Bool {
    switch flaw {
    case .resentAfter409: task.state != .completed
    case .conflictNotStopped: task.state == .pending && task.diagnosis == nil
    default: task.state == .pending
    }
  }

  /// Sends a task once, and stores what is known afterwards.
  private func attempt(_ stored: StoredTask) throws(StoreError) {
    var task = stored
    if mayBeForgotten(task) {
      if flaw == .keyExpiryHidden { return }
      task.state = .stopped
      task.diagnosis = "the server may have forgotten the key"
      return try folder.save(task)
    }
    let isFirstToArrive = task.firstSentAt == nil
    task.firstSentAt = task.firstSentAt ?? now
    task.attempts += 1
    task.inFlight = true
    if flaw == .claimNeverReleased, !folder.takeClaim(task) { return }
    if flaw == .deletedBeforeSend { try folder.delete(task) } else { try folder.save(task) }

    let (outcome, retryAfter) = send(task, key: task.key)
    if flaw == .doubleSend, outcome == .saved { _ = send(task, key: Self.newIdentity()) }

    task.inFlight = false
    task.notBefore = now + wait(afterAttempts: task.attempts, retryAfter: retryAfter)
    // What never arrived gave the server no key to forget.
    if outcome == .unreachable, isFirstToArrive { task.firstSentAt = nil }
    try settle(task, outcome)
    if flaw == .claimNeverReleased { folder.releaseClaim(task) }
  }

  private func send(_ task: StoredTask, key: String) -> (Outcome, retryAfter: String?) {
    Post(
      endpoint: endpoint,
      server: server,
      key: flaw == .noKeySent ? nil : key,
      credential: task.credential ?? environment.credential,
      body: task.body,
      timeoutMilliseconds: environment.requestTimeoutMilliseconds
    ).exchange()
  }

  private func settle(_ attempted: StoredTask, _ outcome: Outcome) throws(StoreError) {
    var task = attempted
    switch outcome {
    case .saved: task.state = .completed
    case .conflict: return try settleConflict(task)
    case .refusedForGood(401) where environment.credential != nil:
      // Whoever has a token can be given another one.
      if flaw == .droppedOn401 { return try folder.delete(task) }
    case .refusedForGood(let status):
      task.state = .stopped
      task.diagnosis = "refused with status \(status)"
    case .unreachable where task.attempts > 1:
      switch flaw {
      case .droppedWhenRefused: return try folder.delete(task)
      case .newTaskWhenRefused:
        try folder.delete(task)
        task.task = Self.newIdentity()
      case .attemptsResetWhenRefused: task.attempts = 0
      default: break
      }
    case .unreachable: break
    case .unknown(let status):
      switch flaw {
      case .newKeyOnRetry: task.key = Self.newIdentity()
      case .bodyChangedOnRetry: task.body = Self.rewritten(task.body, by: "retried")
      case .deletedOn503 where status >= 500: return try folder.delete(task)
      case .completedOn503 where status >= 500: task.state = .completed
      case .stoppedOn503 where status >= 500: task.state = .stopped
      default: break
      }
    }
    try folder.save(task)
  }

  private func settleConflict(_ attempted: StoredTask) throws(StoreError) {
    var task = attempted
    task.diagnosis = "the key holds another body"
    switch flaw {
    case .droppedOn409: return try folder.delete(task)
    case .newKeyAfter409: task.key = Self.newIdentity()
    case .conflictNotStopped: break
    default: task.state = .stopped
    }
    try folder.save(task)
  }

  // MARK: - Identity

  /// The task as a new process knows it.
  private func asRemembered(_ task: StoredTask) -> StoredTask {
    var remembered = task
    if flaw == .keyOnlyInMemory { remembered.key = Self.newIdentity() }
    if flaw == .attemptsOnlyInMemory { remembered.attempts = 0 }
    return remembered
  }

  private static func newIdentity() -> String { UUID().uuidString.lowercased() }

  /// A digest of the content (FNV-1a), as a flawed queue takes it for a key.
  private static func digest(of body: Data) -> String {
    let hash = body.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// The same object with one more member in front.
  private static func rewritten(_ body: Data, by member: String) -> Data {
    Data("{\"\(member)\":true,".utf8) + body.dropFirst()
  }
}
