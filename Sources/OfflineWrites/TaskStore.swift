// SPDX-License-Identifier: Apache-2.0

import Storing

/// The tasks in their SQLite file; used by one thread at a time.
///
/// Each function is one transaction, durable when it returns.
final class TaskStore {
  /// A task that its sender alone may send.
  struct Claim {
    let sequence: Int64
    let key: IdempotencyKey
    let body: [UInt8]
    /// The count with this attempt.
    let attempts: Int
  }

  /// What came of wanting to send a task.
  enum ClaimResult {
    case claimed(Claim)
    case settled
    case waiting
    case claimedElsewhere
  }

  private let database: Database
  private let path: String

  init(path: String, trace: (@Sendable (String) -> Void)?) throws(QueueError) {
    self.path = path
    do {
      database = try Database(
        path: path,
        mode: .readWriteCreate,
        schema: Self.schema,
        trace: trace
      )
    } catch {
      throw QueueError(error)
    }
  }

  // MARK: - Tasks

  /// Adds a task, unless that many are unfinished; false then.
  func add(
    id: String,
    key: IdempotencyKey,
    body: [UInt8],
    createdAt: WallTime,
    unfinishedMax: Int
  ) throws(QueueError) -> Bool {
    do {
      let added = try database.run(
        """
        INSERT INTO task (id, key, body, created_at) SELECT ?, ?, ?, ?
        WHERE (SELECT count(*) FROM task WHERE state <> 'completed') < ?
        """,
        .text(id),
        .text(key.text),
        .blob(body),
        .integer(createdAt.milliseconds),
        .integer(unfinishedMax)
      )
      return added == 1
    } catch {
      if error.code?.isConstraint == true { throw .keyTaken }
      throw QueueError(error)
    }
  }

  /// Every task, in the order of submission.
  func tasks() throws(QueueError) -> [WriteTask] {
    try typed { () throws(StoringError) in
      try database.rows(
        """
        SELECT id, key, created_at, state, attempts, last_result, not_before FROM task
        ORDER BY sequence
        """,
        as: Self.task(in:)
      )
    }
  }

  /// The body of a task, as it is sent.
  func body(of id: String) throws(QueueError) -> [UInt8]? {
    try typed { () throws(StoringError) in
      try database.rows("SELECT body FROM task WHERE id = ?", .text(id)) {
        row throws(StoringError) in
        try row.blob(0)
      }.first
    }
  }

  /// Removes a task that is not pending; false where there is none.
  func remove(_ id: String) throws(QueueError) -> Bool {
    try typed { () throws(StoringError) in
      try database.run("DELETE FROM task WHERE id = ? AND state <> 'pending'", .text(id)) == 1
    }
  }

  // MARK: - Claims

  /// Gives this sender its number, and frees what a dead one of the same number had claimed.
  func becomeSender() throws(QueueError) -> SenderLock {
    try transaction { () throws(QueueError) in
      let lock = try SenderLock.lowestFree(besideStoreAt: path)
      try typed { () throws(StoringError) in
        try database.run(
          "UPDATE task SET claim_owner = NULL WHERE state <> 'completed' AND claim_owner = ?",
          .integer(lock.number)
        )
      }
      return lock
    }
  }

  /// The last task that there is now, by its place in the order.
  func lastSequence() throws(QueueError) -> Int64 {
    try typed { () throws(StoringError) in
      try database.rows("SELECT coalesce(max(sequence), 0) FROM task") { row throws(StoringError) in
        try row.integer(0)
      }.first ?? 0
    }
  }

  /// The next pending task after one, in the order of submission.
  func pendingSequence(after sequence: Int64, through last: Int64) throws(QueueError) -> Int64? {
    try typed { () throws(StoringError) in
      try database.rows(
        """
        SELECT sequence FROM task
        WHERE state <> 'completed' AND state = 'pending' AND sequence > ? AND sequence <= ?
        ORDER BY sequence LIMIT 1
        """,
        .integer(sequence),
        .integer(last)
      ) { row throws(StoringError) in try row.integer(0) }.first
    }
  }

