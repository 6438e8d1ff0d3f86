// SPDX-License-Identifier: Apache-2.0

import Locking
import OfflineWrites
import Storing
import Testing

@testable import OfflineWrites

struct VolatileStoreTests {
  private static func queue(
    _ store: VolatileStore,
    seed: UInt64 = 1,
    _ transport: any Transport = ScriptedTransport { _ in .success }
  ) throws -> OfflineQueue {
    try OfflineQueue(
      on: store,
      configuration: QueueConfiguration(
        endpoint: #require(Endpoint("http://127.0.0.1:9/items"))
      ),
      transport: transport,
      clock: { WallTime(milliseconds: 0) },
      random: SeededGenerator(seed: seed)
    )
  }

  @Test func `queues on one store share its tasks, and each number of a sender is somebody's`()
    throws
  {
    let store = try VolatileStore { true }
    let first = try Self.queue(store, seed: 1)
    let task = try first.submit(bytes("1"))
    let seen = Monitor<DrainReport?>(nil)
    let inner = ScriptedTransport { _ in .success }
    nonisolated(unsafe) let shared = store
    let outer = ScriptedTransport { _ in
      // While the first one sends, the second one finds the task taken.
      let second = try? Self.queue(shared, seed: 2, inner)
      let report = try? second?.resume()
      seen.withLock { $0 = report ?? nil }
      return .success
    }
    #expect(try Self.queue(store, seed: 3, outer).resume().completed == 1)
    #expect(seen.withLock { $0?.claimedElsewhere } == 1)
    #expect(inner.sent.isEmpty)
    #expect(try first.tasks().map(\.id) == [task.id])
    #expect(try first.tasks().map(\.state) == [.completed])
  }

  @Test func `the claim of a sender that is gone is free`() throws {
    let isCut = Monitor(false)
    let store = try VolatileStore { isCut.withLock { !$0 } }
    var dying: OfflineQueue? = try Self.queue(
      store,
      seed: 1,
      ScriptedTransport { _ in
        isCut.withLock { $0 = true }
        return .success
      }
    )
    _ = try dying?.submit(bytes("1"))
    #expect(throws: QueueError.self) { try dying?.resume() }
    isCut.withLock { $0 = false }
    store.recover()
    dying = nil
    let next = try Self.queue(store, seed: 2)
    #expect(try next.tasks().map(\.attempts) == [1])
    #expect(try next.resume().completed == 1)
  }

  @Test(arguments: 1...25)
  func `a statement that is refused leaves its transaction as if it had never begun`(
    number: Int
  ) throws {
    let left = Monitor(Int.max)
    let store = try VolatileStore {
      left.withLock { left in
        left -= 1
        return left > 0
      }
    }
    let queue = try Self.queue(store)
    _ = try queue.submit(bytes("1"))
    left.withLock { $0 = number }
    _ = try? queue.resume()
    left.withLock { $0 = .max }
    store.recover()
    let tasks = try queue.tasks()
    #expect(tasks.count == 1)
    // Completed means that the settling transaction was committed.
    if tasks[0].state == .completed { #expect(tasks[0].lastResult == .confirmed) }
    #expect(tasks[0].attempts <= 1)
  }

  @Test func `an emptied store is as good as a new one`() throws {
    let store = try VolatileStore { true }
    let queue = try Self.queue(store)
    for number in 1...3 { _ = try queue.submit(bytes("\(number)")) }
    try queue.resume()
    _ = try queue.submit(bytes("4"))
    try store.clear()
    #expect(try queue.tasks().isEmpty)
    _ = try queue.submit(bytes("5"))
    #expect(try queue.tasks().count == 1)
  }
}
