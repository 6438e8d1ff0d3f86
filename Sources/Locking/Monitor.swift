// SPDX-License-Identifier: Apache-2.0

import CShims

/// A value that threads share, with a way to wait until it has changed.
///
/// `Synchronization.Mutex` needs macOS 15 and has no condition to wait for; `NSCondition` would bring the
/// whole of Foundation into every process that starts here.
package final class Monitor<Value: Sendable>: Sendable {
  private let handle: Handle
  nonisolated(unsafe) private var value: Value

  package init(_ value: Value) {
    unsafe self.value = value
    handle = Handle()
  }

  /// Runs a function while no other thread sees the value, and wakes every waiting thread.
  ///
  /// The function must not enter the same monitor again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe oncegate_monitor_lock(handle.pointer)
    defer {
      unsafe oncegate_monitor_broadcast(handle.pointer)
      unsafe oncegate_monitor_unlock(handle.pointer)
    }
    return try unsafe body(&value)
  }

  /// Waits until a function returns something, and returns that.
  ///
  /// The function runs under the lock: at once, and again after every change of the value.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    unsafe oncegate_monitor_lock(handle.pointer)
    defer {
      unsafe oncegate_monitor_broadcast(handle.pointer)
      unsafe oncegate_monitor_unlock(handle.pointer)
    }
    while true {
      if let result = unsafe body(&value) { return result }
      unsafe oncegate_monitor_wait(handle.pointer)
    }
  }

  /// Waits as `wait` does, but at most that long, and returns nothing where the time was over.
  package func wait<Result>(atMost limit: Duration, _ body: (inout Value) -> Result?) -> Result? {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    unsafe oncegate_monitor_lock(handle.pointer)
    defer {
      unsafe oncegate_monitor_broadcast(handle.pointer)
      unsafe oncegate_monitor_unlock(handle.pointer)
    }
    while true {
      if let result = unsafe body(&value) { return result }
      let left = deadline - clock.now
      guard left > .zero else { return nil }
      let (seconds, attoseconds) = left.components
      let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
      _ = unsafe oncegate_monitor_wait_for(handle.pointer, max(1, nanoseconds))
    }
  }
}

/// Owns the lock, so that it goes when the monitor goes.
@safe
private final class Handle: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer

  init() {
    guard let pointer = unsafe oncegate_monitor_create() else {
      preconditionFailure("no memory for a lock")
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe oncegate_monitor_destroy(pointer) }
}
