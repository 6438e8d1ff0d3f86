// SPDX-License-Identifier: Apache-2.0

import Locking
import Testing

@testable import OfflineWrites

/// In which order writes on one record are sent.
struct RecordOrderTests {
  private let fixture: QueueFixture

  init() throws { fixture = try QueueFixture() }

  @Test func `a write waits for an earlier one on its record, and for no other`() throws {
    let fails = Monitor(true)
    let transport = ScriptedTransport { request in
      fails.withLock { $0 } && request.body == bytes("1") ? .status(503) : .success
    }
    let queue = try fixture.queue(transport)
    #expect(try queue.submit(bytes("1"), record: "r").record == "r")
    _ = try queue.submit(bytes("2"), record: "r")
    _ = try queue.submit(bytes("3"), record: "s")
    _ = try queue.submit(bytes("4"))
    let report = try queue.resume()
    #expect(report.unknown == 1 && report.behindOthers == 1 && report.completed == 2)
    #expect(transport.sent.map(\.body) == [bytes("1"), bytes("3"), bytes("4")])

    fails.withLock { $0 = false }
    #expect(try queue.resume().completed == 2)
    #expect(transport.sent.suffix(2).map(\.body) == [bytes("1"), bytes("2")])
  }

  @Test func `a write that is stopped holds up none behind it`() throws {
    let transport = ScriptedTransport { $0.body == bytes("1") ? .status(422) : .success }
    let queue = try fixture.queue(transport)
    for body in ["1", "2"] { _ = try queue.submit(bytes(body), record: "r") }
    #expect(try queue.resume().completed == 1)
    #expect(try queue.tasks().map(\.state) == [.stopped, .completed])
  }

  @Test func `another account's writes on a record of the same name are others`() throws {
    let account = Monitor<String?>("a")
    let transport = ScriptedTransport { _ in .success }
    let queue = try fixture.queue(transport) { configuration in
      configuration.session = { Session(account: account.withLock { $0 }) }
    }
    _ = try queue.submit(bytes("1"), record: "r")
    account.withLock { $0 = "b" }
    _ = try queue.submit(bytes("2"), record: "r")
    let report = try queue.resume()
    #expect(report.ofOtherAccounts == 1 && report.completed == 1 && report.behindOthers == 0)
  }
}
