// SPDX-License-Identifier: Apache-2.0

import Locking

/// Lets a bounded number of threads do something at once; the others wait for their turn.
struct Turns: Sendable {
  private struct State {
    var free: Int
    var isStopped = false
  }

  private enum Turn {
    case taken
    case none
  }

  private let state: Monitor<State>

  init(_ count: Int) { state = Monitor(State(free: count)) }

  /// Runs a function when its turn comes; it must not take another turn.
  ///
  /// - Returns: what the function returns, or nothing where no more turns are given.
  func take<Result>(_ body: () -> Result) -> Result? {
    let turn: Turn = state.wait { state in
      if state.isStopped { return Turn.none }
      guard state.free > 0 else { return nil }
      state.free -= 1
      return .taken
    }
    guard turn == .taken else { return nil }
    defer { state.withLock { $0.free += 1 } }
    return body()
  }

  /// Gives no more turns; who has one keeps it.
  func stop() { state.withLock { $0.isStopped = true } }
}
