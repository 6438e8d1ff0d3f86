// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import FaultInjection
import QueueExploring
import Testing

struct ScheduleShrinkingTests {
  private static let finding = Finding.twoRecordsForOneAction

  private static func schedule(_ steps: String...) throws -> Schedule {
    try Schedule(parsing: steps)
  }

  @Test func `what is not needed goes, and what is left is as plain as can be`() throws {
    let long = try Self.schedule(
      "submit online kill",
      "relaunch",
      "submit same",
      "resume none reset-mid-response:17 kill answer-head 2",
      "second-sender inside kill",
      "resume refuse",
      "resume"
    )
    // Anything that is sent twice after a commit shows it, and a submit is needed.
    var shrinking = ScheduleShrinking { schedule in
      let isCommitted = schedule.steps.contains { step in
        step.network.faults.contains { $0.phase == .afterCommit }
      }
      return schedule.submits > 0 && isCommitted ? Self.finding : nil
    }
    let smallest = shrinking.shrink(long, to: Self.finding)
    #expect(smallest.texts == ["submit", "resume status-after-commit:503"])
  }

  @Test func `another finding is not taken for the one that is looked for`() throws {
    let long = try Self.schedule("submit", "resume", "second-sender", "resume")
    var shrinking = ScheduleShrinking { schedule in
      schedule.steps.count >= 3 ? Self.finding : .taskNotListed
    }
    #expect(shrinking.shrink(long, to: Self.finding).steps.count == 3)
  }

  @Test func `what cannot be judged shows nothing`() throws {
    let long = try Self.schedule("submit", "resume", "resume")
    var shrinking = ScheduleShrinking { schedule throws(CaseStop) in
      if schedule.steps.count < 3 { throw .unjudged(.vacuous) }
      return Self.finding
    }
    #expect(shrinking.shrink(long, to: Self.finding).steps.count == 3)
  }

  @Test func `it ends when it may not go on, with what it has`() throws {
    let long = Schedule(Array(repeating: .resume(.quiet, nil), count: 60))
    var runs = 0
    let always: (Schedule) throws(CaseStop) -> Finding? = { _ in
      runs += 1
      return Self.finding
    }
    var limited = ScheduleShrinking(runsMax: 10, finding: always)
    #expect(limited.shrink(long, to: Self.finding).steps.count == 50)
    #expect(runs == 10)
    var stopped = ScheduleShrinking(mustStop: { runs >= 15 }, finding: always)
    #expect(stopped.shrink(long, to: Self.finding).steps.count == 55)
  }

  /// Every step leads to itself by no chain of plainer ones, so that shrinking ends.
  @Test func `nothing plainer leads back`() throws {
    for alphabet in [
      ScheduleAlphabet.ofProcesses(.default, hasKillPoints: true),
      .inProcess(.default, statementsMax: 3),
    ] {
      for step in alphabet.all {
        var runs = 0
        var shrinking = ScheduleShrinking { schedule in
          runs += 1
          return schedule.steps.count == 1 ? Self.finding : nil
        }
        _ = shrinking.shrink(Schedule([step]), to: Self.finding)
        #expect(runs < 100, "\(step)")
      }
    }
  }
}
