// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storing
import TestSupport
import Testing

struct DatabaseTests {
  private let folder: TemporaryFolder
  private let path: String
  private let schema = Schema(
    applicationID: 7,
    steps: ["CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, bytes BLOB) STRICT"]
  )

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("things.sqlite")
  }

  private func open(_ mode: Database.Mode = .readWriteCreate) throws(StoringError) -> Database {
    try Database(path: path, mode: mode, schema: schema, busyTimeoutMilliseconds: 0)
  }

  private func count(_ database: Database) throws -> Int64? {
    try database.rows("SELECT count(*) FROM thing") { row throws(StoringError) in
      try row.integer(0)
    }.first
  }

  @Test
  func
    `a database in memory runs what it is allowed to, and a transaction that is cut off is undone`()
    throws
  {
    nonisolated(unsafe) var isAllowed = true
    let database = try Database(inMemory: schema) { isAllowed }
    try database.run("INSERT INTO thing (name) VALUES ('a')")
    #expect(throws: StoringError.refused(.run, SQLiteCode(rawValue: 9))) {
      try database.transaction { () throws(StoringError) in
        try database.run("INSERT INTO thing (name) VALUES ('b')")
        isAllowed = false
        try database.run("INSERT INTO thing (name) VALUES ('c')")
      }
    }
    #expect(throws: StoringError.self) { try count(database) }
    isAllowed = true
    database.abandonTransaction()
    #expect(try count(database) == 1)
    database.abandonTransaction()
    #expect(try count(database) == 1)
  }

  @Test(arguments: [
    [StoredValue.text("a"), .blob([1, 0, 255])],
    [.text(""), .blob([])],
    [.text("with\u{0}nul and é"), .null],
    [.null, .null],
  ])
  func `what was bound is read back`(values: [StoredValue]) throws {
    let database = try open()
    try database.run("INSERT INTO thing (name, bytes) VALUES (?, ?)", values[0], values[1])
    let read = try database.rows("SELECT name, bytes FROM thing") { row throws(StoringError) in
      [
        StoredValue.text(orNull: try row.optionalText(0)),
        row.isNull(1) ? .null : .blob(try row.blob(1)),
      ]
    }
    #expect(read == [values])
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func `integers keep all bits`(value: Int64) throws {
    let database = try open()
    try database.run("INSERT INTO thing (id) VALUES (?)", .integer(value))
    #expect(
      try database.rows("SELECT id FROM thing") { row throws(StoringError) in
        try row.optionalInteger(0)
      } == [value]
    )
  }

  @Test func `a commit outlives the connection`() throws {
    do {
      let database = try open()
      try database.run("INSERT INTO thing (id) VALUES (?)", .integer(1))
    }
    #expect(try count(try open()) == 1)
  }

  @Test func `a file is readable by its owner alone`() throws {
    let database = try open()
    try database.run("INSERT INTO thing (id) VALUES (?)", .integer(1))
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
    }
  }

  @Test func `commits are synced`() throws {
    let database = try open()
    let settings = try ["journal_mode", "synchronous"].map { name in
      try database.rows("PRAGMA \(name)") { row throws(StoringError) in
        name == "synchronous" ? String(try row.integer(0)) : try row.text(0)
      }
    }
    #expect(settings == [["wal"], ["2"]])
  }

  @Test func `a transaction that throws leaves nothing behind`() throws {
    let database = try open()
    #expect(throws: StoringError.unexpectedColumn(3)) {
      try database.transaction { () throws(StoringError) in
        try database.run("INSERT INTO thing (id) VALUES (1)")
        throw StoringError.unexpectedColumn(3)
      }
    }
    #expect(try count(database) == 0)
    // The next one can begin: the failed one has ended.
    try database.transaction { () throws(StoringError) in
      try database.run("INSERT INTO thing (id) VALUES (1)")
    }
    #expect(try count(database) == 1)
  }

  @Test func `a second writer is told that the store is busy`() throws {
    let first = try open()
    let second = try open()
    try first.transaction { () throws(StoringError) in
      #expect(throws: StoringError.refused(.begin, SQLiteCode(rawValue: 5))) {
        try second.transaction { () throws(StoringError) in }
      }
    }
  }

  @Test func `a constraint keeps its extended code`() throws {
    let database = try open()
    try database.run("INSERT INTO thing (id) VALUES (1)")
    #expect(throws: StoringError.refused(.run, SQLiteCode(rawValue: 1555))) {
      try database.run("INSERT INTO thing (id) VALUES (1)")
    }
    #expect(SQLiteCode(rawValue: 1555).isConstraint)
  }

  @Test func `a wrong type in a column is an error`() throws {
    let database = try open()
    #expect(throws: StoringError.unexpectedColumn(0)) {
      try database.rows("SELECT 'x'") { row throws(StoringError) in try row.integer(0) }
    }
  }

  @Test func `text is no statement`() throws {
    let database = try open()
    #expect(throws: StoringError.refused(.prepare, SQLiteCode(rawValue: 1))) {
      try database.run("nonsense")
    }
    #expect(throws: StoringError.refused(.bind, SQLiteCode(rawValue: 25))) {
      try database.run("SELECT 1", .integer(1))
    }
  }

  @Test func `a file that is no database is refused and kept`() throws {
    let text = String(repeating: "not a database, but somebody's notes\n", count: 100)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for mode in [Database.Mode.readWriteCreate, .readOnly] {
      let error = #expect(throws: StoringError.self) { try open(mode) }
      #expect(error?.code?.isNotADatabase == true)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [Database.Mode.readWriteCreate, .readOnly])
  func `a file that is cut off within its last page is refused and kept`(mode: Database.Mode) throws
  {
    do {
      let database = try open()
      for number in 0..<600 {
        try database.run("INSERT INTO thing (name) VALUES (?1)", .text("n\(number)"))
      }
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(whole.count > 8_192 && whole.count % 4_096 == 0)
    for lost in 1..<4_096 {
      let cut = whole.dropLast(lost)
      try cut.write(to: URL(fileURLWithPath: path))
      #expect(throws: StoringError.cutShort, "\(lost) bytes are lost") { try open(mode) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == cut)
    }
    // A whole page is missed by SQLite itself.
    try whole.dropLast(4_096).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StoringError.self) { try count(open(mode)) }
    #expect(error?.code?.primary == 11)
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try count(open(mode)) == 600)
  }

  @Test func `a folder that does not exist is refused`() throws {
    #expect(throws: StoringError.refused(.open, SQLiteCode(rawValue: 14))) {
      try Database(path: folder.file("none/x"), mode: .readWriteCreate, schema: schema)
    }
    #expect(throws: StoringError.refused(.open, SQLiteCode(rawValue: 14))) {
      try open(.readOnly)
    }
  }

  @Test func `a store of a newer program is refused in both modes`() throws {
    let newer = Schema(applicationID: 7, steps: schema.steps + ["CREATE TABLE other (id)"])
    _ = try Database(path: path, mode: .readWriteCreate, schema: newer)
    for mode in [Database.Mode.readWriteCreate, .readOnly] {
      #expect(throws: StoringError.newerSchema(found: 2, known: 1)) { try open(mode) }
    }
  }

  @Test func `an older store is brought forward with what it holds`() throws {
    try open().run("INSERT INTO thing (id) VALUES (1)")
    let newer = Schema(applicationID: 7, steps: schema.steps + ["CREATE TABLE other (id)"])
    #expect(throws: StoringError.olderSchema(found: 1, known: 2)) {
      try Database(path: path, mode: .readOnly, schema: newer)
    }
    let database = try Database(path: path, mode: .readWriteCreate, schema: newer)
    #expect(try count(database) == 1)
    try database.run("INSERT INTO other (id) VALUES (1)")
  }

  @Test func `a step that fails leaves the older store as it was`() throws {
    try open().run("INSERT INTO thing (id) VALUES (1)")
    let broken = Schema(
      applicationID: 7,
      steps: schema.steps + ["CREATE TABLE other (id)", "nonsense"]
    )
    #expect(throws: StoringError.refused(.run, SQLiteCode(rawValue: 1))) {
      try Database(path: path, mode: .readWriteCreate, schema: broken)
    }
    #expect(try count(try open()) == 1)
  }

  @Test(arguments: [Database.Mode.readWriteCreate, .readOnly])
  func `another program's database is refused`(mode: Database.Mode) throws {
    let other = Schema(applicationID: 8, steps: ["CREATE TABLE other (id)"])
    _ = try Database(path: path, mode: .readWriteCreate, schema: other)
    #expect(throws: StoringError.foreignStore) { try open(mode) }
  }

  @Test func `reading only writes nothing`() throws {
    let database = try open()
    try database.run("INSERT INTO thing (id) VALUES (1)")
    let reader = try open(.readOnly)
    #expect(try count(reader) == 1)
    #expect(throws: StoringError.refused(.run, SQLiteCode(rawValue: 8))) {
      try reader.run("DELETE FROM thing")
    }
    #expect(throws: StoringError.self) {
      try reader.transaction { () throws(StoringError) in try reader.run("DELETE FROM thing") }
    }
    #expect(try count(database) == 1)
  }

  @Test func `a full store refuses and keeps what it has`() throws {
    let database = try open()
    try database.run("INSERT INTO thing (id) VALUES (1)")
    _ = try database.rows("PRAGMA max_page_count = 4") { _ throws(StoringError) in }
    let error = #expect(throws: StoringError.self) {
      try database.run(
        "INSERT INTO thing (id, bytes) VALUES (2, ?)",
        .blob([UInt8](repeating: 1, count: 100_000))
      )
    }
    #expect(error?.code?.isFull == true)
    #expect(try count(database) == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `many that open a new store at once all succeed`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask { [path, schema] in
          let database = try Database(path: path, mode: .readWriteCreate, schema: schema)
          try database.run("INSERT INTO thing (id) VALUES (?)", .integer(index))
        }
      }
      try await group.waitForAll()
    }
    #expect(try count(try open()) == 8)
  }
}
