// SPDX-License-Identifier: Apache-2.0

import OfflineWrites
import Storing
import Testing

/// What any program that opens the file can and cannot do to a task.
struct SchemaTests {
  private let fixture: QueueFixture
  private let database: Database
  private let task: WriteTask

  init() throws {
    fixture = try QueueFixture()
    task = try fixture.queue().submit(bytes(#"{"a":1}"#))
    database = try fixture.rawStore()
  }

  @Test(arguments: [
    "UPDATE task SET id = 'x'", "UPDATE task SET key = 'x'", "UPDATE task SET body = x'00'",
    "UPDATE task SET created_at = 0", "UPDATE task SET account = 'x'",
    "UPDATE task SET record = 'x'",
    "UPDATE task SET sequence = 9", "UPDATE task SET rowid = 9",
    "UPDATE OR REPLACE task SET key = 'x'", "UPDATE OR IGNORE task SET body = x'00'",
    "UPDATE task SET attempts = -1", "UPDATE task SET state = 'gone'",
    "UPDATE task SET state = NULL", "UPDATE task SET state = 'stopped', claim_owner = 1",
    "INSERT INTO task SELECT * FROM task", "DELETE FROM task",
    """
    INSERT OR REPLACE INTO task (id, key, body, created_at)
    SELECT 'other', key, x'00', 0 FROM task
    """,
    "REPLACE INTO task (id, key, body, created_at) SELECT id, 'other', x'00', 0 FROM task",
    """
    REPLACE INTO task (sequence, id, key, body, created_at)
    SELECT sequence, 'other', 'other', x'00', 0 FROM task
    """,
    """
    INSERT INTO task (id, key, body, created_at) SELECT id, key, x'00', 0 FROM task WHERE true
    ON CONFLICT DO UPDATE SET body = x'00'
    """,
  ])
  func `a pending task's identity cannot be changed`(statement: String) throws {
    let error = #expect(throws: StoringError.self) { try database.run(statement) }
    #expect(error?.code?.isConstraint == true)
    let queue = try fixture.queue()
    #expect(try queue.tasks() == [task])
    #expect(try queue.body(of: task.id) == bytes(#"{"a":1}"#))
  }

  @Test func `what is not identity can be changed`() throws {
    // The refusals above are those of the triggers: the same connection may write.
    #expect(try database.run("UPDATE task SET attempts = 3, not_before = 5") == 1)
  }

  @Test func `attempts only grow`() throws {
    try database.run("UPDATE task SET attempts = 3")
    #expect(throws: StoringError.self) { try database.run("UPDATE task SET attempts = 2") }
  }

  @Test func `a completed task stays completed`() throws {
    try fixture.queue().resume()
    for state in ["pending", "stopped"] {
      #expect(throws: StoringError.self) {
        try database.run("UPDATE task SET state = ?", .text(state))
      }
    }
    #expect(try fixture.queue().tasks().map(\.state) == [.completed])
  }
}
