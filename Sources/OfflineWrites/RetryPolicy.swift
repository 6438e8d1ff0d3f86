// SPDX-License-Identifier: Apache-2.0

/// Says when a task with an unknown outcome is sent again.
///
/// The waiting time doubles with each attempt up to a cap; a random half of it spreads the tasks of
/// many devices over time when a network or a server comes back.
public struct RetryPolicy: Hashable, Sendable {
  /// The waiting time after the first attempt, at least 1.
  public var firstDelayMilliseconds: Int64
  /// The longest waiting time, at least the first one.
  public var delayMillisecondsMax: Int64
  /// The longest waiting time that a server may ask for by `Retry-After`.
  public var retryAfterMillisecondsMax: Int64

  /// Creates a policy; by default from 1 second to 5 minutes, and up to an hour where a server
  /// asks.
  public init(
    firstDelayMilliseconds: Int64 = 1000,
    delayMillisecondsMax: Int64 = 300_000,
    retryAfterMillisecondsMax: Int64 = 3_600_000
  ) {
    self.firstDelayMilliseconds = max(1, firstDelayMilliseconds)
    self.delayMillisecondsMax = max(self.firstDelayMilliseconds, delayMillisecondsMax)
    self.retryAfterMillisecondsMax = max(0, retryAfterMillisecondsMax)
  }

  /// The longest that any task ever waits.
  var waitMillisecondsMax: Int64 { max(delayMillisecondsMax, retryAfterMillisecondsMax) }

  /// Decides how long a task waits after an attempt.
  ///
  /// - Parameters:
  ///   - attempts: how many attempts there were, at least 1.
  ///   - retryAfter: the value of the header field, as it came.
  ///   - now: the moment that a date in `retryAfter` is compared with.
  ///   - generator: where the random half comes from.
  /// - Returns: milliseconds; at least what the server asked for within the bound.
  public func delayMilliseconds(
    afterAttempts attempts: Int,
    retryAfter: String?,
    now: WallTime,
    using generator: inout some RandomNumberGenerator
  ) -> Int64 {
    let asked = retryAfter.flatMap { RetryAfter.milliseconds(of: $0, now: now) } ?? 0
    return max(
      backoffMilliseconds(afterAttempts: attempts, using: &generator),
      min(asked, retryAfterMillisecondsMax)
    )
  }

  private func backoffMilliseconds(
    afterAttempts attempts: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Int64 {
    // 62 doublings of 1 ms are longer than any cap.
    let doublings = min(62, max(0, attempts - 1))
    let (product, overflow) = firstDelayMilliseconds.multipliedReportingOverflow(by: 1 << doublings)
    let whole = overflow ? delayMillisecondsMax : min(product, delayMillisecondsMax)
    return whole - whole / 2 + Int64.random(in: 0...(whole / 2), using: &generator)
  }
}
