// SPDX-License-Identifier: Apache-2.0

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

  /// Runs a function on a new thread.
  ///
  /// - Parameters:
  ///   - countMax: the most threads at once.
  ///   - body: the function.
  /// - Returns: false where there are as many already, or the system has none left.
  func start(atMost countMax: Int = .max, _ body: @escaping @Sendable () -> Void) -> Bool {
    let hasRoom = count.withLock { count in
      guard count < countMax else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return false }
    if Self.start(ThreadWork(body: body, count: count)) { return true }
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
  let count: Monitor<Int>

  init(body: @escaping @Sendable () -> Void, count: Monitor<Int>) {
    self.body = body
    self.count = count
  }

  /// Runs the function and lets go of what it holds, such as a ledger's file.
  ///
  /// - Parameter carried: the work, which is released.
  /// - Returns: the count that is lowered when nothing of the work is left.
  static func finish(_ carried: UnsafeMutableRawPointer) -> Monitor<Int> {
    let work = unsafe Unmanaged<ThreadWork>.fromOpaque(carried).takeRetainedValue()
    work.body()
    return work.count
  }
}

#if canImport(Darwin)
private func runWork(_ carried: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let count = unsafe ThreadWork.finish(carried)
  count.withLock { $0 -= 1 }
  return nil
}
#else
private func runWork(_ carried: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let carried = unsafe carried else { return nil }
  let count = unsafe ThreadWork.finish(carried)
  count.withLock { $0 -= 1 }
  return nil
}
#endif
