// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A prepared statement.
@safe
final class Statement {
  private let handle: OpaquePointer

  init(_ sql: String, on database: OpaquePointer) throws(StoringError) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(database, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw .refused(.prepare, SQLiteCode(rawValue: code))
    }
    unsafe handle = prepared
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Steps over all rows with these values bound to the parameters in their order.
  func run<Element>(
    _ values: [StoredValue],
    _ body: (Row) throws(StoringError) -> Element
  ) throws(StoringError) -> [Element] {
    unsafe precondition(sqlite3_stmt_busy(handle) == 0, "a statement runs within itself")
    // The values go with the run, so that no copy of a body waits in a statement that rests.
    defer {
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index) + 1) }
    var elements: [Element] = []
    while true {
      let code = unsafe sqlite3_step(handle)
      switch code {
      case SQLITE_ROW: elements.append(try body(unsafe Row(handle)))
      case SQLITE_DONE: return elements
      default: throw .refused(.run, SQLiteCode(rawValue: code))
      }
    }
  }

  private func bind(_ value: StoredValue, at index: Int32) throws(StoringError) {
    let code =
      switch value {
      case .integer(let integer): unsafe sqlite3_bind_int64(handle, index, integer)
      case .null: unsafe sqlite3_bind_null(handle, index)
      case .text(let text):
        unsafe sqlite3_bind_text64(
          handle,
          index,
          text,
          UInt64(text.utf8.count),
          Self.copied,
          UInt8(SQLITE_UTF8)
        )
      case .blob(let bytes) where bytes.isEmpty:
        // A null pointer would bind NULL.
        unsafe sqlite3_bind_zeroblob(handle, index, 0)
      case .blob(let bytes):
        unsafe sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), Self.copied)
      }
    guard code == SQLITE_OK else { throw .refused(.bind, SQLiteCode(rawValue: code)) }
  }

  /// `SQLITE_TRANSIENT`, which is a cast in C and therefore not imported.
  private static var copied: sqlite3_destructor_type? {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
  }
}

/// The row a statement stands on; valid only inside the function that it was given to.
@safe
package struct Row {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  /// Says whether a column is null; columns count from 0.
  package func isNull(_ column: Int) -> Bool { type(of: column) == SQLITE_NULL }

  package func integer(_ column: Int) throws(StoringError) -> Int64 {
    try require(SQLITE_INTEGER, in: column)
    return unsafe sqlite3_column_int64(handle, Int32(column))
  }

  package func text(_ column: Int) throws(StoringError) -> String {
    try require(SQLITE_TEXT, in: column)
    guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else {
      throw .refused(.run, SQLiteCode(rawValue: SQLITE_NOMEM))
    }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int) throws(StoringError) -> [UInt8] {
    try require(SQLITE_BLOB, in: column)
    let start = unsafe sqlite3_column_blob(handle, Int32(column))
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// An integer, or nothing where the column is null.
  package func optionalInteger(_ column: Int) throws(StoringError) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  /// A text, or nothing where the column is null.
  package func optionalText(_ column: Int) throws(StoringError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  private func type(of column: Int) -> Int32 { unsafe sqlite3_column_type(handle, Int32(column)) }

  private func require(_ expected: Int32, in column: Int) throws(StoringError) {
    guard type(of: column) == expected else { throw .unexpectedColumn(column) }
  }
}
