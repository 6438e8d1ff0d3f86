// SPDX-License-Identifier: Apache-2.0

/// How often a file may be written whole while a run goes on.
///
/// The first writes are made at once, however slow the disk is, so that a short run's file is never behind.
/// Where further writes have taken more than a tenth of the run, the next one waits until that is a tenth
/// again, and then takes every case that has ended meanwhile.
struct ReportPace: Sendable {
  /// How many writes are made before their time counts.
  static let freeWrites = 64
  /// Writing may take one part in so many of the run.
  static let parts = 10

  private let began: ContinuousClock.Instant
  private var writes = 0
  /// The time of all writes but the free ones.
  private var spent = Duration.zero

  init(began: ContinuousClock.Instant = .now) { self.began = began }

  /// The earliest moment of the next write.
  var next: ContinuousClock.Instant { began + spent * Self.parts }

  /// Takes note of a write.
  mutating func wrote(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
    writes += 1
    if writes > Self.freeWrites { spent += end - start }
  }
}
