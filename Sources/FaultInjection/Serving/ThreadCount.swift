// SPDX-License-Identifier: Apache-2.0

import CShims
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Starts threads, and knows when the last one has ended.
struct ThreadCount: Sendable {
  /// Holds a body's deepest nesting, read by a debug build.
  private static let stackBytes = 512 << 10

  private let count = Monitor(0)

  /// Runs a function on a new thread, and returns false where the system has none left.
  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    count.withLock { $0 += 1 }
    let count = count
    let work = ThreadWork {
      body()
      count.withLock { $0 -= 1 }
    }
    if Self.start(work) { return true }
    count.withLock { $0 -= 1 }
    return false
  }

  /// Waits until every thread has ended.
  func waitForNone() { count.wait { $0 == 0 ? () : nil } }

  private static func start(_ work: ThreadWork) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let carried = unsafe Unmanaged.passRetained(work).toOpaque()
    if unsafe pthread_create(&thread, &attributes, runWork, carried) == 0 { return true }
    unsafe Unmanaged<ThreadWork>.fromOpaque(carried).release()
    return false
  }
}

/// Carries a function through a pointer.
private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
private func runWork(_ carried: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<ThreadWork>.fromOpaque(carried).takeRetainedValue().body()
  return nil
}
#else
private func runWork(_ carried: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let carried = unsafe carried {
    unsafe Unmanaged<ThreadWork>.fromOpaque(carried).takeRetainedValue().body()
  }
  return nil
}
#endif
