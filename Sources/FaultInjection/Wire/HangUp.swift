// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Notices that a client is gone while its answer is held.
///
/// A client that has only ended its sending counts as gone: HTTP clients do not do that while they
/// wait.
struct HangUp {
  private let descriptor: Int32
  private var events: Int32

  #if os(Linux) && !ONCEGATE_PORTABLE
  /// The event that the other side sends no more; bytes that wait do not hide it.
  ///
  /// It is `POLLRDHUP`, which the C library shows to GNU programs only.
  ///
  /// Source: poll(2).
  private static let otherSideEnded: Int32 = 0x2000

  init(of descriptor: Int32) {
    self.descriptor = descriptor
    events = Self.otherSideEnded
  }

  private mutating func isGone(_ found: Int32) -> Bool {
    found & (Self.otherSideEnded | POLLHUP | POLLERR | POLLNVAL) != 0
  }
  #else
  init(of descriptor: Int32) {
    self.descriptor = descriptor
    events = POLLIN
  }

  /// Looks whether there is an end where there is something to read.
  ///
  /// An end behind bytes that nobody reads cannot be seen; a client that sends more while it waits
  /// counts as gone only where the system says that the whole connection is.
  private mutating func isGone(_ found: Int32) -> Bool {
    if found & (POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
    guard found & POLLIN != 0 else { return false }
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    if count > 0 { events = 0 }
    return count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
  }
  #endif

  /// Waits until the client is gone or something can be read from another descriptor.
  ///
  /// - Parameters:
  ///   - other: a descriptor whose reading end wakes the waiting.
  ///   - deadline: when the waiting ends, or nothing where it does not.
  /// - Returns: true where the client is gone.
  mutating func wait(orReadable other: Int32?, until deadline: ContinuousClock.Instant?) -> Bool {
    while true {
      var watched = [(descriptor: descriptor, events: events)]
      if let other { watched.append((descriptor: other, events: POLLIN)) }
      let found = Sockets.wait(for: watched, until: deadline)
      if found.count > 1, found[1] != 0 { return false }
      if found[0] == 0 { return false }
      if isGone(found[0]) { return true }
    }
  }
}
