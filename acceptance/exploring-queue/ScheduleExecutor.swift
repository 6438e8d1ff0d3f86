// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel

/// What came of going through a schedule.
package struct ScheduleOutcome: Hashable, Sendable {
  /// How a promise was broken, or nothing where all held.
  package var finding: Finding?
  /// What happened, where it was asked for.
  package var log: [LogLine]
  /// Stands for everything that happened and that is the same each time.
  package var digest: UInt64

  package init(finding: Finding?, log: [LogLine], digest: UInt64) {
    self.finding = finding
    self.log = log
    self.digest = digest
  }
}

/// Why a schedule cannot be judged.
package typealias ScheduleStop = CaseStop

/// Goes through schedules on one kind of queue, one at a time.
package protocol ScheduleExecutor: SendableMetatype {
  /// Goes through a schedule in a world of its own, up to the first promise that is broken.
  ///
  /// - Parameters:
  ///   - schedule: the steps.
  ///   - seed: what contents and everything else that is chosen are drawn from.
  ///   - isRecording: whether the log is wanted.
  /// - Returns: what came of it.
  /// - Throws: why nothing can be judged.
  mutating func run(
    _ schedule: Schedule,
    seed: Seed,
    isRecording: Bool
  ) throws(CaseStop) -> ScheduleOutcome
}
