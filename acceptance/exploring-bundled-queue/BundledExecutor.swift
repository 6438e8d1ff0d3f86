// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
package import AcceptanceModel
package import FaultInjection
import OfflineWrites
package import QueueExploring

/// Goes through schedules on the bundled queue within this process, with a store in memory, a transport that
/// hands requests to the ledger's server, and a clock and random numbers of its own.
package struct BundledExecutor: ScheduleExecutor {
  private let profile: Profile
  private let parts: QueueParts
  private let store: StoreCell

  /// - Parameters:
  ///   - profile: how the server treats keys.
  ///   - parts: what the queue is made of.
  /// - Throws: why no store can be opened.
  package init(_ profile: Profile, _ parts: QueueParts) throws(ScheduleStop) {
    self.profile = profile
    self.parts = parts
    store = try StoreCell()
  }

  /// Goes through a schedule; the digest stands for its steps and every event.
  package mutating func run(
    _ schedule: Schedule,
    seed: Seed,
    isRecording: Bool
  ) throws(ScheduleStop) -> ScheduleOutcome {
    let run = try BundledRun(
      profile: profile,
      parts: parts,
      store: store,
      seed: seed,
      isRecording: isRecording
    )
    return try run.go(through: schedule)
  }
}

/// A store that is used for one schedule after the other, and asks the world of each.
final class StoreCell {
  private final class Gate: Sendable {
    nonisolated(unsafe) var world: World?
  }

  private let gate = Gate()
  private var store: VolatileStore?
  private let senders: SharedSenders

  init() throws(ScheduleStop) {
    let gate = gate
    senders = SharedSenders()
    do throws(QueueError) {
      store = try VolatileStore(senders: senders) { unsafe gate.world?.mayRunStatement() ?? true }
    } catch {
      throw .unjudged(.setupFailed(.privateFolder))
    }
  }

  /// Empties the store for a world.
  func use(in world: World, _ place: any SenderPlace) throws(ScheduleStop) -> VolatileStore {
    unsafe gate.world = nil
    guard let store else { throw .unjudged(.setupFailed(.privateFolder)) }
    do throws(QueueError) {
      store.recover()
      try store.clear()
    } catch {
      throw .unjudged(.setupFailed(.privateFolder))
    }
    senders.place = place
    unsafe gate.world = world
    return store
  }
}

/// Hands the wish for a number on to the place of the schedule.
private final class SharedSenders: SenderPlace {
  nonisolated(unsafe) private var current: any SenderPlace = VolatileSenders()

  var place: any SenderPlace {
    get { unsafe current }
    set { unsafe current = newValue }
  }

  func take(_ number: Int64) throws(QueueError) -> SenderLock? { try place.take(number) }
}
