// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A moment by the calendar, which is still the same moment after a restart.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC, without leap seconds.
  public let milliseconds: Int64

  /// Creates the moment that is so many milliseconds after 1970-01-01 00:00 UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The moment that the system's clock shows.
  public static var system: WallTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Says whether a moment is earlier than another one.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment that is so many milliseconds later; the last one there is where that is too far.
  func advanced(byMilliseconds delay: Int64) -> WallTime {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delay)
    return WallTime(milliseconds: overflow ? .max : sum)
  }
}
