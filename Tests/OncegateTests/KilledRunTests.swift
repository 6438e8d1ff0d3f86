// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a run of a user's own cases leaves when it is killed.
struct KilledRunTests {
  /// A case that starts processes that belong to nobody, and then never ends.
  private static let stubborn = """
    #!/bin/sh
    trap '' TERM INT HUP
    (setsid sh -c 'trap "" TERM; sleep 1000; sleep 1000' &)
    (setsid sh -c 'kill -STOP $$' &)
    env -i sh -c 'sleep 1000; :' "$RUNS" &
    : >"$RUNS"
    sleep 1000
    """

  /// The living processes whose environment or arguments name a folder.
  private func processes(naming folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { Int32($0) != nil && Int32($0) != getpid() }.filter { identity in
      ["environ", "cmdline"].contains { file in
        let data = FileManager.default.contents(atPath: "/proc/\(identity)/\(file)") ?? Data()
        return data.range(of: Data(folder.utf8)) != nil
      }
    }
  }

  /// Waits until something is so, at most a minute.
  private func isSoon(_ condition: () throws -> Bool) rethrows -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while clock.now < deadline {
      if try condition() { return true }
      _ = poll(nil, 0, 5)
    }
    return false
  }

  @Test(.timeLimit(.minutes(30)), arguments: [[SIGKILL], [SIGTERM, SIGKILL], [SIGINT, SIGTERM]])
  func `a killed run leaves neither a process nor a folder`(signals: [Int32]) throws {
    let folder = try TemporaryFolder()
    let (script, runs, temporary) = (folder.file("case"), folder.file("runs"), folder.file("tmp"))
    try Data(Self.stubborn.utf8).write(to: URL(fileURLWithPath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let configuration = """
      {
        "pass": ["RUNS"],
        "cases": [{"name": "own.stubborn", "promise": "it ends", "command": "\(script)"}]
      }
      """
    let file = folder.file("oncegate.json")
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
    let process = try ChildProcess.start(
      GateRun.command(
        ["run", "own.stubborn", "--config", file],
        reports: folder.file("report"),
        environment: ["TMPDIR": temporary, "RUNS": runs]
      )
    )
    while !FileManager.default.fileExists(atPath: runs) {
      try #require(process.finished == nil, "the run ended before its case ran")
      _ = poll(nil, 0, 5)
    }
    // Shows that they would be found.
    #expect(processes(naming: folder.path).count > 3)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    // The command is the process itself: the shell before it has become it.
    for signal in signals { kill(process.processID, signal) }
    #expect(isSoon { processes(naming: folder.path).isEmpty })
    #expect(try isSoon { try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty })
    _ = process.waitUntilEnded()
  }
}
