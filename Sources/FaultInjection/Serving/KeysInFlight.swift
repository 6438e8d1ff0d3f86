// SPDX-License-Identifier: Apache-2.0

import Locking

/// The keys that are being worked on: each by one delivery.
final class KeysInFlight: Sendable {
  private struct State {
    var keys: Set<String> = []
    var isStopped = false
  }

  private let state = Monitor(State())

  /// Takes a key, and returns false where another delivery has it or the server is being stopped.
  func take(_ key: String) -> Bool {
    state.withLock { $0.isStopped ? false : $0.keys.insert(key).inserted }
  }

  /// Gives a key back.
  func giveBack(_ key: String) {
    state.withLock { state in
      let removed = state.keys.remove(key)
      precondition(removed != nil, "a key was given back that nobody had")
    }
  }

  /// Waits until nobody has a key, and returns false where the server is stopped meanwhile.
  func waitUntilFree(_ key: String) -> Bool {
    state.wait { state in
      if state.isStopped { return false }
      return state.keys.contains(key) ? nil : true
    }
  }

  /// Ends all waiting.
  func stop() { state.withLock { $0.isStopped = true } }
}
