// SPDX-License-Identifier: Apache-2.0

import Locking

/// The deliveries that are held, each on its connection's thread.
final class Holds: Sendable {
  /// How a hold ended.
  enum Ending: Hashable {
    case released
    case clientGone
    case stopped
    /// It never began: the client was gone, or the system had no descriptor for it.
    case neverBegan(isClientGone: Bool)
  }

  private struct Entry {
    let wakeDescriptor: Int32
    let isLate: Bool
    var isReleased = false
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var latestEnded = 0
    var isStopped = false
  }

  private let state = Monitor(State())

  /// Holds a delivery until it is released, its client is gone, or the server is stopped.
  ///
  /// - Parameters:
  ///   - number: the delivery's number.
  ///   - descriptor: its connection.
  ///   - isLate: whether the end of a later delivery releases it.
  ///   - began: called when it is held and can be released.
  /// - Returns: how the hold ended.
  func hold(_ number: Int, on descriptor: Int32, isLate: Bool, began: () -> Void) -> Ending {
    var hangUp = HangUp(of: descriptor)
    if hangUp.wait(orReadable: nil, until: .now) { return .neverBegan(isClientGone: true) }
    guard let wake = try? Sockets.pipe() else { return .neverBegan(isClientGone: false) }
    defer {
      // Nobody may write to a descriptor that is closed, or that is somebody else's by then.
      state.withLock { $0.entries[number] = nil }
      Sockets.closeDescriptor(wake.read)
      Sockets.closeDescriptor(wake.write)
    }
    let isHeld = state.withLock { state in
      // The delivery that it was to wait for was quicker.
      if isLate && state.latestEnded > number { return false }
      state.entries[number] = Entry(wakeDescriptor: wake.write, isLate: isLate)
      return !state.isStopped
    }
    guard isHeld else { return state.withLock { $0.isStopped ? .stopped : .released } }
    began()
    while true {
      let isGone = hangUp.wait(orReadable: wake.read, until: nil)
      let ending = state.withLock { state -> Ending? in
        if state.isStopped { return .stopped }
        if state.entries[number]?.isReleased == true { return .released }
        return isGone ? .clientGone : nil
      }
      if let ending { return ending }
    }
  }

  /// Releases everything that is held.
  func releaseAll() { release { _, _ in true } }

  /// Notes that a delivery has ended, and releases what was waiting for that.
  func ended(_ number: Int) {
    state.withLock { $0.latestEnded = max($0.latestEnded, number) }
    release { held, entry in entry.isLate && held < number }
  }

  private func release(_ isMeant: (Int, Entry) -> Bool) {
    state.withLock { state in
      for (number, entry) in state.entries where isMeant(number, entry) && !entry.isReleased {
        state.entries[number]?.isReleased = true
        Sockets.wake(entry.wakeDescriptor)
      }
    }
  }

  /// Ends every hold, and lets none begin.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for entry in state.entries.values where !entry.isReleased {
        Sockets.wake(entry.wakeDescriptor)
      }
    }
  }
}
