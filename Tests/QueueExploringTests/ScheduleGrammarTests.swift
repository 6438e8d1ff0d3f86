// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection
import QueueExploring
import Testing

struct ScheduleGrammarTests {
  private static let alphabets = [
    ScheduleAlphabet.ofProcesses(.default, hasKillPoints: true),
    ScheduleAlphabet.inProcess(.default, statementsMax: 20),
  ]

  @Test(arguments: alphabets)
  func `every step of an alphabet is read as it is written`(alphabet: ScheduleAlphabet) throws {
    for step in alphabet.all + alphabet.core + alphabet.beginnings {
      #expect(try ScheduleStep(parsing: step.description) == step)
    }
  }

  @Test(arguments: alphabets)
  func `every drawn schedule is read as it is written`(alphabet: ScheduleAlphabet) throws {
    for number in 0..<500 {
      var drawing = ScheduleDrawing(
        alphabet,
        seed: Seed(UInt64(number)),
        depth: 8,
        submitsMax: 3
      )
      let schedule = drawing.draw()
      #expect(try Schedule(parsing: schedule.texts) == schedule, "seed \(number)")
    }
  }

  @Test(arguments: [
    ("submit", ScheduleStep.submit(repeatsContent: false, .away, isKilled: false)),
    ("submit online kill", .submit(repeatsContent: false, .quiet, isKilled: true)),
    (
      "submit same close-after-commit",
      .submit(repeatsContent: true, .faulty([.closeAfterCommit]), isKilled: false)
    ),
    ("submit beside", .submitBeside), ("resume", .resume(.quiet, nil)),
    ("resume refuse", .resume(.away, nil)),
    (
      "resume none truncated-body:7", .resume(.faulty([nil, .truncatedBody(bytes: 7)]), nil)
    ),
    ("resume kill claim-stored", .resume(.quiet, ScheduleStep.Crash(.claimStored))),
    (
      "resume status-after-commit kill request-sent 2",
      .resume(.faulty([.statusAfterCommit(503)]), ScheduleStep.Crash(.requestSent, task: 2))
    ),
    ("resume kill statement:3", .resume(.quiet, ScheduleStep.Crash(.statement(3)))),
    ("second-sender", .secondSender(.quiet, isFirstKilled: false, isInside: false)),
    (
      "second-sender inside captive-portal kill",
      .secondSender(.faulty([.captivePortal]), isFirstKilled: true, isInside: true)
    ),
    ("relaunch", .relaunch),
  ])
  func `a step is a command with what it meets`(text: String, step: ScheduleStep) throws {
    #expect(try ScheduleStep(parsing: text) == step)
  }

  @Test(arguments: [
    ("", ScheduleError.unknownCommand(step: 1)), ("wait", .unknownCommand(step: 1)),
    ("Submit", .unknownCommand(step: 1)), ("submit  online", .unexpectedWord(step: 1, word: 2)),
    ("submit twice", .unexpectedWord(step: 1, word: 2)),
    ("submit kill now", .unexpectedWord(step: 1, word: 3)),
    ("submit beside kill", .unexpectedWord(step: 1, word: 3)),
    ("resume refuse captive-portal", .unexpectedWord(step: 1, word: 3)),
    ("resume status-before-commit:x", .unexpectedWord(step: 1, word: 2)),
    ("resume none flood", .unexpectedWord(step: 1, word: 3)),
    ("resume status-before-commit:422", .unusableFault(step: 1, word: 2)),
    ("resume key-conflict", .unusableFault(step: 1, word: 2)),
    ("resume late-release", .unusableFault(step: 1, word: 2)),
    ("resume none key-forgotten", .unusableFault(step: 1, word: 3)),
    ("resume kill", .noCrashPoint(step: 1)), ("resume kill soon", .noCrashPoint(step: 1)),
    ("resume kill statement:0", .noCrashPoint(step: 1)),
    ("resume kill statement:1001", .noCrashPoint(step: 1)),
    ("resume kill request-sent 0", .unexpectedWord(step: 1, word: 4)),
    ("resume kill request-sent -1", .unexpectedWord(step: 1, word: 4)),
    ("resume kill request-sent 9", .tooManyTasks(step: 1, limit: 8)),
    // Nobody but the client knows whose claim it is.
    ("resume kill claim-stored 2", .unexpectedWord(step: 1, word: 4)),
    (
      "resume none none none none none none none none none", .tooManyTasks(step: 1, limit: 8)
    ),
    ("relaunch now", .unexpectedWord(step: 1, word: 2)),
    ("second-sender kill inside", .unexpectedWord(step: 1, word: 3)),
  ])
  func `a step that is none is refused where it is wrong`(text: String, error: ScheduleError) {
    #expect(throws: error) { try ScheduleStep(parsing: text) }
  }

  @Test func `a schedule names the step that is wrong, and has some but not too many`() {
    #expect(throws: ScheduleError.unknownCommand(step: 2)) {
      try Schedule(parsing: ["submit", "pause"])
    }
    #expect(throws: ScheduleError.empty) { try Schedule(parsing: []) }
    #expect(throws: ScheduleError.tooLong(steps: 201, limit: 200)) {
      try Schedule(parsing: Array(repeating: "submit", count: 201))
    }
  }

  @Test(arguments: [
    (ScheduleError.empty, "the schedule has no step"),
    (.tooLong(steps: 201, limit: 200), "the schedule has 201 steps; expected at most 200"),
    (
      .unknownCommand(step: 3),
      "step 3: expected 'submit', 'resume', 'second-sender' or 'relaunch' first"
    ),
    (
      .unexpectedWord(step: 1, word: 2),
      "step 1, word 2: expected a fault, 'none', 'refuse', 'kill' or nothing more"
    ),
    (
      .unusableFault(step: 2, word: 2),
      "step 2, word 2: expected a fault that a queue has to survive"
    ),
    (
      .noCrashPoint(step: 2),
      "step 2: expected a point behind 'kill': claim-stored, request-sent, server-committed, "
        + "answer-head, answer-read, before-marked or statement:N"
    ),
    (.tooManyTasks(step: 4, limit: 8), "step 4: expected at most 8 tasks"),
  ])
  func `an error says which step, and what is expected there`(error: ScheduleError, text: String) {
    #expect(error.description == text)
  }
}
