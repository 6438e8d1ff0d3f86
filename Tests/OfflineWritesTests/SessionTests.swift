// SPDX-License-Identifier: Apache-2.0

import Locking
import OfflineWrites
import Storing
import Testing

@testable import OfflineWrites

/// Whose task is sent, and for how long.
struct SessionTests {
  private let fixture: QueueFixture
  private let account = Monitor<String?>("a")

  init() throws { fixture = try QueueFixture() }

  private func queue(_ transport: ScriptedTransport) throws -> OfflineQueue {
    try fixture.queue(transport) { [account] configuration in
      configuration.session = {
        let account = account.withLock { $0 }
        let field = HeaderField("Authorization", "token of \(account ?? "nobody")")
        return Session(account: account, headers: [field].compactMap(\.self))
      }
    }
  }

  private func signIn(_ name: String?) { account.withLock { $0 = name } }

  @Test func `a task is sent for its own account alone, with that account's token`() throws {
    let transport = ScriptedTransport { _ in .status(503) }
    let queue = try queue(transport)
    let task = try queue.submit(bytes("1"))
    #expect(task.account == "a")
    #expect(try queue.tasks() == [task])
    for other in ["b", nil] {
      signIn(other)
      #expect(try queue.resume().ofOtherAccounts == 1)
      #expect(try queue.sendDue().ofOtherAccounts == 1)
    }
    #expect(transport.sent.isEmpty)
    signIn("a")
    #expect(try queue.resume().unknown == 1)
    #expect(transport.sent.compactMap(\.headers.last?.value) == ["token of a"])
  }

  @Test func `what nobody's account submitted is sent for any`() throws {
    let transport = ScriptedTransport { _ in .success }
    signIn(nil)
    let queue = try queue(transport)
    #expect(try queue.submit(bytes("1")).account == nil)
    signIn("b")
    #expect(try queue.resume().completed == 1)
  }

  @Test func `the account is part of a task's identity`() throws {
    _ = try queue(ScriptedTransport { _ in .success }).submit(bytes("1"))
    let database = try fixture.rawStore()
    for change in ["'b'", "NULL"] {
      #expect(throws: StoringError.self) { try database.run("UPDATE task SET account = \(change)") }
    }
  }

  @Test func `a store of the first version is brought forward`() throws {
    let schema = TaskStore.schema
    do {
      let first = Schema(applicationID: schema.applicationID, steps: [schema.steps[0]])
      let database = try Database(path: fixture.path, mode: .readWriteCreate, schema: first)
      try database.run(
        "INSERT INTO task (id, key, body, created_at, attempts) VALUES ('t', 'k', x'31', 7, 2)"
      )
      try database.run("INSERT INTO task (id, key, body, created_at) VALUES ('u', 'l', x'31', 8)")
    }
    let transport = ScriptedTransport { _ in .success }
    let queue = try fixture.queue(transport) { $0.keyLifetimeSeconds = 60 }
    #expect(try queue.tasks().map(\.account) == [nil, nil])
    // The first one may have reached the server long ago.
    try queue.resume()
    #expect(try queue.tasks().map(\.state) == [.stopped, .completed])
  }
}

struct KeyLifetimeTests {
  private let fixture: QueueFixture

  init() throws { fixture = try QueueFixture() }

  private func queue(_ transport: ScriptedTransport) throws -> OfflineQueue {
    try fixture.queue(transport) { $0.keyLifetimeSeconds = 60 }
  }

  @Test(arguments: [
    ScriptedTransport.Answer.status(503), .failure(.timedOut), .failure(.reset), .status(200),
  ])
  func `what may have arrived is not sent once its key may be forgotten`(
    answer: ScriptedTransport.Answer
  ) throws {
    let transport = ScriptedTransport { _ in answer }
    let queue = try queue(transport)
    _ = try queue.submit(bytes("1"))
    // Waiting for a network costs nothing of the lifetime.
    fixture.clock.advance(milliseconds: 600_000)
    try queue.resume()
    fixture.clock.advance(milliseconds: 59_999)
    try queue.resume()
    #expect(transport.sent.count == 2)
    fixture.clock.advance(milliseconds: 1)
    #expect(try queue.resume().stopped == 1)
    #expect(transport.sent.count == 2)
    let task = try #require(try queue.tasks().first)
    #expect(task.state == .stopped && task.lastResult == .keyExpired && task.attempts == 2)
  }

