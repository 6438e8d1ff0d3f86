// SPDX-License-Identifier: Apache-2.0

import Storing

/// Who sends which task, one sender at a time.
extension TaskStore {
  /// A task that its sender alone may send.
  struct Claim {
    let sequence: Int64
    let key: IdempotencyKey
    let body: [UInt8]
    /// The count with this attempt.
    let attempts: Int
    /// Whether no earlier attempt can have reached the server.
    let isFirstToArrive: Bool
  }

  /// What a sender knows when it wants to send a task.
  struct Conditions {
    /// Whether the task may be sent, given when it may be sent again.
    let isDue: (WallTime) -> Bool
    /// Whether this sender is just sending it.
    let isInFlight: Bool
    /// The account that is signed in.
    let account: String?
    let now: WallTime
    /// How long the server keeps a key, in seconds, or nothing for ever.
    let keyLifetimeSeconds: Int64?
  }

  /// What came of wanting to send a task.
  enum ClaimResult {
    case claimed(Claim)
    case settled
    case waiting
    case claimedElsewhere
    /// It belongs to an account that is not signed in.
    case otherAccount
    /// An earlier write on its record is pending.
    case behindAnother
    /// The server may have forgotten its key; it has been stopped.
    case keyExpired
  }

  /// Gives this sender its number, and frees what a dead one of the same number had claimed.
  func becomeSender() throws(QueueError) -> SenderLock {
    try transaction { () throws(QueueError) in
      let lock = try senders.lowestFree()
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
  ///   - conditions: what the sender knows.
  /// - Returns: the claim, or why there is none.
  /// - Throws: what is wrong with the store; then nothing was claimed.
  func claim(
    _ sequence: Int64,
    for sender: SenderLock,
    _ conditions: Conditions
  ) throws(QueueError) -> ClaimResult {
    try transaction { () throws(QueueError) in
      guard let candidate = try candidate(sequence) else { return .settled }
      var formerOwner: SenderLock?
      if let owner = candidate.owner {
        if owner == sender.number {
          if conditions.isInFlight { return .claimedElsewhere }
        } else {
          // Held until the claim is stored, so that nobody becomes this number meanwhile.
          formerOwner = try senders.take(owner)
          guard formerOwner != nil else { return .claimedElsewhere }
        }
      }
      if let account = candidate.account, account != conditions.account { return .otherAccount }
      if candidate.isBehindAnother { return .behindAnother }
      guard conditions.isDue(candidate.notBefore) else { return .waiting }
      if candidate.isExpired(conditions) {
        try stopExpired(sequence)
        return .keyExpired
      }
      try typed { () throws(StoringError) in
        try database.run(
          """
          UPDATE task SET claim_owner = ?, attempts = attempts + 1, last_result = ?,
            first_sent_at = coalesce(first_sent_at, ?)
          WHERE sequence = ?
          """,
          .integer(sender.number),
          .text(AttemptResult.interrupted.rawValue),
          .integer(conditions.now.milliseconds),
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
          UPDATE task SET claim_owner = NULL, state = ?, last_result = ?, not_before = ?,
            first_sent_at = CASE WHEN ? THEN NULL ELSE first_sent_at END
          WHERE sequence = ? AND claim_owner = ?
          """,
          .text(state.rawValue),
          .text(result.rawValue),
          .integer(notBefore.milliseconds),
          // What never arrived gave the server no key to forget.
          .integer(claim.isFirstToArrive && result.neverArrived ? 1 : 0),
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

  /// Ends the sending of a task whose key the server may have forgotten.
  private func stopExpired(_ sequence: Int64) throws(QueueError) {
    try typed { () throws(StoringError) in
      try database.run(
        "UPDATE task SET claim_owner = NULL, state = ?, last_result = ? WHERE sequence = ?",
        .text(WriteTask.State.stopped.rawValue),
        .text(AttemptResult.keyExpired.rawValue),
        .integer(sequence)
      )
    }
  }

  private struct Candidate {
    let claim: Claim
    let owner: Int64?
    let notBefore: WallTime
    let account: String?
    /// When it may have reached the server first, or nothing where it never did.
    let firstSentAt: Int64?
    /// Whether an earlier write on its record is pending.
    let isBehindAnother: Bool

    /// Whether the server may have forgotten a key that it was given.
    func isExpired(_ conditions: Conditions) -> Bool {
      guard let lifetime = conditions.keyLifetimeSeconds, let firstSentAt else { return false }
      let (age, overflow) = conditions.now.milliseconds.subtractingReportingOverflow(firstSentAt)
      return overflow || age / 1000 >= lifetime
    }
  }

  private func candidate(_ sequence: Int64) throws(QueueError) -> Candidate? {
    try typed { () throws(StoringError) in
      try database.rows(
        """
        SELECT key, body, attempts, claim_owner, not_before, account, first_sent_at, EXISTS (
          SELECT 1 FROM task AS earlier
          WHERE earlier.record = task.record AND earlier.account IS task.account
            AND earlier.state = 'pending' AND earlier.sequence < task.sequence
        ) FROM task WHERE sequence = ? AND state = 'pending'
        """,
        .integer(sequence)
      ) { row throws(StoringError) in
        let firstSentAt = try row.optionalInteger(6)
        return Candidate(
          claim: Claim(
            sequence: sequence,
            key: try Self.key(in: row, 0),
            body: try row.blob(1),
            attempts: Int(try row.integer(2)) + 1,
            isFirstToArrive: firstSentAt == nil
          ),
          owner: try row.optionalInteger(3),
          notBefore: WallTime(milliseconds: try row.integer(4)),
          account: try row.optionalText(5),
          firstSentAt: firstSentAt,
          isBehindAnother: try row.integer(7) != 0
        )
      }.first
    }
  }
}
