// SPDX-License-Identifier: Apache-2.0

import Storing

/// The file of a ledger.
///
/// Only the ledger's lock may be held while it is used; it has no lock of its own.
@safe
final class LedgerStore: Sendable {
  nonisolated(unsafe) private let database: Database

  /// Spells "OGld".
  private static let schema = Schema(
    applicationID: 0x4f47_6c64,
    steps: [
      """
      CREATE TABLE delivery (
        number INTEGER PRIMARY KEY,
        key TEXT,
        key_attempt INTEGER NOT NULL,
        method TEXT NOT NULL,
        path TEXT NOT NULL,
        content_type TEXT,
        body BLOB NOT NULL
      ) STRICT;
      CREATE TABLE record (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      CREATE TABLE idempotency_key (
        key TEXT NOT NULL UNIQUE,
        record INTEGER UNIQUE REFERENCES record (id),
        failure_status INTEGER,
        comparable BLOB NOT NULL,
        stored_at_second INTEGER,
        CHECK ((record IS NULL) <> (failure_status IS NULL))
      ) STRICT;
      """
    ]
  )

  /// Opens the file and keeps other processes from it.
  init(path: String) throws(LedgerError) {
    do {
      let database = try Database(
        path: path,
        mode: .readWriteCreate,
        schema: Self.schema,
        busyTimeoutMilliseconds: 0
      )
      // A second process would answer from a memory that does not know this one's changes.
      try database.execute("PRAGMA locking_mode = EXCLUSIVE")
      try database.transaction { () throws(StoringError) in }
      unsafe self.database = database
    } catch {
      if error.code?.isBusy == true { throw .inUse }
      throw .cannotOpen(reason: error.description)
    }
  }

  // MARK: - Reading

  func deliveries() throws(LedgerError) -> [Delivery] {
    try read { database throws(StoringError) in
      try database.rows(
        """
        SELECT number, key, key_attempt, method, path, content_type, body FROM delivery
        ORDER BY number
        """
      ) { row throws(StoringError) in
        Delivery(
          number: Int(try row.integer(0)),
          key: try row.optionalText(1),
          keyAttempt: Int(try row.integer(2)),
          method: try row.text(3),
          path: try row.text(4),
          contentType: try row.optionalText(5),
          authorization: nil,
          body: try row.blob(6)
        )
      }
    }
  }

  func records() throws(LedgerError) -> [Record] {
    try read { database throws(StoringError) in
      try database.rows("SELECT id, key, body FROM record ORDER BY id") {
        row throws(StoringError) in
        Record(id: Int(try row.integer(0)), key: try row.text(1), body: try row.blob(2))
      }
    }
  }

  func keys() throws(LedgerError) -> [String: KeyEntry] {
    let rows = try read { database throws(StoringError) in
      try database.rows(
        """
        SELECT key, record, coalesce(failure_status, 0), comparable, stored_at_second
        FROM idempotency_key
        """
      ) { row throws(StoringError) in
        let failure = KeyEntry.Meaning.failure(status: Int(try row.integer(2)))
        let entry = KeyEntry(
          meaning: try row.optionalInteger(1).map { .record(id: Int($0)) } ?? failure,
          comparable: try row.blob(3),
          storedAtSecond: try row.optionalInteger(4)
        )
        return (try row.text(0), entry)
      }
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private func read<Result>(
    _ body: (Database) throws(StoringError) -> Result
  ) throws(LedgerError) -> Result {
    do {
      return try unsafe body(database)
    } catch {
      throw .cannotOpen(reason: error.description)
    }
  }

  // MARK: - Writing

  func add(_ delivery: Delivery) throws(LedgerError) {
    try write { database throws(StoringError) in
      try database.run(
        """
        INSERT INTO delivery (number, key, key_attempt, method, path, content_type, body)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(delivery.number),
        .text(orNull: delivery.key),
        .integer(delivery.keyAttempt),
        .text(delivery.method),
        .text(delivery.path),
        .text(orNull: delivery.contentType),
        .blob(delivery.body)
      )
    }
  }

  /// Adds a record and the key that stands for it, both or neither.
  func add(_ record: Record, _ key: (key: String, entry: KeyEntry)?) throws(LedgerError) {
    try write { database throws(StoringError) in
      try database.run(
        "INSERT INTO record (id, key, body) VALUES (?, ?, ?)",
        .integer(record.id),
        .text(record.key),
        .blob(record.body)
      )
      if let (key, entry) = key { try Self.insert(entry, under: key, database) }
    }
  }

  func add(_ entry: KeyEntry, under key: String) throws(LedgerError) {
    try write { database throws(StoringError) in
      try Self.insert(entry, under: key, database)
    }
  }

  func remove(_ key: String) throws(LedgerError) {
    try write { database throws(StoringError) in
      try database.run("DELETE FROM idempotency_key WHERE key = ?", .text(key))
    }
  }

  private static func insert(
    _ entry: KeyEntry,
    under key: String,
    _ database: Database
  ) throws(StoringError) {
    let (record, status): (StoredValue, StoredValue) =
      switch entry.meaning {
      case .record(let id): (.integer(id), .null)
      case .failure(let status): (.null, .integer(status))
      }
    try database.run(
      """
      INSERT INTO idempotency_key (key, record, failure_status, comparable, stored_at_second)
      VALUES (?, ?, ?, ?, ?)
      """,
      .text(key),
      record,
      status,
      .blob(entry.comparable),
      .integer(orNull: entry.storedAtSecond)
    )
  }

  private func write(_ body: (Database) throws(StoringError) -> Void) throws(LedgerError) {
    do {
      try unsafe database.transaction { () throws(StoringError) in try unsafe body(database) }
    } catch {
      throw .cannotKeep(reason: error.description)
    }
  }
}
