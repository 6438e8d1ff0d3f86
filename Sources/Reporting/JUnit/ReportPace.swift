// SPDX-License-Identifier: Apache-2.0

/// How often a file may be written whole while a run goes on.
///
/// Short runs write after each case. Where writing has taken more than a tenth of the run, the next write
/// waits until that is a tenth again, and then takes every case that has ended meanwhile.
struct ReportPace: Sendable {
  /// How long writing may take before the share counts.
  static let freeTime = Duration.milliseconds(250)
  /// Writing may take one part in so many of the run.
  static let parts = 10

  private let began: ContinuousClock.Instant
  private var spent = Duration.zero

  init(began: ContinuousClock.Instant = .now) { self.began = began }

  /// The earliest moment of the next write.
  var next: ContinuousClock.Instant {
    spent <= Self.freeTime ? began : began + (spent - Self.freeTime) * Self.parts
  }

  /// Takes note of a write.
  mutating func wrote(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
    spent += end - start
  }
}
