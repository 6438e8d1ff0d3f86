// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// How far a search is, in words.
struct CoverageText: Hashable, Sendable {
  let area: ExploredArea
  let coverage: Coverage
  /// How long the search has taken so far.
  let elapsed: Duration

  /// One line while the search goes on: how much was covered, how fast, and how long it will take.
  var progress: String {
    var parts: [String]
    if let walk = coverage.walk {
      parts = ["\(Self.grouped(walk.orders)) orders walked", rate(walk)]
    } else {
      parts = ["\(Self.grouped(coverage.orders)) \(orders)"]
      if let states = coverage.states { parts.append("\(Self.grouped(states)) states") }
      parts.append(rate)
    }
    if coverage.fraction > 0 {
      parts.append("\(Int(min(1, coverage.fraction) * 100)) %")
      if let left = secondsLeft { parts.append("about \(Self.time(seconds: left)) left") }
    }
    return parts.joined(separator: "  ")
  }

  /// What was covered when the search was over, a line each.
  ///
  /// - Parameters:
  ///   - digest: what stands for all that happened, or nothing.
  ///   - isComplete: whether all was covered that was asked for.
  /// - Returns: the lines.
  func summary(digest: String?, isComplete: Bool) -> [String] {
    let length = area == .state && coverage.depth > 0 ? " of at most \(coverage.depth) events" : ""
    var covered = "covered \(Self.grouped(coverage.orders)) \(orders)\(length)"
    if let whole = coverage.wholeDepth, whole < coverage.depth {
      covered += ", none left out up to \(whole)"
    } else if let inAll = coverage.ordersInAll {
      covered += " of \(Self.grouped(inAll))"
    }
    if let states = coverage.states { covered += ", \(Self.grouped(states)) states" }
    if let events = coverage.events { covered += ", \(Self.grouped(events)) events tried" }
    covered += ", in \(Self.time(seconds: coveringSeconds)), \(rate)"
    var lines = [covered]
    if let walk = coverage.walk {
      lines.append(
        "walked \(Self.grouped(walk.orders)) orders of \(walk.events) events one by one through "
          + "\(Self.grouped(walk.states)) states, in \(Self.time(seconds: Self.seconds(walk))), \(rate(walk)), digest \(walk.digest)"
      )
    }
    lines.append(
      isComplete ? "all that was asked for is covered" : "not all that was asked for is covered"
    )
    return lines + (digest.map { ["digest \($0)"] } ?? [])
  }

  private var orders: String { area == .state ? "orders" : "schedules" }

  /// How fast the search is at what it does one by one: orders, or events that cover very many of them.
  private var rate: String {
    if let events = coverage.events {
      return "\(Self.perSecond(events, coveringSeconds)) events a second"
    }
    return "\(Self.perSecond(coverage.orders, coveringSeconds)) \(orders) a second"
  }

  private func rate(_ walk: Coverage.Walk) -> String {
    "\(Self.perSecond(walk.orders, Self.seconds(walk))) orders a second"
  }

  private static func perSecond(_ count: UInt64, _ seconds: Double) -> String {
    let rate = Double(count) / max(seconds, 0.001)
    return grouped(rate < 1e18 ? UInt64(rate) : .max)
  }

  private static func seconds(_ walk: Coverage.Walk) -> Double { Double(walk.nanoseconds) * 1e-9 }

  private var seconds: Double {
    Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  /// How long it took before the first order was walked.
  private var coveringSeconds: Double {
    max(0, seconds - (coverage.walk.map(Self.seconds) ?? 0))
  }

  private var secondsLeft: Double? {
    guard coverage.fraction > 0, coverage.fraction < 1 else { return nil }
    return seconds * (1 - coverage.fraction) / coverage.fraction
  }

  /// Writes a number in groups of three digits; one that stands for more is marked.
  static func grouped(_ number: UInt64) -> String {
    if number == .max { return "more than 18 446 744 073 709 551 614" }
    var groups: [Substring] = []
    var digits = Substring(String(number))
    while !digits.isEmpty {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return groups.joined(separator: " ")
  }

  /// Writes a time as people say it.
  static func time(seconds: Double) -> String {
    guard seconds < 1e9 else { return "many years" }
    let tenths = Int(seconds * 10 + 0.5)
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10) s" }
    let whole = Int(seconds + 0.5)
    if whole < 120 { return "\(whole) s" }
    let minutes = (whole + 30) / 60
    return minutes < 120 ? "\(minutes) min" : "\((minutes + 30) / 60) h"
  }
}
