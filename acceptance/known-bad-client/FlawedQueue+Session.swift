// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whose tasks are sent, when, and for how long.
extension FlawedQueue {
  /// The longest wait of its own, in seconds.
  private static let waitSecondsMax: Int64 = 600
  /// The longest wait that a server may ask for, in seconds.
  private static let askedSecondsMax: Int64 = 7_200

  /// The time in seconds since 1970.
  var now: Int64 { environment.unixSeconds ?? Int64(Date().timeIntervalSince1970) }

  /// Whether a task need not wait any longer.
  ///
  /// A time further away than any wait can be means that the clock was set.
  func isTimeOver(_ task: StoredTask) -> Bool {
    switch flaw {
    case .clockTrusted, .backoffUnbounded, .retryAfterUnbounded: task.notBefore <= now
    default: task.notBefore <= now || task.notBefore > now + Self.askedSecondsMax
    }
  }

  /// Whether a task is the signed-in account's, or nobody's.
  func belongsToSession(_ task: StoredTask) -> Bool {
    flaw == .sendsAsOtherAccount || task.account == nil || task.account == environment.account
  }

  /// Whether a flawed queue takes a claim for over that another process still has.
  func isClaimOver(_ task: StoredTask) -> Bool {
    flaw == .claimTooShort && task.claimedAt.map { now - $0 >= 2 } ?? false
  }

  /// Whether an earlier write on the same record is pending.
  func isBehindAnother(_ task: StoredTask) throws(StoreError) -> Bool {
    guard flaw != .orderIgnored, let record = task.record else { return false }
    return try folder.tasks().prefix { $0.task != task.task }.contains {
      $0.record == record && $0.account == task.account && $0.state == .pending
    }
  }

  /// Whether the server was given the key so long ago that it may have forgotten it.
  func mayBeForgotten(_ task: StoredTask) -> Bool {
    guard flaw != .keyLifetimeIgnored, let lifetime = environment.keyLifetimeSeconds,
      let sent = task.firstSentAt
    else { return false }
    return now - sent >= lifetime
  }

  /// Stops a task whose key may be forgotten.
  func stopForgotten(_ stored: StoredTask) throws(StoreError) {
    if flaw == .keyExpiryHidden { return }
    var task = stored
    task.state = .stopped
    task.diagnosis = "the server may have forgotten the key"
    try folder.save(task)
  }

  /// Takes an action back that cannot have reached the server; every other one is left as it is.
  func cancel(_ identity: String) throws(StoreError) {
    guard var task = try folder.task(identity) else { return }
    let isUnsent = task.state == .pending && task.firstSentAt == nil
    task.diagnosis = "taken back"
    switch flaw {
    case .cancelIgnored: return
    case .cancelOnlyShown: task.isShownAsStopped = true
    case .cancelDrops where !isUnsent: return try folder.delete(task)
    case .cancelStopsCompleted where task.state == .completed: task.state = .stopped
    default:
      if !isUnsent { return }
      task.state = .stopped
    }
    try folder.save(task)
  }

  /// How many seconds a task waits after an attempt.
  ///
  /// - Parameters:
  ///   - outcome: what is known after it, with what the server asks for.
  ///   - attempts: how many there were, this one included.
  /// - Returns: 1 or more, unless a flaw says otherwise.
  func wait(after outcome: Outcome, attempts: Int) -> Int64 {
    guard case .unknown(_, let retryAfter?) = outcome else {
      return backoff(afterAttempts: attempts)
    }
    return max(backoff(afterAttempts: attempts), asked(retryAfter))
  }

  private func backoff(afterAttempts attempts: Int) -> Int64 {
    let doubled = Int64(1) << min(attempts, 40)
    let capped = min(doubled, Self.waitSecondsMax)
    return switch flaw {
    case .backoffMissing: 0
    case .backoffUnbounded: Int64.random(in: doubled / 2...doubled)
    case .backoffNotJittered: capped
    default: Int64.random(in: 1...capped)
    }
  }

  /// How many seconds a server asks for; none where it says nothing that makes sense.
  private func asked(_ text: String) -> Int64 {
    let seconds = Int64(text) ?? Self.moment(text).map { $0 - now } ?? 0
    return switch flaw {
    case .retryAfterIgnored: 0
    case .retryAfterUnbounded: seconds
    default: min(seconds, Self.askedSecondsMax)
    }
  }

  /// The moment of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, or nothing where it is none.
  private static func moment(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let numbers = ([words[1], words[3]] + words[4].split(separator: ":")).compactMap { Int32($0) }
    guard numbers.count == 5 else { return nil }
    var parts = unsafe tm()
    unsafe parts.tm_mday = numbers[0]
    unsafe parts.tm_mon = Int32(month)
    unsafe parts.tm_year = numbers[1] - 1900
    unsafe parts.tm_hour = numbers[2]
    unsafe parts.tm_min = numbers[3]
    unsafe parts.tm_sec = numbers[4]
    return unsafe Int64(timegm(&parts))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
