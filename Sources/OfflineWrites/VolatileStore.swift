// SPDX-License-Identifier: Apache-2.0

import Locking
import Storing

/// A store in memory, for whoever tries very many orders of events on the queue; an app has no use for it.
///
/// Several queues of one thread may share it, as several processes share a file. It is the same schema and the
/// same statements as those of a file, and only what makes them survive a loss of power is left out.
package final class VolatileStore {
  let tasks: TaskStore

  /// Opens an empty store.
  ///
  /// - Parameters:
  ///   - senders: where senders get their numbers from.
  ///   - mayRun: asked before each statement; where it says no, the statement is refused.
  /// - Throws: what is wrong with SQLite.
  package init(
    senders: any SenderPlace = VolatileSenders(),
    mayRun: @escaping @Sendable () -> Bool
  ) throws(QueueError) {
    do {
      let database = try Database(inMemory: TaskStore.schema, mayRun: mayRun)
      tasks = TaskStore(database, senders: senders)
    } catch {
      throw QueueError(error)
    }
  }

  /// Ends what a queue has left open that must not go on, as a file does whose process has died.
  package func recover() { tasks.database.abandonTransaction() }

  /// Removes every task.
  package func clear() throws(QueueError) {
    try tasks.typed { () throws(StoringError) in
      // The schema keeps a pending task from being deleted.
      try tasks.database.run(
        "UPDATE task SET state = 'stopped', claim_owner = NULL WHERE state = 'pending'"
      )
      try tasks.database.run("DELETE FROM task WHERE state <> 'pending'")
    }
  }
}

/// Numbers of senders that live in one process; a number is free again when its sender's object goes.
package final class VolatileSenders: SenderPlace {
  private let taken = Monitor<Set<Int64>>([])

  package init() {}

  package func take(_ number: Int64) throws(QueueError) -> SenderLock? {
    guard taken.withLock({ $0.insert(number).inserted }) else { return nil }
    return SenderLock(number: number) { [taken] in taken.withLock { _ = $0.remove(number) } }
  }
}

extension OfflineQueue {
  /// Opens a queue on a store in memory; it may be used on one thread only, that of the store.
  package convenience init(
    on store: VolatileStore,
    configuration: QueueConfiguration,
    transport: any Transport,
    clock: @escaping @Sendable () -> WallTime,
    random: any RandomNumberGenerator & Sendable
  ) throws(QueueError) {
    try self.init(
      store.tasks,
      configuration: configuration,
      transport: transport,
      clock: clock,
      random: random
    )
  }
}
