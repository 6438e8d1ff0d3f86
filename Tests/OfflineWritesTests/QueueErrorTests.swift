// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storing
import TestSupport
import Testing

@testable import OfflineWrites

struct QueueErrorTests {
  @Test(arguments: [
    (QueueError.bodyTooLong(9, max: 8), "body: 9 bytes long; expected at most 8"),
    (.bodyNotJSON, "body: not JSON in UTF-8"),
    (.bodyNotAnObject, "body: not a JSON object, which the key could go into"),
    (.bodyNamesKey, "body: has the key's member already"),
    (.keyTaken, "key: another task has it"),
    (.full(max: 3), "queue: 3 tasks are unfinished, which is the limit"),
    (.notFinished, "task: not there, or not finished"),
    (.unusableFormat, "request format: the method or the key's name cannot be sent"),
    (.tooManySenders(max: 64), "queue: 64 senders are at work, which is the limit"),
    (.senderLock(errno: 13), "queue: the sender's lock file cannot be used (errno 13)"),
    (.notAStore, "store: the file is not a database"),
    (.storeCutShort, "store: the file is cut off; restore it from a copy"),
    (.foreignStore, "store: the file is a database of another program"),
    (
      .newerStore(found: 2, known: 1),
      "store: schema version is 2; expected at most 1; use the newer program"
    ),
    (.readOnlyStore, "store: it cannot be written to"),
    (.storeFull, "store: the disk is full"),
    (.storeBusy, "store: another process holds it"),
    (.storeFailed(code: 10), "store: disk I/O error (SQLite code 10)"),
    (.storeCorrupt, "store: it holds something that a queue never writes"),
  ])
  func `an error says what is wrong`(error: QueueError, text: String) {
    #expect(error.description == text)
  }

  @Test(
    arguments: [
      (26, QueueError.notAStore), (8, .readOnlyStore), (1032, .readOnlyStore), (13, .storeFull),
      (5, .storeBusy), (517, .storeBusy), (6, .storeBusy), (778, .storeFailed(code: 778)),
      (14, .storeFailed(code: 14)),
    ] as [(Int32, QueueError)]
  )
  func `codes of the store become errors of the queue`(code: Int32, error: QueueError) {
    #expect(QueueError(.refused(.run, SQLiteCode(rawValue: code))) == error)
  }

  @Test func `a file that is no store is refused and kept`() throws {
    let fixture = try QueueFixture()
    let text = String(repeating: "somebody's notes\n", count: 100)
    try text.write(toFile: fixture.path, atomically: true, encoding: .utf8)
    #expect(throws: QueueError.notAStore) { try fixture.queue() }
    #expect(try String(contentsOfFile: fixture.path, encoding: .utf8) == text)
  }

  @Test func `a newer store and a foreign one are refused`() throws {
    let fixture = try QueueFixture()
    _ = try fixture.queue().submit(bytes("{}"))
    try fixture.rawStore().execute("PRAGMA user_version = 99")
    #expect(
      throws: QueueError.newerStore(found: 99, known: TaskStore.schema.version)
    ) { try fixture.queue() }
    try fixture.withForeignOwner()
    #expect(throws: QueueError.foreignStore) { try fixture.queue() }
  }

  @Test func `a folder that is not there is refused`() throws {
    let fixture = try QueueFixture()
    let configuration = try QueueConfiguration(endpoint: fixture.endpoint())
    #expect(throws: QueueError.storeFailed(code: 14)) {
      try OfflineQueue(
        storeAt: fixture.folder.file("none/queue.sqlite"),
        configuration: configuration,
        transport: ScriptedTransport { _ in .success }
      )
    }
  }
}

extension QueueFixture {
  fileprivate func withForeignOwner() throws {
    let newest = Schema(
      applicationID: TaskStore.schema.applicationID,
      steps: [String](repeating: "", count: 99)
    )
    try Database(path: path, mode: .readWriteCreate, schema: newest)
      .execute("PRAGMA application_id = 5")
  }
}
