// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// What a store could not do.
///
/// It carries codes and counts, never a stored or bound value, and never SQLite's own message,
/// which could quote one.
package enum StoringError: Error, Hashable, CustomStringConvertible {
  /// SQLite refused an operation.
  case refused(Operation, SQLiteCode)
  /// The file was written by a later version of this program.
  case newerSchema(found: Int64, known: Int64)
  /// The file is older than this program needs, and was opened only for reading.
  case olderSchema(found: Int64, known: Int64)
  /// The file is an SQLite database that belongs to another program.
  case foreignStore
  /// The file ends within a page, so that what stood in the rest of it is lost.
  case cutShort
  /// The file cannot be written to.
  case notWritable
  /// A column holds another type than the one that was asked for; columns count from 0.
  case unexpectedColumn(Int)

  /// What was being done when SQLite refused.
  package enum Operation: String, Hashable, Sendable {
    case open
    case prepare
    case bind
    case run
    case begin
    case commit
  }

  /// The code of SQLite, where it was SQLite that refused.
  package var code: SQLiteCode? {
    guard case .refused(_, let code) = self else { return nil }
    return code
  }

  package var description: String {
    switch self {
    case .refused(let operation, let code):
      "store: cannot \(operation.rawValue): \(code)"
    case .newerSchema(let found, let known):
      "store: schema version is \(found); expected at most \(known); use the newer program"
    case .olderSchema(let found, let known):
      "store: schema version is \(found); expected \(known); open it for writing once"
    case .foreignStore:
      "store: the file is a database of another program"
    case .cutShort:
      "store: the file is cut off; restore it from a copy"
    case .notWritable:
      "store: the file cannot be written to"
    case .unexpectedColumn(let column):
      "store: column \(column) holds another type than expected"
    }
  }
}

/// An extended result code of SQLite.
///
/// Source: https://www.sqlite.org/rescode.html.
package struct SQLiteCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The result code without what extends it.
  package var primary: Int32 { rawValue & 0xff }

  package var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }
  package var isFull: Bool { primary == SQLITE_FULL }
  package var isReadOnly: Bool { primary == SQLITE_READONLY }
  package var isNotADatabase: Bool { primary == SQLITE_NOTADB }
  package var isConstraint: Bool { primary == SQLITE_CONSTRAINT }
  package var isCannotOpen: Bool { primary == SQLITE_CANTOPEN }

  /// SQLite's fixed text for the code, and the code itself.
  package var description: String {
    let meaning = unsafe sqlite3_errstr(rawValue).map { unsafe String(cString: $0) }
    return "\(meaning ?? "unknown error") (SQLite code \(rawValue))"
  }
}
