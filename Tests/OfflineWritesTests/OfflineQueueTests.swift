// SPDX-License-Identifier: Apache-2.0

import Locking
import OfflineWrites
import Storing
import Testing

struct OfflineQueueTests {
  private let fixture: QueueFixture

  init() throws { fixture = try QueueFixture() }

  @Test func `a task is durable when submit returns`() throws {
    let task = try fixture.queue().submit(bytes(#"{"a":1}"#))
    let reopened = try fixture.queue()
    #expect(try reopened.tasks() == [task])
    #expect(try reopened.body(of: task.id) == bytes(#"{"a":1}"#))
    #expect(task.state == .pending && task.attempts == 0 && task.lastResult == nil)
    #expect(task.createdAt == fixture.clock.now)
  }

  @Test func `each action has a key of its own, also for the same content`() throws {
    let queue = try fixture.queue()
    let tasks = try (0..<20).map { _ in try queue.submit(bytes("{}")) }
    #expect(Set(tasks.map(\.key)).count == 20)
    #expect(Set(tasks.map(\.id)).count == 20)
    #expect(try queue.tasks() == tasks)
  }

  @Test func `an app's own key is used once`() throws {
    let queue = try fixture.queue()
    let key = try #require(IdempotencyKey("order-7"))
    #expect(try queue.submit(bytes("1"), key: key).key == key)
    #expect(throws: QueueError.keyTaken) { try queue.submit(bytes("2"), key: key) }
    #expect(try queue.tasks().count == 1)
  }

  @Test func `every attempt sends the same key and bytes`() throws {
    let answers = Monitor<[ScriptedTransport.Answer]>([
      .failure(.refused), .status(503), .failure(.timedOut), .success,
    ])
    let transport = ScriptedTransport { _ in answers.withLock { $0.removeFirst() } }
    let task = try fixture.queue(transport).submit(bytes(" {\"a\": 1.0} "))
    for _ in 0..<6 { try fixture.queue(transport).resume() }
    let sent = transport.sent
    // The fourth attempt is confirmed, and nothing is sent after that.
    #expect(sent.count == 4)
    #expect(Set(sent).count == 1)
    #expect(sent.first?.body == bytes(" {\"a\": 1.0} "))
    #expect(sent.first?.headers.contains { $0.value == task.key.text } == true)
    let after = try #require(try fixture.queue().tasks().first)
    #expect(after.id == task.id && after.key == task.key && after.createdAt == task.createdAt)
    #expect(after.state == .completed && after.attempts == 4 && after.lastResult == .confirmed)
  }

  @Test(arguments: [
    (ScriptedTransport.Answer.success, WriteTask.State.completed, AttemptResult.confirmed),
    (.failure(.refused), .pending, .failed(.refused)),
    (.failure(.truncated), .pending, .failed(.truncated)), (.status(503), .pending, .status(503)),
    (.status(429), .pending, .status(429)), (.status(307), .pending, .status(307)),
    (.status(200), .pending, .undeclaredSuccess(200)), (.status(409), .stopped, .status(409)),
    (.status(404), .stopped, .status(404)),
  ])
  func `an answer decides what becomes of the task`(
    answer: ScriptedTransport.Answer,
    state: WriteTask.State,
    result: AttemptResult
  ) throws {
    let transport = ScriptedTransport { _ in answer }
    let queue = try fixture.queue(transport)
    _ = try queue.submit(bytes("{}"))
    try queue.resume()
    let task = try #require(try queue.tasks().first)
    #expect(task.state == state && task.lastResult == result && task.attempts == 1)
    try queue.resume()
    #expect(transport.sent.count == (state == .pending ? 2 : 1))
  }

  @Test func `a task that fails does not hold up the others`() throws {
    let transport = ScriptedTransport { request in
      request.body == bytes("1") ? .failure(.timedOut) : .success
    }
    let queue = try fixture.queue(transport)
    for number in 1...3 { _ = try queue.submit(bytes("\(number)")) }
    let report = try queue.resume()
    #expect(report.unknown == 1 && report.completed == 2)
    #expect(try queue.tasks().map(\.state) == [.pending, .completed, .completed])
    #expect(transport.sent.map(\.body) == [bytes("1"), bytes("2"), bytes("3")])
  }

  @Test func `sending what is due waits, and resuming does not`() throws {
    let transport = ScriptedTransport { _ in .status(503, retryAfter: "60") }
    let queue = try fixture.queue(transport)
    _ = try queue.submit(bytes("{}"))
    #expect(try queue.sendDue().unknown == 1)
    #expect(try queue.sendDue().waiting == 1)
    fixture.clock.advance(milliseconds: 59_999)
    #expect(try queue.sendDue().waiting == 1)
    #expect(try queue.resume().unknown == 1)
    fixture.clock.advance(milliseconds: 60_000)
    #expect(try queue.sendDue().unknown == 1)
    #expect(transport.sent.count == 3)
  }

  @Test func `a clock that is set back does not park a task`() throws {
    let transport = ScriptedTransport { _ in .status(503) }
    let queue = try fixture.queue(transport)
    _ = try queue.submit(bytes("{}"))
    try queue.sendDue()
    fixture.clock.advance(milliseconds: -86_400_000)
    #expect(try queue.sendDue().unknown == 1)
  }

  @Test func `a credential is looked up at each attempt and not stored`() throws {
    let token = Monitor(0)
    let transport = ScriptedTransport { _ in .status(503) }
    let queue = try fixture.queue(transport) { configuration in
      configuration.session = {
        let number = token.withLock { number -> Int in
          number += 1
          return number
        }
        let field = HeaderField("Authorization", "token-\(number)")
        return Session(headers: [field].compactMap(\.self))
      }
    }
    _ = try queue.submit(bytes("{}"))
    try queue.resume()
    try queue.resume()
    // The first one was that of the submit.
    #expect(transport.sent.compactMap(\.headers.last?.value) == ["token-2", "token-3"])
  }

  @Test func `a key in the body is fixed with the body`() throws {
    let transport = ScriptedTransport { _ in .status(503) }
    let queue = try fixture.queue(transport) { $0.format = RequestFormat(key: .member("k")) }
    let task = try queue.submit(bytes(#"{"a":1}"#))
    let stored = bytes(#"{"k":"\#(task.key.text)","a":1}"#)
    #expect(try queue.body(of: task.id) == stored)
    try queue.resume()
    try queue.resume()
    #expect(transport.sent.map(\.body) == [stored, stored])
  }

  @Test func `limits are kept`() throws {
    let queue = try fixture.queue { configuration in
      configuration.limits = QueueLimits(
        bodyBytesMax: 4,
        unfinishedTasksMax: 2,
        completedTasksKept: 3
      )
    }
    #expect(throws: QueueError.bodyTooLong(5, max: 4)) { try queue.submit(bytes("12345")) }
    #expect(throws: QueueError.bodyNotJSON) { try queue.submit(bytes("{")) }
    for number in 1...10 {
      _ = try queue.submit(bytes("\(number)"))
      if number % 2 == 0 {
        #expect(throws: QueueError.full(max: 2)) { try queue.submit(bytes("0")) }
        try queue.resume()
      }
    }
    let kept = try queue.tasks()
    #expect(kept.count == 3)
    #expect(try kept.map { try queue.body(of: $0.id) } == ["8", "9", "10"].map(bytes))
  }

  @Test func `only a finished task is removed`() throws {
    let answers = Monitor<[ScriptedTransport.Answer]>([.status(503), .status(409)])
    let queue = try fixture.queue(
      ScriptedTransport { _ in answers.withLock { $0.removeFirst() } }
    )
    let task = try queue.submit(bytes("{}"))
    try queue.resume()
    #expect(throws: QueueError.notFinished) { try queue.remove(task.id) }
    try queue.resume()
    try queue.remove(task.id)
    #expect(try queue.tasks() == [])
    #expect(throws: QueueError.notFinished) { try queue.remove(task.id) }
  }

  @Test func `where an outcome cannot be written down the task is kept and tried again`() throws {
    let transport = ScriptedTransport { _ in .success }
    let queue = try fixture.queue(transport)
    let task = try queue.submit(bytes("{}"))
    let database = try fixture.rawStore()
    try database.execute(
      """
      CREATE TRIGGER broken BEFORE UPDATE ON task WHEN NEW.state = 'completed'
      BEGIN SELECT RAISE(ABORT, 'x'); END
      """
    )
    #expect(throws: QueueError.storeFailed(code: 1811)) { try queue.resume() }
    let kept = try #require(try queue.tasks().first)
    #expect(kept.state == .pending && kept.attempts == 1 && kept.lastResult == .interrupted)
    try database.execute("DROP TRIGGER broken")
    #expect(try queue.resume().completed == 1)
    #expect(transport.sent.count == 2 && Set(transport.sent).count == 1)
    #expect(try queue.tasks().map(\.id) == [task.id])
  }
}
