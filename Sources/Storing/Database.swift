// SPDX-License-Identifier: Apache-2.0

import CSQLite

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A connection to an SQLite file whose commits survive a crash and a loss of power.
///
/// It may be used by one thread at a time; what is shared between threads stands behind a lock.
@safe
package final class Database {
  /// How a file is opened.
  package enum Mode: Hashable, Sendable {
    /// For reading and writing; created, readable by its owner alone, where it does not exist.
    case readWriteCreate
    case readOnly
  }

  /// How long another connection's transaction is waited for, unless said otherwise.
  package static let busyTimeoutMillisecondsDefault: Int32 = 5000

  /// How often the change to the write-ahead log is tried against other connections that do the
  /// same.
  private static let journalAttemptsMax = 16

  private let handle: OpaquePointer
  private let trace: (@Sendable (String) -> Void)?
  /// Asked before each statement of a database in memory.
  private let mayRun: (@Sendable () -> Bool)?
  private var statements: [String: Statement] = [:]

  /// Opens a file and brings it to the schema.
  ///
  /// - Parameters:
  ///   - path: where the file lies; UTF-8, no NUL.
  ///   - mode: for reading and writing, or for reading only.
  ///   - schema: what the file must contain; an older one is brought forward where that may be.
  ///   - busyTimeoutMilliseconds: how long another connection's transaction is waited for.
  ///   - trace: told each statement's text, never its values, before it runs.
  /// - Throws: a typed error where the file is not a database, another program's, of a newer
  ///   schema, not writable, or full.
  package init(
    path: String,
    mode: Mode,
    schema: Schema,
    busyTimeoutMilliseconds: Int32 = Database.busyTimeoutMillisecondsDefault,
    trace: (@Sendable (String) -> Void)? = nil
  ) throws(StoringError) {
    self.trace = trace
    mayRun = nil
    let isNew = unsafe mode == .readWriteCreate && access(path, F_OK) != 0
    unsafe handle = try Self.open(path, mode)
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, busyTimeoutMilliseconds)
    // The log and the shared memory take their rights from the file. The file is not opened a
    // second time for this: closing any descriptor of it would drop this process's locks on it.
    if isNew { _ = unsafe chmod(path, S_IRUSR | S_IWUSR) }
    // Looked at before anything is written: a file of another program stays as it is.
    try refuseForeign(schema)
    try requireWholePages(path)
    switch mode {
    case .readOnly: try requireVersion(of: schema)
    case .readWriteCreate: try prepareForWriting(schema)
    }
  }

  /// Opens an empty database in memory, which is gone with this object.
  ///
  /// - Parameters:
  ///   - schema: what it contains.
  ///   - mayRun: asked before each statement; where it says no, the statement is refused.
  /// - Throws: a typed error where SQLite refuses.
  package init(
    inMemory schema: Schema,
    mayRun: @escaping @Sendable () -> Bool
  ) throws(StoringError) {
    trace = nil
    self.mayRun = mayRun
    unsafe handle = try Self.open(":memory:", .readWriteCreate)
    unsafe sqlite3_extended_result_codes(handle, 1)
    try bringForward(schema)
  }

  deinit {
    statements.removeAll()
    unsafe sqlite3_close(handle)
  }

  private static func open(_ path: String, _ mode: Mode) throws(StoringError) -> OpaquePointer {
    let flags =
      switch mode {
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let database = unsafe opened else {
      let extended = unsafe opened.map { unsafe sqlite3_extended_errcode($0) } ?? code
      unsafe sqlite3_close(opened)
      throw .refused(.open, SQLiteCode(rawValue: extended))
    }
    return unsafe database
  }

  // MARK: - Statements

  /// Runs a statement to its end, and returns how many rows it changed.
  @discardableResult
  package func run(_ sql: String, _ values: StoredValue...) throws(StoringError) -> Int {
    _ = try statement(sql).run(values) { _ throws(StoringError) in }
    return unsafe Int(sqlite3_changes(handle))
  }

  /// Returns what a function makes of each row of a statement.
  ///
  /// The number of rows is the statement's to bound.
  package func rows<Element>(
    _ sql: String,
    _ values: StoredValue...,
    as body: (Row) throws(StoringError) -> Element
  ) throws(StoringError) -> [Element] {
    try statement(sql).run(values, body)
  }

  /// Runs statements that take no values, such as a schema; a statement is not kept.
  package func execute(_ script: String) throws(StoringError) {
    trace?(script)
    try requirePermission()
    let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw .refused(.run, SQLiteCode(rawValue: code)) }
  }

  /// Returns the prepared form of a text; texts are the program's own, so there are few of them.
  private func statement(_ sql: String) throws(StoringError) -> Statement {
    trace?(sql)
    try requirePermission()
    if let statement = statements[sql] { return statement }
    let statement = unsafe try Statement(sql, on: handle)
    statements[sql] = statement
    return statement
  }

  private func requirePermission() throws(StoringError) {
    guard mayRun?() != false else { throw .refused(.run, SQLiteCode(rawValue: SQLITE_INTERRUPT)) }
  }

  // MARK: - Transactions

  /// Runs a function within a transaction that holds the write lock from its beginning.
  ///
  /// A transaction that only becomes a writer later fails at once where another one has written
  /// meanwhile.
  ///
  /// Source: https://www.sqlite.org/lang_transaction.html.
  @discardableResult
  package func transaction<Result>(
    _ body: () throws(StoringError) -> Result
  ) throws(StoringError) -> Result {
    try transaction(mapping: { $0 }, body)
  }

  /// Runs a function within a transaction as above, where the function has errors of its own.
  ///
  /// - Parameters:
  ///   - asFailure: what an error of the transaction itself is to the caller.
  ///   - body: what is done; where it throws, nothing of it stays.
  /// - Returns: what the function returns, once that is durable.
  /// - Throws: what the function throws, or what the transaction's own error is to the caller.
  @discardableResult
  package func transaction<Result, Failure: Error>(
    mapping asFailure: (StoringError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try control("BEGIN IMMEDIATE", .begin, asFailure)
    do {
      let result = try body()
      try control("COMMIT", .commit, asFailure)
      return result
    } catch {
      // Some failures, such as a full disk, have rolled back already.
      if unsafe sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Rolls back a transaction that was left open because its statements were refused.
  package func abandonTransaction() {
    guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
    _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  private func control<Failure: Error>(
    _ sql: String,
    _ operation: StoringError.Operation,
    _ asFailure: (StoringError) -> Failure
  ) throws(Failure) {
    do throws(StoringError) {
      try run(sql)
    } catch {
      throw asFailure(error.code.map { .refused(operation, $0) } ?? error)
    }
  }

  // MARK: - Schema

  private func prepareForWriting(_ schema: Schema) throws(StoringError) {
    guard unsafe sqlite3_db_readonly(handle, "main") == 0 else { throw .notWritable }
    try useWriteAheadLog()
    try bringForward(schema)
  }

  /// Takes every step of the schema that the database has not taken yet.
  private func bringForward(_ schema: Schema) throws(StoringError) {
    try transaction { () throws(StoringError) in
      let version = try refuseForeign(schema)
      guard version < schema.version else { return }
      for step in schema.steps[Int(version)...] { try execute(step) }
      try execute("PRAGMA application_id = \(schema.applicationID)")
      try execute("PRAGMA user_version = \(schema.version)")
    }
  }

  private func requireVersion(of schema: Schema) throws(StoringError) {
    let version = try refuseForeign(schema)
    guard version == schema.version else {
      throw .olderSchema(found: version, known: schema.version)
    }
  }

  /// Returns the version of the file, and refuses one that is not ours or newer than ours.
  @discardableResult
  private func refuseForeign(_ schema: Schema) throws(StoringError) -> Int64 {
    let version = try pragma("user_version")
    let owner = try pragma("application_id")
    guard owner == Int64(schema.applicationID) else {
      let tables = try rows("SELECT count(*) FROM sqlite_schema") { row throws(StoringError) in
        try row.integer(0)
      }
      guard owner == 0, version == 0, tables == [0] else { throw .foreignStore }
      return 0
    }
    guard (0...schema.version).contains(version) else {
      throw .newerSchema(found: version, known: schema.version)
    }
    return version
  }

  /// Refuses a file that ends within a page.
  ///
  /// SQLite refuses one that lacks a whole page, but reads the missing rest of a page as zeros, which may
  /// be a table or an index with fewer rows. Where the write-ahead log holds something, an interrupted
  /// checkpoint may have left half a page, which SQLite writes anew from the log.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html (sections 1.3.1 and 4.3).
  private func requireWholePages(_ path: String) throws(StoringError) {
    guard let bytes = Self.size(of: path), (Self.size(of: "\(path)-wal") ?? 0) == 0 else { return }
    guard bytes % (try pragma("page_size")) == 0 else { throw .cutShort }
  }

  /// How long a file is, or nothing where there is none.
  ///
  /// It is not opened: closing any descriptor of it would drop this process's locks on it.
  private static func size(of path: String) -> Int64? {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return nil }
    return Int64(information.st_size)
  }

  private func pragma(_ name: String) throws(StoringError) -> Int64 {
    try rows("PRAGMA \(name)") { row throws(StoringError) in try row.integer(0) }.first ?? 0
  }

  /// Makes every commit durable before it returns, while readers go on.
  ///
  /// Apple systems keep what `fsync` wrote in the drive's cache; only a full sync brings it to the
  /// medium.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_fullfsync.
  private func useWriteAheadLog() throws(StoringError) {
    for attempt in 1...Self.journalAttemptsMax {
      do throws(StoringError) {
        let journal = try rows("PRAGMA journal_mode = WAL") { row throws(StoringError) in
          try row.text(0)
        }
        guard journal == ["wal"] else { throw .notWritable }
        break
      } catch {
        guard error.code?.isBusy == true, attempt < Self.journalAttemptsMax else { throw error }
        // SQLite does not wait for this change. Waiting for the write lock waits for whoever makes
        // it.
        try transaction { () throws(StoringError) in }
      }
    }
    try execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
  }
}
