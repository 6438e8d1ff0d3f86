// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import Testing

@testable import Reporting

struct TerminalReportTests {
  private let paths = ReportPaths(folder: "oncegate-report", workspace: "/work")

  private func text(
    _ summary: RunSummary,
    _ options: TerminalOptions = TerminalOptions(),
    problem: ReportingError? = nil
  ) -> String {
    text(summary, .human(options), problem: problem)
  }

  private func text(
    _ summary: RunSummary,
    _ format: ConsoleFormat,
    problem: ReportingError? = nil
  ) -> String {
    var report = format.report(paths: paths)
    var text = report.text(for: .runStarted(summary.header), problem: nil)
    for result in summary.results where !result.verdict.wasNotRun {
      text += report.text(for: .caseStarted(result.description.name), problem: nil)
      text += report.text(for: .caseEnded(result), problem: nil)
    }
    if let signal = summary.interruption {
      text += report.text(for: .interrupted(signal: signal), problem: nil)
    }
    return text + report.text(for: .runEnded(summary), problem: problem)
  }

  private let closedLines = """
     pass  state.rejection        0.02 s  a rejected change goes back, and the control can be used again
     pass  state.unknown-outcome  0.02 s  an unknown outcome forbids writes until the server has been re-read
     pass  state.session-switch   0.02 s  \
    \(CaseCatalogue.all[2].promise)
     pass  queue.disconnect       0.02 s  a write made without a network is kept as it is, and sent once it can be
     pass  queue.lost-response    0.02 s  a write whose answer was lost is repeated as the same operation
     FAIL  queue.relaunch         0.11 s  a relaunched app repeats the same operation, not a new one
     pass  queue.key-conflict     0.02 s  a key conflict stops the write and is kept for a human to look at

    """

  private let closedEnding = """
    GATE CLOSED  1 of 7 promises broken                                     oncegate-report/report.html

    queue.relaunch  key-stable-across-relaunch
      promised  a task keeps its key when the app is killed and started again
      happened  a delivery after the relaunch carried another key than the one before
      evidence  oncegate-report/logs/queue.relaunch.jsonl:4
                  1  0b7e41c2  key 5f1c9a70  attempts 0  queued
                  2  0b7e41c2  key 5f1c9a70  attempts 1  committed
                  3  0b7e41c2  key 5f1c9a70  attempts 1  killed
                > 4  0b7e41c2  key 9d20e6b1  attempts 2  violated:key-stable-across-relaunch
      repeat    oncegate run queue.relaunch --seed 7f3a1c --client './my-client'
      known as  key not stable over retry or relaunch (element-hq/element-ios#512)

    """

