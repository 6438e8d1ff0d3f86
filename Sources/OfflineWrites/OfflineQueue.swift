// SPDX-License-Identifier: Apache-2.0

import Locking

/// A queue of writes that survives the app, the network and the server's silence.
///
/// A submitted task is durable, is sent under one key with one body however often that takes, and
/// is completed only when the server says so. Calls block, so an app makes them off its main
/// thread; any thread may call, and submitting does not wait for a drain. Several queues, also of
/// several processes, may work on one store: the store itself gives each task to one sender at a
/// time.
public final class OfflineQueue: Sendable {
  private let configuration: QueueConfiguration
  private let transport: any Transport
  private let clock: @Sendable () -> WallTime
  /// Which tasks this queue is sending, by their place in the order; also the lock of what follows.
  private let inFlight = Monitor<Set<Int64>>([])
  nonisolated(unsafe) private let store: TaskStore
  nonisolated(unsafe) private var random: any RandomNumberGenerator
  nonisolated(unsafe) private var sender: SenderLock?

  /// Opens a store, which is made where there is none.
  ///
  /// - Parameters:
  ///   - path: the store's file; others of the same name with an ending lie beside it. On a device,
  ///     in a folder of the app alone: a lock held in a shared one ends an app that is suspended.
  ///   - configuration: how to talk to the server.
  ///   - transport: what sends the requests.
  ///   - clock: what time it is.
  ///   - random: where IDs, keys and the spread of retries come from.
  /// - Throws: an error that says what is wrong with the store, which then stays as it is.
  public convenience init(
    storeAt path: String,
    configuration: QueueConfiguration,
    transport: any Transport,
    clock: @escaping @Sendable () -> WallTime = { .system },
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) throws(QueueError) {
    try self.init(
      storeAt: path,
      configuration: configuration,
      transport: transport,
      clock: clock,
      random: random,
      trace: nil
    )
  }

  /// Opens a store as above, and tells each statement before it runs, so that tests can end there.
  package convenience init(
    storeAt path: String,
    configuration: QueueConfiguration,
    transport: any Transport,
    clock: @escaping @Sendable () -> WallTime,
    random: any RandomNumberGenerator & Sendable,
    trace: (@Sendable (String) -> Void)?
  ) throws(QueueError) {
    // Nothing is made on the disk for a configuration that cannot be used.
    guard configuration.format.isUsable else { throw .unusableFormat }
    try self.init(
      TaskStore(path: path, trace: trace),
      configuration: configuration,
      transport: transport,
      clock: clock,
      random: random
    )
  }

  /// Opens a queue on a store that is open already.
  init(
    _ store: TaskStore,
    configuration: QueueConfiguration,
    transport: any Transport,
    clock: @escaping @Sendable () -> WallTime,
    random: any RandomNumberGenerator & Sendable
  ) throws(QueueError) {
    guard configuration.format.isUsable else { throw .unusableFormat }
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    unsafe self.random = random
    unsafe self.store = store
  }

  // MARK: - Tasks

  /// Makes a task durable; it is not sent yet.
  ///
  /// - Parameters:
  ///   - body: JSON in UTF-8; sent byte by byte as it is.
  ///   - key: a key of the app's own; otherwise a new one, as each user action needs.
  ///   - record: what the write is about, in the app's own words, or nothing. Writes of one account on
  ///     one record are sent in the order of their submits: none is sent while an earlier one is pending.
  /// - Returns: the task, which from now on survives everything but its disk.
  /// - Throws: why the task is not durable; then it does not exist.
  public func submit(
    _ body: [UInt8],
    key: IdempotencyKey? = nil,
    record: String? = nil
  ) throws(QueueError) -> WriteTask {
    let limits = configuration.limits
    guard body.count <= limits.bodyBytesMax else {
      throw .bodyTooLong(body.count, max: limits.bodyBytesMax)
    }
    let account = configuration.session().account
    return try inFlight.withLock { _ throws(QueueError) in
      let id = unsafe randomUUID(using: &random)
      let key = unsafe key ?? IdempotencyKey(using: &random)
      let now = clock()
      let isAdded = try unsafe store.add(
        id: id,
        key: key,
        body: try configuration.format.body(body, with: key),
        createdAt: now,
        account: account,
        record: record,
        unfinishedMax: limits.unfinishedTasksMax
      )
      guard isAdded else { throw .full(max: limits.unfinishedTasksMax) }
      return WriteTask(
        id: id,
        key: key,
        createdAt: now,
        state: .pending,
        attempts: 0,
        lastResult: nil,
        notBefore: WallTime(milliseconds: 0),
        account: account,
        record: record
      )
    }
  }

  /// Every task that is kept, in the order of submission.
  public func tasks() throws(QueueError) -> [WriteTask] {
    try inFlight.withLock { _ throws(QueueError) in try unsafe store.tasks() }
  }

  /// The body of a task, as it is sent; nothing where there is no such task.
  public func body(of id: String) throws(QueueError) -> [UInt8]? {
    try inFlight.withLock { _ throws(QueueError) in try unsafe store.body(of: id) }
  }

  /// Takes an action back that cannot have reached the server; its task is stopped then.
  ///
  /// Nobody can take back what the server may have done. Such a task is left as it is, and is sent until the
  /// server says what has become of it.
  ///
  /// - Parameter id: the task.
  /// - Returns: whether the task is stopped now; false where it may have been sent, is settled or is gone.
  /// - Throws: what is wrong with the store; then nothing is taken back.
  @discardableResult
  public func cancel(_ id: String) throws(QueueError) -> Bool {
    try inFlight.withLock { _ throws(QueueError) in try unsafe store.cancel(id) }
  }

