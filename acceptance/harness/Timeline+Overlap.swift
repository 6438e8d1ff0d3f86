// SPDX-License-Identifier: Apache-2.0

import Locking

/// What happens at the same time.
extension Timeline {
  /// How long a client that has left may take to be noticed.
  private static let leaveTimeMax = Duration.milliseconds(500)

  /// What ended a wait for a second sender.
  enum RivalWait: Hashable {
    /// The second process has ended and has not sent what the first one sends.
    case kept
    /// The first process has given up its delivery by itself.
    case firstLeft
    /// The delivery with this number was sent while the first one was still being answered.
    case sentAtOnce(Int)
    case timedOut
  }

  /// Waits for what a second process does about a key whose answer is held back from a first one.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - first: the number of the delivery that is held.
  ///   - command: the second process's command.
  ///   - limit: the longest wait.
  /// - Returns: what ended the wait.
  func waitForRival(
    of key: String,
    of first: Int,
    in command: Int,
    atMost limit: Duration
  ) -> RivalWait {
    let wait = state.wait(atMost: limit) { state -> RivalWait? in
      if state.progress[first]?.isHeld != true { return .firstLeft }
      let rival = state.progress.filter { $0.key > first && $0.value.key == key }.keys.min()
      if let rival { return .sentAtOnce(rival) }
      return state.endedCommands.contains(command) ? .kept : nil
    }
    guard case .sentAtOnce = wait else { return wait ?? .timedOut }
    // A first sender that has just left may be noticed after the delivery of the second.
    let firstLeft: Bool? = state.wait(atMost: Self.leaveTimeMax) { state in
      state.progress[first]?.isHeld == true ? nil : true
    }
    return firstLeft == true ? .firstLeft : wait ?? .timedOut
  }

  /// Waits until more deliveries are under way than may be, or until the client gives one of them up.
  ///
  /// None of them is answered meanwhile, so what a client sends at once it has sent by then.
  ///
  /// - Parameters:
  ///   - bound: how many may be under way at once.
  ///   - limit: how long nothing may happen.
  ///   - command: the command that sends.
  /// - Returns: the most that were under way at once.
  func waitForBurst(above bound: Int, atMost limit: Duration, of command: Int) -> Int {
    var most = 0
    while most <= bound {
      let before = most
      let now = state.wait(atMost: limit) { state -> Int? in
        let isOver =
          state.endedCommands.contains(command) || state.progress.values.contains(where: \.hasEnded)
        return state.underWay > before || isOver ? state.underWay : nil
      }
      guard let now, now > before else { return most }
      most = now
    }
    // What has just been given up may be noticed after what took its place.
    let fewer: Int? = state.wait(atMost: Self.leaveTimeMax) { state in
      state.underWay <= bound ? state.underWay : nil
    }
    return fewer ?? most
  }

  /// Waits until nothing is held back.
  func waitUntilNothingHeld(atMost limit: Duration) {
    _ = state.wait(atMost: limit) { state in
      state.progress.values.contains(where: \.isHeld) ? nil : true
    }
  }

  /// The number of the delivery with this key that is held back, or nothing.
  func heldDelivery(of key: String) -> Int? {
    state.withLock { state in
      state.progress.filter { $0.value.key == key && $0.value.isHeld }.keys.min()
    }
  }

  /// How often something was asked for by a method that writes nothing.
  var readsRefused: Int { state.withLock { state in state.refusals.count { $0 == 405 } } }
}
