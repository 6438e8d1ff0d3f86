// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import Locking

/// Goes through schedules on several threads at once, and hands the outcomes out in their order.
///
/// A thread takes as many schedules at a time as one turn has, so that threads that are fast do not spend
/// their time on waking each other.
final class ScheduleWorkers: Sendable {
  /// How many turns a thread may be ahead of what has been handed out.
  static let turnsAheadMax = 64
  /// How long an outcome is waited for before somebody looks whether to stop.
  static let waitMax = Duration.milliseconds(100)

  /// What came of one schedule.
  enum Result: Sendable {
    case outcome(ScheduleOutcome, steps: Int)
    case stop(CaseStop)
  }

  /// What a search wants of its threads.
  struct Job<Executor: ScheduleExecutor>: Sendable {
    /// How many schedules there are, and how many a turn has.
    let count: Int
    let schedulesPerTurn: Int
    /// The schedule at a place, from 0.
    let schedule: @Sendable (Int) -> Schedule
    let seed: Seed
    /// Makes what goes through them, called once on each thread with its number.
    let makeExecutor: @Sendable (Int) throws(CaseStop) -> Executor
  }

  private struct State: Sendable {
    var nextTurn = 0
    var handedOutTurns = 0
    var results: [Int: [Result]] = [:]
    var isStopping = false
    var running = 0
  }

  private let state = Monitor(State())

  /// Starts the threads.
  init<Executor: ScheduleExecutor>(threads: Int, _ job: Job<Executor>) {
    for number in 0..<threads {
      let state = state
      state.withLock { $0.running += 1 }
      let isStarted = BackgroundThread.start {
        Self.work(state, number, job)
        state.withLock { $0.running -= 1 }
      }
      if !isStarted { state.withLock { $0.running -= 1 } }
    }
  }

  private static func work<Executor: ScheduleExecutor>(
    _ state: Monitor<State>,
    _ number: Int,
    _ job: Job<Executor>
  ) {
    let turns = (job.count + job.schedulesPerTurn - 1) / job.schedulesPerTurn
    var executor: Executor?
    while true {
      let turn = state.wait { state -> Int? in
        if state.isStopping || state.nextTurn >= turns { return -1 }
        guard state.nextTurn < state.handedOutTurns + turnsAheadMax else { return nil }
        state.nextTurn += 1
        return state.nextTurn - 1
      }
      guard turn >= 0 else { return }
      let first = turn * job.schedulesPerTurn
      var results: [Result] = []
      for place in first..<min(job.count, first + job.schedulesPerTurn) {
        do throws(CaseStop) {
          var own: Executor
          if let made = executor { own = made } else { own = try job.makeExecutor(number) }
          let schedule = job.schedule(place)
          let outcome = try own.run(schedule, seed: job.seed, isRecording: false)
          executor = own
          results.append(.outcome(outcome, steps: schedule.steps.count))
        } catch {
          results.append(.stop(error))
        }
      }
      state.withLock { [results] in $0.results[turn] = results }
    }
  }

  /// Takes the results of the next turn, or nothing where there are none within a moment.
  func next() -> [Result]? {
    state.wait(atMost: Self.waitMax) { state in
      guard let results = state.results.removeValue(forKey: state.handedOutTurns) else {
        // Nobody is left who could bring it.
        return state.running == 0 ? .some(nil) : nil
      }
      state.handedOutTurns += 1
      return .some(results)
    } ?? nil
  }

  /// Whether nobody works any more and nothing is left to be handed out in order.
  var isOver: Bool {
    state.withLock { $0.running == 0 && $0.results[$0.handedOutTurns] == nil }
  }

  /// Lets every thread end its turn, and waits until all have.
  func stop() {
    state.withLock { $0.isStopping = true }
    state.wait { $0.running == 0 ? () : nil }
  }
}
