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
  /// The connection that a flawed transport uses again; the others use each one once.
  var kept: KeptConnection?

  // MARK: - What the user does

  /// Stores one action, says so, and tries to send it.
  func submit(_ body: Data, acknowledge: (StoredTask) -> Void) throws(StoreError) {
    var task = StoredTask(
      task: Self.newIdentity(),
      key: Self.newIdentity(),
      body: body,
      createdAtMicroseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)
    )
    task.account = environment.account
    task.record = environment.record
    switch flaw {
    case .newActionReusesKey: task.key = Self.digest(of: body)
    case .oneKeyForAll: task.key = try folder.tasks().first?.key ?? task.key
    case .bodyRewrittenOnSubmit: task.body = Self.rewritten(body, by: "rewritten")
    case .newActionSwallowed:
      let isKnown = try folder.tasks().contains { $0.body == body && $0.state == .completed }
      if isKnown { return acknowledge(task) }
    case .notDurable: return acknowledge(task)
    case .credentialFrozen: task.credential = environment.credential
    default: break
    }
    try store(task, acknowledge)
    try drain { $0.task == task.task }
  }

  /// Does what the app does on launch and on reconnect.
  func resume() throws(StoreError) {
    if flaw == .losesTaskOnRelaunch {
      for task in try folder.tasks() where task.state == .pending { try folder.delete(task) }
    }
    if flaw == .droppedOnAccountChange {
      for task in try folder.tasks() where !belongsToSession(task) { try folder.delete(task) }
    }
    try drain { _ in true }
  }

  /// Sends what need not wait any longer.
  func sendDue() throws(StoreError) { try drain(isTimeOver) }

  /// Every task that is kept, as the contract lists it.
  func tasks() throws(StoreError) -> [StoredTask] { try folder.tasks().map(asRemembered) }

  // MARK: - Sending

  /// Sends what waits, apart from what is not chosen and what another process sends.
  private func drain(_ isChosen: (StoredTask) -> Bool) throws(StoreError) {
    if flaw == .neverSends { return }
    let before = try folder.tasks()
    if flaw == .rejectionBlocksAll, try holdsRejected() { return }
    let waiting = before.filter { isChosen($0) && isDue($0) && belongsToSession($0) }
    if flaw == .sendsAllAtOnce { return try sendAtOnce(waiting) }
    var attempted: Set<String> = []
    for listed in waiting {
      let lock = flaw == .twoSenders ? nil : try folder.takeSenderLock(of: listed)
      guard lock != nil || flaw == .twoSenders || isClaimOver(listed) else { continue }
      defer { if let lock { close(lock) } }
      // Another process may have settled it since.
      guard let task = try folder.task(listed.task), isDue(task), try !isBehindAnother(task) else {
        continue
      }
      if let state = stateWithoutSending(task, listed) {
        try settle(task, as: state)
        continue
      }
      attempted.insert(task.task)
      let isSaved = try attempt(asRemembered(recovered(task)))
      if flaw == .headBlocks, !isSaved { break }
      if flaw == .rejectionBlocksAll, try holdsRejected() { break }
    }
    if flaw == .lateAnswerRestores { try restore(before, apartFrom: attempted) }
    if flaw == .lostDuringDrain { try deleteAll(apartFrom: before) }
  }

  /// The state that a flaw gives a task instead of sending it, or nothing.
  ///
  /// - Parameters:
  ///   - task: the task as it is now.
  ///   - listed: the task as it was when the drain began.
  /// - Returns: the state.
  private func stateWithoutSending(_ task: StoredTask, _ listed: StoredTask) -> TaskState? {
    switch flaw {
    case .stoppedOnRelaunch where task.inFlight: .stopped
    case .lateAnswerSettlesAnother where task.attempts > listed.attempts: .completed
    default: nil
    }
  }

  private func settle(_ task: StoredTask, as state: TaskState) throws(StoreError) {
    var settled = task
    settled.state = state
    settled.inFlight = false
    try folder.save(settled)
  }

  /// The task as it is sent; found in flight by nobody, the process that sent it has died.
  private func recovered(_ task: StoredTask) -> StoredTask {
    guard task.inFlight else { return task }
    var recovered = task
    if flaw == .newKeyOnRelaunch { recovered.key = Self.newIdentity() }
    if flaw == .bodyRebuiltOnRelaunch {
      recovered.body = Self.rewritten(task.body, by: "rebuilt")
    }
    return recovered
  }

  private func isDue(_ task: StoredTask) -> Bool {
    switch flaw {
    case .resentAfter409: task.state != .completed
    case .conflictNotStopped, .neverRetried: task.state == .pending && task.diagnosis == nil
    default: task.state == .pending
    }
  }

  /// Sends a task once, stores what is known afterwards, and says whether it was saved.
  private func attempt(_ stored: StoredTask) throws(StoreError) -> Bool {
    let isOneTooMany =
      flaw == .givenUpOnThirdAttempt && stored.attempts == 2
      || flaw == .droppedWhenExhausted && stored.attempts == Self.attemptsMax - 1
    if isOneTooMany {
      try folder.delete(stored)
      return false
    }
    if mayBeForgotten(stored) {
      try stopForgotten(stored)
      return false
    }
    var task = stored
    task.firstSentAt = task.firstSentAt ?? now
    task.claimedAt = now
    task.attempts += 1
    task.inFlight = true
    if flaw == .completedBeforeSend { task.state = .completed }
    if flaw == .claimNeverReleased, !folder.takeClaim(task) { return false }
    if flaw == .deletedBeforeSend { try folder.delete(task) } else { try folder.save(task) }

    environment.reached(.claimStored)
    let outcome = send(task, key: task.key)
    if flaw == .doubleSend, outcome == .saved { _ = send(task, key: Self.newIdentity()) }
    environment.reached(.beforeMarked)

    task.inFlight = false
    task.state = stored.state
    // What never arrived gave the server no key to forget.
    if outcome == .unreachable { task.firstSentAt = stored.firstSentAt }
    task.isShownAsStopped = flaw == .resentWhenExhausted && task.attempts >= Self.attemptsMax
    task.notBefore = now + wait(after: outcome, attempts: task.attempts)
    try settle(task, outcome)
    if flaw == .claimNeverReleased { folder.releaseClaim(task) }
    return outcome == .saved
  }

  private func send(_ task: StoredTask, key: String) -> Outcome {
    var post = post(task, key: key)
    if isProbedInVain(post) { return .unreachable }
    let outcome = post.outcome()
    switch (flaw, outcome) {
    case (.redirectAsRead, .unknown(301...303, _)):
      post.method = "GET"
      post.body = Data()
      return post.outcome()
    case (.redirectWithoutBody, .unknown(307...308, _)):
      post.body = Data()
      return post.outcome()
    case (.believesRedirect, .unknown(301...308, _)): return .saved
    case (.transportResends, .unansweredOnUsedConnection):
      post.key = Self.newIdentity()
      return post.outcome()
    default: return outcome
    }
  }

  /// Sends a request without a body first, where the flaw is to do so, and says whether nobody answers.
  private func isProbedInVain(_ post: Post) -> Bool {
    var probe = post
    probe.body = Data()
    switch flaw {
    case .emptyRequestFirst: break
    case .emptyRequestUnderOwnKey: probe.key = Self.newIdentity()
    default: return false
    }
    return probe.outcome() == .unreachable
  }

  func post(_ task: StoredTask, key: String) -> Post {
    var sentKey: String? = key
    if flaw == .noKeySent { sentKey = nil }
    if flaw == .otherKeySent { sentKey = "task-\(key)" }
    return Post(
      endpoint: endpoint,
      server: server,
      key: sentKey,
      body: task.body,
      credential: task.credential ?? environment.credential,
      timeoutMilliseconds: environment.requestTimeoutMilliseconds,
      flaw: flaw,
      kept: kept
    )
  }

  func settle(_ attempted: StoredTask, _ outcome: Outcome) throws(StoreError) {
    var task = attempted
    switch outcome {
    case .saved where flaw == .successNotNoticed: break
    case .saved: task.state = .completed
    case .conflict: return try settleConflict(task)
    case .refusedForGood(401) where environment.credential != nil:
      // Whoever has a token can be given another one.
      if flaw == .droppedOn401 { return try folder.delete(task) }
      if flaw == .newKeyOn401 { task.key = Self.newIdentity() }
    case .refusedForGood(let status):
      if flaw == .droppedOnRejection { return try folder.delete(task) }
      if flaw == .retriesRejection { break }
      task.state = .stopped
      task.diagnosis = "refused with status \(status)"
    case .unreachable where flaw == .completedWhenRefused: task.state = .completed
    case .unreachable where flaw == .stoppedWhenRefused: task.state = .stopped
    case .unreachable where task.attempts > 1:
      switch flaw {
      case .droppedWhenRefused: return try folder.delete(task)
      case .newTaskWhenRefused:
        try folder.delete(task)
        task.task = Self.newIdentity()
      case .attemptsResetWhenRefused: task.attempts = 0
      default: break
      }
    case .unreachable, .unansweredOnUsedConnection: break
    case .unknown(let status, _):
      switch flaw {
      case .neverRetried: task.diagnosis = "answered with status \(status)"
      case .newKeyOnRetry: task.key = Self.newIdentity()
      case .bodyChangedOnRetry: task.body = Self.rewritten(task.body, by: "retried")
      case .droppedOnTimeout where status == 0: return try folder.delete(task)
      case .deletedOn503 where status >= 500: return try folder.delete(task)
      case .completedOn503 where status >= 500: task.state = .completed
      case .stoppedOn503 where status >= 500: task.state = .stopped
      case .deletedOn429 where status == 429: return try folder.delete(task)
      case .stoppedOn408 where status == 408: task.state = .stopped
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
    case .newKeyWhenStopped:
      task.state = .stopped
      task.key = Self.newIdentity()
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