  @Test(arguments: [TransportFailure.refused, .unresolved])
  func `what cannot have arrived is sent however old it is`(failure: TransportFailure) throws {
    let isReachable = Monitor(false)
    let transport = ScriptedTransport { _ in
      isReachable.withLock { $0 } ? .success : .failure(failure)
    }
    let queue = try queue(transport)
    _ = try queue.submit(bytes("1"))
    for _ in 1...3 {
      try queue.resume()
      fixture.clock.advance(milliseconds: 600_000)
    }
    isReachable.withLock { $0 = true }
    #expect(try queue.resume().completed == 1)
  }

  @Test func `a refusal after an attempt that may have arrived changes nothing`() throws {
    let answers = Monitor<[ScriptedTransport.Answer]>([.failure(.timedOut), .failure(.refused)])
    let transport = ScriptedTransport { _ in answers.withLock { $0.removeFirst() } }
    let queue = try queue(transport)
    _ = try queue.submit(bytes("1"))
    try queue.resume()
    try queue.resume()
    fixture.clock.advance(milliseconds: 60_000)
    #expect(try queue.resume().stopped == 1)
  }
}

struct CancelTests {
  private let fixture: QueueFixture

  init() throws { fixture = try QueueFixture() }

  @Test func `what cannot have arrived is taken back, and never sent`() throws {
    let isReachable = Monitor(false)
    let transport = ScriptedTransport { _ in
      isReachable.withLock { $0 } ? .success : .failure(.refused)
    }
    let queue = try fixture.queue(transport)
    let never = try queue.submit(bytes("1")).id
    #expect(try queue.cancel(never))
    let refused = try queue.submit(bytes("2")).id
    try queue.resume()
    #expect(try queue.cancel(refused))
    isReachable.withLock { $0 = true }
    try queue.resume()
    #expect(transport.sent.count == 1)
    for task in try queue.tasks() {
      #expect(task.state == .stopped && task.lastResult == .cancelled)
      #expect(try !queue.cancel(task.id))
      try queue.remove(task.id)
    }
  }

  @Test(arguments: [ScriptedTransport.Answer.status(503), .failure(.timedOut), .status(200)])
  func `what may have arrived is not taken back`(answer: ScriptedTransport.Answer) throws {
    let queue = try fixture.queue(ScriptedTransport { _ in answer })
    let id = try queue.submit(bytes("1")).id
    try queue.resume()
    let tasks = try queue.tasks()
    #expect(try !queue.cancel(id))
    #expect(try queue.tasks() == tasks)
  }

  @Test func `a task that is being sent is not taken back`() throws {
    let (path, cancelled) = (fixture.path, Monitor<Bool?>(nil))
    let id = Monitor("")
    let transport = ScriptedTransport { _ in
      let other = try? OfflineQueue(
        storeAt: path,
        configuration: QueueConfiguration(endpoint: Endpoint("http://h/x")!),
        transport: ScriptedTransport { _ in .success }
      )
      cancelled.withLock { $0 = try? other?.cancel(id.withLock { $0 }) }
      return .success
    }
    let queue = try fixture.queue(transport)
    let task = try queue.submit(bytes("1"))
    id.withLock { $0 = task.id }
    #expect(try queue.resume().completed == 1)
    #expect(cancelled.withLock { $0 } == false)
  }

  @Test func `what is settled, or is not there, stays so`() throws {
    let queue = try fixture.queue(ScriptedTransport { _ in .success })
    let id = try queue.submit(bytes("1")).id
    try queue.resume()
    #expect(try !queue.cancel(id))
    #expect(try !queue.cancel("nothing"))
    #expect(try queue.tasks().map(\.state) == [.completed])
  }
}
