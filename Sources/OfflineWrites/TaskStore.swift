// SPDX-License-Identifier: Apache-2.0

import Storing

/// The tasks in their SQLite file; used by one thread at a time.
///
/// Each function is one transaction, durable when it returns.
final class TaskStore {
  let database: Database
  let senders: any SenderPlace

  init(_ database: Database, senders: any SenderPlace) {
    self.database = database
    self.senders = senders
  }

  init(path: String, trace: (@Sendable (String) -> Void)?) throws(QueueError) {
    senders = SenderFiles(storePath: path)
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
    account: String?,
    record: String?,
    unfinishedMax: Int
  ) throws(QueueError) -> Bool {
    do {
      let added = try database.run(
        """
        INSERT INTO task (id, key, body, created_at, account, record) SELECT ?, ?, ?, ?, ?, ?
        WHERE (SELECT count(*) FROM task WHERE state <> 'completed') < ?
        """,
        .text(id),
        .text(key.text),
        .blob(body),
        .integer(createdAt.milliseconds),
        .text(orNull: account),
        .text(orNull: record),
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
        SELECT id, key, created_at, state, attempts, last_result, not_before, account, record
        FROM task
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

  /// Stops a pending task of which no attempt can have reached the server; false where there is none.
  ///
  /// A sender notes the time of its attempt together with its claim, so that a claimed task has one.
  func cancel(_ id: String) throws(QueueError) -> Bool {
    try typed { () throws(StoringError) in
      try database.run(
        """
        UPDATE task SET state = ?, last_result = ?
        WHERE id = ? AND state = 'pending' AND first_sent_at IS NULL
        """,
        .text(WriteTask.State.stopped.rawValue),
        .text(AttemptResult.cancelled.rawValue),
        .text(id)
      ) == 1
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
      notBefore: WallTime(milliseconds: try row.integer(6)),
      account: try row.optionalText(7),
      record: try row.optionalText(8)
    )
  }

  static func key(in row: Row, _ column: Int) throws(StoringError) -> IdempotencyKey {
    guard let key = IdempotencyKey(try row.text(column)) else { throw .unexpectedColumn(column) }
    return key
  }

  func transaction<Success>(
    _ body: () throws(QueueError) -> Success
  ) throws(QueueError) -> Success {
    try database.transaction(mapping: QueueError.init, body)
  }

  @discardableResult
  func typed<Success>(
    _ body: () throws(StoringError) -> Success
  ) throws(QueueError) -> Success {
    do {
      return try body()
    } catch {
      throw QueueError(error)
    }
  }
}
