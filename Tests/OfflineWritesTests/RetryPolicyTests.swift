// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OfflineWrites

struct RetryPolicyTests {
  private let now = WallTime(milliseconds: 1_800_000_000_000)

  private func delay(
    _ policy: RetryPolicy,
    attempts: Int,
    retryAfter: String? = nil,
    seed: UInt64 = 1
  ) -> Int64 {
    var generator = SeededGenerator(seed: seed)
    return policy.delayMilliseconds(
      afterAttempts: attempts,
      retryAfter: retryAfter,
      now: now,
      using: &generator
    )
  }

  @Test(arguments: [(1, 1000), (2, 2000), (3, 4000), (8, 128_000), (9, 256_000)])
  func `waiting doubles, half of it by chance`(attempts: Int, whole: Int64) {
    for seed in 0..<100 as Range<UInt64> {
      let delay = delay(RetryPolicy(), attempts: attempts, seed: seed)
      #expect((whole / 2...whole).contains(delay), "seed \(seed)")
    }
  }

  @Test(arguments: [10, 62, 63, 64, 1000, Int.max])
  func `waiting is capped`(attempts: Int) {
    #expect((150_000...300_000).contains(delay(RetryPolicy(), attempts: attempts)))
  }

  @Test func `the largest numbers overflow nothing`() {
    let policy = RetryPolicy(
      firstDelayMilliseconds: .max,
      delayMillisecondsMax: .max,
      retryAfterMillisecondsMax: .max
    )
    #expect(delay(policy, attempts: .max, retryAfter: "99999999999999999999") == .max)
    #expect(delay(policy, attempts: 1) > 0)
  }

  @Test func `devices spread`() {
    let delays = (0..<50 as Range<UInt64>).map { delay(RetryPolicy(), attempts: 5, seed: $0) }
    #expect(Set(delays).count > 40)
  }

  @Test(arguments: [
    ("120", 120_000), ("3600", 3_600_000), ("3601", 3_600_000),
    ("999999999999999999999999", 3_600_000), ("Fri, 15 Jan 2027 08:02:00 GMT", 120_000),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 3_600_000),
  ])
  func `a server is waited for within bounds`(value: String, expected: Int64) {
    #expect(delay(RetryPolicy(), attempts: 1, retryAfter: value) == expected)
  }

  @Test(arguments: ["0", "-5", "soon", "", "1.5", "Fri, 15 Jan 2021 08:02:00 GMT"])
  func `a server cannot shorten the wait`(value: String) {
    #expect((500...1000).contains(delay(RetryPolicy(), attempts: 1, retryAfter: value)))
  }
}

struct RetryAfterTests {
  private let now = WallTime(milliseconds: 784_111_777_000)

  // The moment of the three examples in RFC 9110 section 5.6.7.
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `all three forms of a date are one moment`(value: String) {
    #expect(RetryAfter.milliseconds(of: value, now: now) == 0)
    let earlier = WallTime(milliseconds: now.milliseconds - 5000)
    #expect(RetryAfter.milliseconds(of: value, now: earlier) == 5000)
  }

  @Test(arguments: [
    ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800_000),
    ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200_000),
    ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800_000),
    ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400_000),
    ("Fri, 31 Dec 1999 23:59:60 GMT", 946_684_800_000),
  ])
  func `dates are counted by the calendar`(value: String, moment: Int64) {
    #expect(
      RetryAfter.milliseconds(of: value, now: WallTime(milliseconds: 0)) == moment
    )
  }

  @Test func `a year of two digits is a near one`() {
    let later = WallTime(milliseconds: 1_800_000_000_000)
    #expect(RetryAfter.milliseconds(of: "Friday, 15-Jan-27 08:00:10 GMT", now: later) == 10_000)
    #expect(RetryAfter.milliseconds(of: "Friday, 15-Jan-99 08:00:10 GMT", now: later) == 0)
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "1.5", "1s", "1e3", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nox 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    String(repeating: "9", count: 65),
  ])
  func `anything else is no waiting time`(value: String) {
    #expect(RetryAfter.milliseconds(of: value, now: now) == nil)
  }
}