  /// Claims a task for a sender and counts the attempt, before anything is sent.
  ///
  /// - Parameters:
  ///   - sequence: the task's place in the order.
  ///   - sender: who wants to send it.
  ///   - isDue: whether it may be sent, given when it may be sent again.
  ///   - isInFlight: whether this sender is just sending it.
  /// - Returns: the claim, or why there is none.
  /// - Throws: what is wrong with the store; then nothing was claimed.
  func claim(
    _ sequence: Int64,
    for sender: SenderLock,
    isDue: (WallTime) -> Bool,
    isInFlight: Bool
  ) throws(QueueError) -> ClaimResult {
    try transaction { () throws(QueueError) in
      guard let candidate = try candidate(sequence) else { return .settled }
      var formerOwner: SenderLock?
      if let owner = candidate.owner {
        if owner == sender.number {
          if isInFlight { return .claimedElsewhere }
        } else {
          // Held until the claim is stored, so that nobody becomes this number meanwhile.
          formerOwner = try SenderLock.take(owner, besideStoreAt: path)
          guard formerOwner != nil else { return .claimedElsewhere }
        }
      }
      guard isDue(candidate.notBefore) else { return .waiting }
      try typed { () throws(StoringError) in
        try database.run(
          """
          UPDATE task SET claim_owner = ?, attempts = attempts + 1, last_result = ?
          WHERE sequence = ?
          """,
          .integer(sender.number),
          .text(AttemptResult.interrupted.rawValue),
          .integer(sequence)
        )
      }
      return withExtendedLifetime(formerOwner) { .claimed(candidate.claim) }
    }
  }

  /// Writes down how an attempt ended and gives the claim back.
  func settle(
    _ claim: Claim,
    by sender: SenderLock,
    state: WriteTask.State,
    result: AttemptResult,
    notBefore: WallTime,
    completedKept: Int
  ) throws(QueueError) {
    let changed = try transaction { () throws(QueueError) in
      try typed { () throws(StoringError) in
        let changed = try database.run(
          """
          UPDATE task SET claim_owner = NULL, state = ?, last_result = ?, not_before = ?
          WHERE sequence = ? AND claim_owner = ?
          """,
          .text(state.rawValue),
          .text(result.rawValue),
          .integer(notBefore.milliseconds),
          .integer(claim.sequence),
          .integer(sender.number)
        )
        if state == .completed {
          try database.run(
            """
            DELETE FROM task WHERE state = 'completed' AND sequence <= (
              SELECT sequence FROM task WHERE state = 'completed'
              ORDER BY sequence DESC LIMIT 1 OFFSET ?
            )
            """,
            .integer(completedKept)
          )
        }
        return changed
      }
    }
    // Nobody else may change a task that this sender has claimed.
    guard changed == 1 else { throw .storeCorrupt }
  }

  private struct Candidate {
    let claim: Claim
    let owner: Int64?
    let notBefore: WallTime
  }

  private func candidate(_ sequence: Int64) throws(QueueError) -> Candidate? {
    try typed { () throws(StoringError) in
      try database.rows(
        """
        SELECT key, body, attempts, claim_owner, not_before FROM task
        WHERE sequence = ? AND state = 'pending'
        """,
        .integer(sequence)
      ) { row throws(StoringError) in
        Candidate(
          claim: Claim(
            sequence: sequence,
            key: try Self.key(in: row, 0),
            body: try row.blob(1),
            attempts: Int(try row.integer(2)) + 1
          ),
          owner: try row.optionalInteger(3),
          notBefore: WallTime(milliseconds: try row.integer(4))
        )
      }.first
    }
  }

  // MARK: - Rows and errors

  private static func task(in row: Row) throws(StoringError) -> WriteTask {
    guard let state = WriteTask.State(rawValue: try row.text(3)) else {
      throw .unexpectedColumn(3)
    }
    return WriteTask(
      id: try row.text(0),
      key: try key(in: row, 1),
      createdAt: WallTime(milliseconds: try row.integer(2)),
      state: state,
      attempts: Int(try row.integer(4)),
      lastResult: try row.optionalText(5).flatMap(AttemptResult.init(rawValue:)),
      notBefore: WallTime(milliseconds: try row.integer(6))
    )
  }

  private static func key(in row: Row, _ column: Int) throws(StoringError) -> IdempotencyKey {
    guard let key = IdempotencyKey(try row.text(column)) else { throw .unexpectedColumn(column) }
    return key
  }

  private func transaction<Success>(
    _ body: () throws(QueueError) -> Success
  ) throws(QueueError) -> Success {
    try database.transaction(mapping: QueueError.init, body)
  }

  @discardableResult
  private func typed<Success>(
    _ body: () throws(StoringError) -> Success
  ) throws(QueueError) -> Success {
    do {
      return try body()
    } catch {
      throw QueueError(error)
    }
  }
}
