// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import oncegate

struct ManualPageTests {
  /// What a reader of manual pages says, or nothing where there is none on this machine.
  private func reader(_ words: [String]) throws -> String? {
    guard
      GateRun.searchPath.split(separator: ":").contains(where: {
        Files.exists("\($0)/\(words[0])")
      })
    else { return nil }
    let folder = try TemporaryFolder()
    try Files.create(folder.file("oncegate.1"), ManualPage.text() + "\n", isExecutable: false)
    let finished = try ChildProcess.run(
      Command(
        ["/bin/sh", "-c", "\(words.joined(separator: " ")) \(folder.file("oncegate.1")) 2>&1"],
        environment: ["PATH": GateRun.searchPath, "LC_ALL": "C.UTF-8", "HOME": folder.path]
      ),
      outputBytesMax: 4 << 20,
      timeLimit: GateRun.timeMax
    )
    #expect(finished.exit == .exited(0))
    return String(decoding: finished.output, as: UTF8.self)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-man", "-Tutf8", "-ww", "-z"],
    ]
  )
  func `no reader of manual pages has a complaint`(words: [String]) throws {
    #expect(try reader(words) ?? "" == "")
  }

  @Test(.timeLimit(.minutes(30)))
  func `every command, option, topic and exit status can be read in it`() throws {
    guard let shown = try reader(["mandoc", "-T", "ascii", "-O", "width=500"]) else { return }
    // A terminal is told bold letters by writing them twice.
    let text = shown.replacing(/.\u{8}/, with: "")
    for command in Commands.withSubcommands where command.subcommands.isEmpty {
      #expect(text.contains("oncegate \(command.name)"), "\(command.name)")
      for option in command.options { #expect(text.contains(option.name)) }
      for line in command.discussion where !line.isEmpty { #expect(text.contains(line), "\(line)") }
    }
    for topic in Topic.all { #expect(text.contains("oncegate help \(topic.name)")) }
    for status in ExitStatus.allCases { #expect(text.contains(status.meaning)) }
    for variable in PipelineVariable.all { #expect(text.contains(variable.meaning)) }
    for line in ManualPage.text().split(separator: "\n") { #expect(!line.hasPrefix("'")) }
  }
}
