// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import Locking
import TestSupport
import Testing

@testable import Reporting

struct LogCommandsTests {
  private static let time: Int64 = 1_700_000_000

  @Test(arguments: [
    ([:], nil), (["GITHUB_ACTIONS": "true"], nil), (["GITLAB_CI": "false"], nil),
    (["GITLAB_CI": "true"], LogCommands.gitLab), (["BUILDKITE": "true"], .buildkite),
    (["TF_BUILD": "True"], .azure), (["TF_BUILD": "true"], .azure),
  ])
  func `a system is known by its variable`(variables: [String: String], expected: LogCommands?) {
    #expect(LogCommands { variables[$0] } == expected)
  }

  /// What a run prints, with what it says for itself.
  private func run(
    _ commands: LogCommands,
    _ summary: RunSummary,
    console: ConsoleFormat = .human(TerminalOptions())
  ) throws -> (printed: String, annotated: [String]) {
    let folder = try TemporaryFolder()
    let printed = Monitor("")
    let annotated = Monitor<[String]>([])
    let reports = try RunReports(
      folder: folder.file("report"),
      workspace: folder.path,
      console: console,
      output: { text in printed.withLock { $0 += text } },
      log: PipelineLog(commands, unixSeconds: { Self.time }) { line in
        annotated.withLock { $0.append(line) }
      }
    )
    try reports.post(.runStarted(summary.header))
    for result in summary.results { try reports.post(.caseEnded(result)) }
    try reports.post(.runEnded(summary))
    return (printed.withLock { $0 }, annotated.withLock { $0 })
  }

  @Test(arguments: [
    (
      LogCommands.gitLab,
      "\u{1b}[0Ksection_start:1700000000:oncegate_cases\r\u{1b}[0Koncegate gate, 7 cases\n",
      "\u{1b}[0Ksection_end:1700000000:oncegate_cases\r\u{1b}[0K\n"
    ),
    (.buildkite, "--- oncegate gate, 7 cases\n", "+++ verdict\n"),
    (.azure, "##[group]oncegate gate, 7 cases\n", "##[endgroup]\n"),
  ])
  func `the cases can be folded away, the verdict and what is broken cannot`(
    commands: LogCommands,
    opening: String,
    closing: String
  ) throws {
    let printed = try run(commands, Sample.closedGate()).printed
    #expect(printed.hasPrefix(opening))
    let parts = printed.components(separatedBy: closing)
    try #require(parts.count == 2)
    #expect(parts[0].contains("FAIL  queue.relaunch"))
    #expect(!parts[0].contains("GATE CLOSED"))
    #expect(parts[1].contains("GATE CLOSED") && parts[1].contains("  promised  "))
  }

  @Test(arguments: LogCommands.allCases)
  func `what a program reads, and what is short, has no sections`(commands: LogCommands) throws {
    let summary = try Sample.closedGate()
    for console in [.json, .tap, .human(TerminalOptions(verbosity: .quiet))] as [ConsoleFormat] {
      let printed = try run(commands, summary, console: console).printed
      #expect(!printed.contains("section_") && !printed.contains("+++") && !printed.contains("##["))
      #expect(!printed.contains("--- oncegate"))
    }
  }

  @Test func `Azure is told each case that needs attention, and the summary`() throws {
    let lines = try run(.azure, Sample.closedGate()).annotated
    try #require(lines.count == 2)
    #expect(
      lines[0]
        == "##vso[task.logissue type=error;sourcepath=acceptance/cases/QueueRelaunch.swift;"
        + "linenumber=42]queue.relaunch: key-stable-across-relaunch: "
        + "\(Finding.keyChangedOnRelaunch.happened); repeat: oncegate run queue.relaunch "
        + "--seed 7f3a1c --client './my-client'\n"
    )
    #expect(lines[1].hasPrefix("##vso[task.uploadsummary]/"))
    #expect(lines[1].hasSuffix("/report/summary.md\n"))
    #expect(try run(.azure, Sample.openGate()).annotated.count == 1)
    for commands in [LogCommands.gitLab, .buildkite] {
      #expect(try run(commands, Sample.closedGate()).annotated.isEmpty)
    }
  }

  @Test func `an issue escapes what its grammar uses`() {
    #expect(
      LogCommands.issue(file: "a;b]c%d\ne", line: 3, message: "100%\r\nnext]; a")
        == "##vso[task.logissue type=error;sourcepath=a%3Bb%5Dc%AZP25d%0Ae;linenumber=3]"
        + "100%AZP25%0Anext]; a"
    )
  }

  private static let commands = [
    "##vso[task.setvariable variable=PATH]/evil", "##[error]x", "##[group]", "::error::x",
    "--- a group", "+++ a group", "~~~ a group", "^^^ +++", "  --- a group", "##[##vso[##[",
    "#####vso[[", "##vs##vso[o[x]",
    "\u{1b}[0Ksection_start:1:x\r\u{1b}[0Kx", "\rsection_end:1:x\r", "a\n##vso[x]y\n--- z",
  ]

  @Test(arguments: commands + Sample.hostileTexts)
  func `no text from outside is a command of any system`(hostile: String) {
    for text in [
      TerminalText.line(hostile), LogCommands.issue(file: hostile, line: 1, message: hostile),
    ] {
      #expect(!text.contains("\n") && !text.contains("\r") && !text.contains("\u{1b}"))
    }
    let line = TerminalText.line(hostile)
    #expect(!line.contains("##[") && !line.contains("##vso["))
    let start = line.drop { $0 == " " }
    for sign in ["::", "---", "+++", "~~~", "^^^"] { #expect(!start.hasPrefix(sign), "\(line)") }
    // An issue is one command: nothing closes its properties early.
    let issue = LogCommands.issue(file: hostile, line: 7, message: "m")
    #expect(issue.hasSuffix(";linenumber=7]m"))
    #expect(issue.dropLast(2).count { $0 == "]" } == 0)
  }
}
