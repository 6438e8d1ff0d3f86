// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection
import OfflineWrites
import QueueExploring

/// One schedule on the bundled queue.
final class BundledRun {
  private let parts: QueueParts
  let store: VolatileStore
  let world: World
  let seed: Seed
  var log: BundledLog
  var oracle: ScheduleOracle
  let profile: Profile
  var queue: OfflineQueue
  /// How many queues there were, so that each draws other numbers.
  private var queues = 1
  var actions: [UserAction] = []
  var contents: [Int] = []
  var wasKilled = false

  init(
    profile: Profile,
    parts: QueueParts,
    store cell: StoreCell,
    seed: Seed,
    isRecording: Bool
  ) throws(ScheduleStop) {
    self.profile = profile
    self.parts = parts
    self.seed = seed
    world = World(profile)
    store = try cell.use(in: world, parts.senders())
    oracle = ScheduleOracle(profile)
    log = BundledLog(isRecording: isRecording)
    queue = try Self.makeQueue(1, parts, store, world, seed)
  }

  func go(through schedule: Schedule) throws(ScheduleStop) -> ScheduleOutcome {
    schedule.add(to: &log.digest)
    var breach: ScheduleBreach?
    for step in schedule.steps where breach == nil {
      wasKilled = false
      breach = try go(through: step)
      if breach == nil { breach = try judge(after: step) }
    }
    if breach == nil { breach = try settle() }
    takeEvents()
    if let breach {
      let action = breach.action ?? actions.last
      log.note(breach, action, attempts: breach.delivery?.keyAttempt ?? sent(to: action))
    }
    return ScheduleOutcome(finding: breach?.finding, log: log.lines, digest: log.digest.value)
  }

  // MARK: - The app

  private static func makeQueue(
    _ number: Int,
    _ parts: QueueParts,
    _ store: VolatileStore,
    _ world: World,
    _ seed: Seed
  ) throws(ScheduleStop) -> OfflineQueue {
    do throws(QueueError) {
      return try OfflineQueue(
        on: store,
        configuration: parts.configuration,
        transport: parts.transport(world),
        // Time makes no difference to what is resumed.
        clock: { WallTime(milliseconds: 1_800_000_000_000) },
        random: SeededGenerator(Seed(seed.value &+ UInt64(number) &* 0x51ed_270b))
      )
    } catch {
      throw .unjudged(.setupFailed(.badParameters))
    }
  }

  func another() throws(ScheduleStop) -> OfflineQueue {
    queues += 1
    return try Self.makeQueue(queues, parts, store, world, seed)
  }

  /// Runs a command of the app; what a dead one throws says nothing.
  func command(
    _ command: ContractCommand,
    _ body: () throws(QueueError) -> Void
  ) throws(ScheduleStop) {
    do throws(QueueError) {
      try body()
    } catch {
      if !world.isDead { throw .broken(command, .exitStatus) }
    }
  }

  /// Starts the app anew where it has died.
  func relaunchIfDead() throws(ScheduleStop) {
    guard world.isDead else { return }
    takeEvents()
    log.note(.killed, actions.last, attempts: sent(to: actions.last))
    store.recover()
    world.revive()
    parts.afterKill(store)
    queue = try another()
    wasKilled = true
    oracle.killed(after: world.server.ledger.deliveries.count)
    log.note(.relaunched, actions.last, attempts: sent(to: actions.last))
  }
}