  @Test func `a closed gate looks like this`() throws {
    #expect(
      text(try Sample.closedGate()) == """
        oncegate 0.1.0  gate, 7 cases  client ./my-client  subject bundled  profile default  seed 7f3a1c
        \(closedLines)
        \(closedEnding)
        """
    )
  }

  @Test func `a quiet run tells its verdict and what is broken`() throws {
    #expect(text(try Sample.closedGate(), TerminalOptions(verbosity: .quiet)) == closedEnding)
    #expect(
      text(Sample.openGate(), TerminalOptions(verbosity: .quiet)) == """
        GATE OPEN  7 of 7 promises held                                         \
        oncegate-report/report.html

        """
    )
  }

  @Test func `a verbose run tells the logs too`() throws {
    let verbose = text(try Sample.closedGate(), TerminalOptions(verbosity: .verbose))
    #expect(
      verbose.contains(
        """
         FAIL  queue.relaunch         0.11 s  a relaunched app repeats the same operation, not a new one
               0b7e41c2  key 5f1c9a70  attempts 0  queued
               0b7e41c2  key 5f1c9a70  attempts 1  committed
               0b7e41c2  key 5f1c9a70  attempts 1  killed
               0b7e41c2  key 9d20e6b1  attempts 2  violated:key-stable-across-relaunch
         pass  queue.key-conflict
        """
      )
    )
  }

  @Test func `colour is written only where it is asked for`() throws {
    #expect(!text(try Sample.closedGate()).contains("\u{1b}"))
    let coloured = text(try Sample.closedGate(), TerminalOptions(isColoured: true))
    #expect(coloured.contains(" \u{1b}[1;31mFAIL\u{1b}[0m  queue.relaunch "))
    #expect(coloured.contains("\u{1b}[1;31mGATE CLOSED  1 of 7 promises broken\u{1b}[0m  "))
    #expect(CleanText(coloured).description == text(try Sample.closedGate()))
  }

  @Test func `what could not be judged says why`() throws {
    let header = Sample.header()
    let verdicts: [Verdict] = [
      .unjudged(.timedOut(limit: .seconds(60))), .unjudged(.vacuous),
      .skipped(.missingCapability(.accounts)), .passed, .passed,
      .unjudged(.notRun(.interrupted)), .unjudged(.notRun(.interrupted)),
    ]
    let results = zip(header.cases, verdicts).map { Sample.result($0, $1) }
    let told = text(Sample.summary(header, results, interruption: 2))
    #expect(
      told.contains(
        """
         ERR   state.rejection        0.02 s  had not ended after 60 s and was stopped
         ERR   state.unknown-outcome  0.02 s  vacuous: the planned fault was not reached, so nothing was proved
         skip  state.session-switch   0.02 s  the client does not announce the capability 'accounts'
        """
      )
    )
    #expect(
      told.contains(
        """
        interrupted by signal 2, stopping
         ----  queue.relaunch                 not run: the run was interrupted
         ----  queue.key-conflict             not run: the run was interrupted

        NO VERDICT  interrupted by SIGINT, 2 of 7 cases not run
        """
      )
    )
    #expect(
      told.contains(
        """

        state.rejection  timed-out
          promised  a rejected change goes back, and the control can be used again
          happened  had not ended after 60 s and was stopped
          repeat    oncegate run state.rejection --seed 7f3a1c

        """
      )
    )
    #expect(!told.contains("queue.relaunch  not-run"))
  }

  @Test func `a case that was repeated says how many rounds passed`() {
    let cases = Sample.cases(2)
    let rounds: [Verdict] = [.passed, Sample.broken, .passed]
    let told = text(
      Sample.summary(
        Sample.header(cases: cases),
        [
          Sample.result(cases[0], .passed, otherRounds: rounds),
          Sample.result(cases[1], Sample.broken, otherRounds: rounds),
        ]
      )
    )
    #expect(told.contains(" pass  own.c1  0.02 s  promise number 1, 3 of 4 rounds passed\n"))
    #expect(told.contains("\n  rounds    2 of 4 rounds passed\n"))
  }

  @Test func `a block has at most fifteen lines`() throws {
    for (verdict, result) in zip(Sample.verdicts, Sample.everyVerdict().results) {
      let block = FailureBlock(
        result,
        header: Sample.header(),
        paths: paths,
        change: .newFailure
      )
      #expect(block.lines.count <= 15, "\(verdict)")
    }
  }

  @Test func `a key that changed is shown beside the key that it was, however long ago`() throws {
    let between = [Occurrence.received, .committed, .answered].map {
      LogLine(task: Sample.task, key: Sample.secondKey, attempts: 1, result: .happened($0))
    }
    let log = Sample.brokenLog.dropLast() + between + Sample.brokenLog.suffix(1)
    let result = Sample.result(
      try Sample.description("queue.relaunch"),
      Sample.broken,
      log: Array(log)
    )
    #expect(
      FailureBlock(result, header: Sample.header(), paths: paths).excerpt == [
        "  3  0b7e41c2  key 5f1c9a70  attempts 1  killed",
        "  5  0b7e41c2  key 9d20e6b1  attempts 1  committed",
        "  6  0b7e41c2  key 9d20e6b1  attempts 1  answered",
        "> 7  0b7e41c2  key 9d20e6b1  attempts 2  violated:key-stable-across-relaunch",
      ]
    )
  }

  @Test func `many failures are explained on the page`() {
    let cases = Sample.cases(25)
    let header = Sample.header(cases: cases)
    let told = text(
      Sample.summary(header, cases.map { Sample.result($0, .failed(.preconditionFailed)) })
    )
    #expect(told.hasSuffix("\n5 more in oncegate-report/report.html\n"))
  }

  @Test func `IDs that begin alike are shown as long as it takes to tell them apart`() {
    let first = KeyID(redacting: "01890a5d-ac96-774b-bcce-b302099a8057")
    let second = KeyID(redacting: "01890a5d-ac96-774b-bcce-b302099a8058")
    let log = [first, second].map {
      LogLine(task: Sample.task, key: $0, attempts: 1, result: .happened(.received))
    }
    let tokens = ShortTokens(log)
    #expect(tokens.text(of: log[0]) != tokens.text(of: log[1]))
    let none = LogLine(task: Sample.task, key: .none, attempts: 0, result: .happened(.loaded))
    #expect(ShortTokens([none]).text(of: none) == "0b7e41c2  key -  attempts 0  loaded")
    let digest = LogLine(
      task: TaskID(redacting: "somebody@example.org"),
      key: .none,
      attempts: 0,
      result: .happened(.loaded)
    )
    #expect(!ShortTokens([digest]).text(of: digest).hasPrefix("digest-"))
  }

  @Test func `no text from outside steers the terminal or the pipeline`() throws {
    for hostile in Sample.hostileTexts {
      let header = Sample.header(client: hostile, profile: hostile, repeatOptions: hostile)
      let results = header.cases.map { Sample.result($0, .failed(.preconditionFailed)) }
      let told = text(Sample.summary(header, results))
      #expect(!told.contains("\u{1b}"))
      #expect(!told.contains("##["))
      for line in told.split(separator: "\n") {
        #expect(!line.drop { $0 == " " }.hasPrefix("::"))
      }
      #expect(told.split(separator: "\n").count < 100)
    }
    #expect(TerminalText.line("::error::x") == "'::error::x'")
    #expect(TerminalText.line("##[##[x") == "# #[# #[x")
  }

  @Test func `TAP looks like this`() throws {
    let told = text(try Sample.closedGate(), .tap)
    #expect(told.hasPrefix("TAP version 14\n1..7\nok 1 - state.rejection\n"))
    #expect(
      told.hasSuffix(
        """
        not ok 6 - queue.relaunch
          ---
          kind: "invariant-broken"
          message: "key-stable-across-relaunch: \
        a delivery after the relaunch carried another key than the one before"
          file: "acceptance/cases/QueueRelaunch.swift"
          line: "42"
          repeat: "oncegate run queue.relaunch --seed 7f3a1c --client './my-client'"
          ...
        ok 7 - queue.key-conflict
        # GATE CLOSED: 1 of 7 promises broken

        """
      )
    )
    let every = text(Sample.everyVerdict(), .tap).split(separator: "\n")
    let points = every.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(points.count == Sample.verdicts.count)
    let skipped = points.filter { $0.contains(" does not announce the capability ") }
    #expect(skipped.count == Capability.allCases.count)
    #expect(skipped.allSatisfy { $0.hasPrefix("ok ") })
    let bailed = text(
      Sample.summary(Sample.header(), [], problem: .canarySurvived),
      .tap
    )
    #expect(bailed.contains("\nBail out! NO VERDICT: this build does not check preconditions"))
  }

  @Test func `JSON is an object per line, in step with the events`() throws {
    for summary in [try Sample.closedGate(), Sample.everyVerdict()] {
      let lines = text(summary, .json).split(separator: "\n")
      let objects = try lines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(objects.allSatisfy { $0["version"] as? Int == 1 })
      #expect(objects.first?["event"] as? String == "run-started")
      #expect(objects.last?["event"] as? String == "run-ended")
      #expect(objects.last?["gate"] as? String == "GATE CLOSED")
      #expect(objects.last?["exitStatus"] as? Int == 1)
      let ended = objects.filter { $0["event"] as? String == "case-ended" }
      #expect(ended.count == summary.results.count)
      #expect(
        Set(ended.compactMap { $0["case"] as? String })
          == Set(summary.results.map(\.description.name.description))
      )
    }
    let problem = ReportingError.notWritten(path: "x", code: 28)
    let last = text(Sample.openGate(), .json, problem: problem).split(separator: "\n").last
    #expect(last?.contains("\"exitStatus\":3") == true)
    #expect(last?.contains("\"gate\":\"NO VERDICT\"") == true)
  }
}