  /// Removes a task that is completed, or stopped and dealt with by the user.
  public func remove(_ id: String) throws(QueueError) {
    let isRemoved = try inFlight.withLock { _ throws(QueueError) in try unsafe store.remove(id) }
    guard isRemoved else { throw .notFinished }
  }

  // MARK: - Sending

  /// Sends every pending task once, whatever its waiting time, as on launch and on reconnect.
  @discardableResult
  public func resume() throws(QueueError) -> DrainReport { try drain { _ in true } }

  /// Sends every pending task whose time has come, once.
  ///
  /// A time further away than any waiting time can be means that the clock was set back: it has
  /// come too.
  @discardableResult
  public func sendDue() throws(QueueError) -> DrainReport {
    let now = clock()
    let horizon = now.advanced(byMilliseconds: configuration.retries.waitMillisecondsMax)
    return try drain { notBefore in notBefore <= now || notBefore > horizon }
  }

  /// Goes through the tasks that are there at the beginning, in the order of submission.
  ///
  /// One is in flight at a time, so a network that returns meets no burst; one that fails holds up none but
  /// those of its own record.
  private func drain(isDue: @escaping (WallTime) -> Bool) throws(QueueError) -> DrainReport {
    var report = DrainReport()
    let last = try inFlight.withLock { _ throws(QueueError) in try unsafe store.lastSequence() }
    var sequence: Int64 = 0
    while let next = try inFlight.withLock({ _ throws(QueueError) in
      try unsafe store.pendingSequence(after: sequence, through: last)
    }) {
      sequence = next
      // Looked up once, so that no task of one account goes with the credential of another.
      let session = configuration.session()
      switch try claim(next, as: session.account, isDue: isDue) {
      case .claimed(let claim): report.count(try send(claim, session.headers))
      case .settled: break
      case .waiting: report.waiting += 1
      case .claimedElsewhere: report.claimedElsewhere += 1
      case .otherAccount: report.ofOtherAccounts += 1
      case .behindAnother: report.behindOthers += 1
      case .keyExpired: report.count(.stopped)
      }
    }
    return report
  }

  private func claim(
    _ sequence: Int64,
    as account: String?,
    isDue: @escaping (WallTime) -> Bool
  ) throws(QueueError) -> TaskStore.ClaimResult {
    try inFlight.withLock { inFlight throws(QueueError) in
      let sender = try currentSender()
      let conditions = TaskStore.Conditions(
        isDue: isDue,
        isInFlight: inFlight.contains(sequence),
        account: account,
        now: clock(),
        keyLifetimeSeconds: configuration.keyLifetimeSeconds
      )
      let result = try unsafe store.claim(sequence, for: sender, conditions)
      if case .claimed = result { inFlight.insert(sequence) }
      return result
    }
  }

  /// This queue as a sender, from its first claim on; called under the lock.
  private func currentSender() throws(QueueError) -> SenderLock {
    if let sender = unsafe sender { return sender }
    let new = try unsafe store.becomeSender()
    unsafe sender = new
    return new
  }

  private func send(
    _ claim: TaskStore.Claim,
    _ sessionHeaders: [HeaderField]
  ) throws(QueueError) -> AttemptOutcome {
    // Where the outcome cannot be written down, the store still says that the attempt was
    // interrupted, and the task is free for the next drain.
    defer { inFlight.withLock { _ = $0.remove(claim.sequence) } }
    let attempt = attempt(claim, sessionHeaders)
    let (outcome, result) = configuration.outcomes.judge(attempt)
    let now = clock()
    try inFlight.withLock { _ throws(QueueError) in
      var delay: Int64 = 0
      if outcome == .unknown {
        let retryAfter = try? attempt.get().retryAfter
        delay = unsafe configuration.retries.delayMilliseconds(
          afterAttempts: claim.attempts,
          retryAfter: retryAfter,
          now: now,
          using: &random
        )
      }
      try unsafe store.settle(
        claim,
        by: try currentSender(),
        state: WriteTask.State(after: outcome),
        result: result,
        notBefore: now.advanced(byMilliseconds: delay),
        completedKept: configuration.limits.completedTasksKept
      )
    }
    return outcome
  }

  private func attempt(
    _ claim: TaskStore.Claim,
    _ sessionHeaders: [HeaderField]
  ) -> Result<TransportAnswer, TransportFailure> {
    let request = TransportRequest(
      endpoint: configuration.endpoint,
      method: configuration.format.method,
      headers: configuration.format.headers(for: claim.key) + sessionHeaders,
      body: claim.body,
      timeoutMilliseconds: configuration.timeoutMilliseconds,
      answerBytesMax: configuration.limits.answerBytesMax,
      answerHeaderBytesMax: configuration.limits.answerHeaderBytesMax
    )
    do throws(TransportFailure) {
      return .success(try transport.send(request))
    } catch {
      return .failure(error)
    }
  }
}

extension WriteTask.State {
  fileprivate init(after outcome: AttemptOutcome) {
    self =
      switch outcome {
      case .completed: .completed
      case .unknown: .pending
      case .stopped: .stopped
      }
  }
}
