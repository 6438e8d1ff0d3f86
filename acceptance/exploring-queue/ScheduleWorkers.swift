// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import Locking

/// Goes through schedules on several threads at once, and hands the outcomes out in their order.
final class ScheduleWorkers: Sendable {
  /// How far a thread may be ahead of what has been handed out.
  static let aheadMax = 256
  /// How long an outcome is waited for before somebody looks whether to stop.
  static let waitMax = Duration.milliseconds(100)

  /// What came of one schedule.
  enum Result: Sendable {
    case outcome(ScheduleOutcome)
    case stop(CaseStop)
  }

  private struct State: Sendable {
    var next = 0
    var handedOut = 0
    var results: [Int: Result] = [:]
    var isStopping = false
    var running = 0
  }

  private let count: Int
  private let state = Monitor(State())

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: how many.
  ///   - count: how many schedules there are.
  ///   - makeExecutor: makes what goes through them, called once on each thread with its number.
  ///   - run: goes through the schedule at a place, from 0.
  init<Executor: ScheduleExecutor>(
    threads: Int,
    count: Int,
    makeExecutor: @escaping @Sendable (Int) throws(CaseStop) -> Executor,
    run: @escaping @Sendable (inout Executor, Int) throws(CaseStop) -> ScheduleOutcome
  ) {
    self.count = count
    for number in 0..<threads {
      let state = state
      state.withLock { $0.running += 1 }
      let isStarted = BackgroundThread.start {
        Self.work(state, number, count: count, makeExecutor, run)
        state.withLock { $0.running -= 1 }
      }
      if !isStarted { state.withLock { $0.running -= 1 } }
    }
  }

  private static func work<Executor: ScheduleExecutor>(
    _ state: Monitor<State>,
    _ number: Int,
    count: Int,
    _ makeExecutor: (Int) throws(CaseStop) -> Executor,
    _ run: (inout Executor, Int) throws(CaseStop) -> ScheduleOutcome
  ) {
    var executor: Executor?
    while true {
      let place = state.wait { state -> Int? in
        if state.isStopping || state.next >= count { return -1 }
        guard state.next < state.handedOut + aheadMax else { return nil }
        state.next += 1
        return state.next - 1
      }
      guard place >= 0 else { return }
      let result: Result
      do throws(CaseStop) {
        var own: Executor
        if let made = executor { own = made } else { own = try makeExecutor(number) }
        result = .outcome(try run(&own, place))
        executor = own
      } catch {
        result = .stop(error)
      }
      state.withLock { $0.results[place] = result }
    }
  }

  /// Takes the next result in order, or nothing where there is none within a moment.
  func next() -> Result? {
    state.wait(atMost: Self.waitMax) { state in
      guard let result = state.results.removeValue(forKey: state.handedOut) else {
        // Nobody is left who could bring it.
        return state.running == 0 ? .some(nil) : nil
      }
      state.handedOut += 1
      return .some(result)
    } ?? nil
  }

  /// Whether nobody works any more and nothing is left to be handed out in order.
  var isOver: Bool {
    state.withLock { $0.running == 0 && $0.results[$0.handedOut] == nil }
  }

  /// Lets every thread end the schedule that it goes through, and waits until all have.
  func stop() {
    state.withLock { $0.isStopping = true }
    state.wait { $0.running == 0 ? () : nil }
  }
}
