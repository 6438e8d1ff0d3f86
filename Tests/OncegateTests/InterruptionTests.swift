// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a killed or interrupted run leaves.
struct InterruptionTests {
  /// A client that says that it runs, by a file, and then never ends, with children that hide.
  private static func stubbornClient(in folder: TemporaryFolder) throws -> String {
    let client = folder.file("client")
    let script = """
      #!/bin/sh
      trap '' TERM INT HUP
      (setsid sleep 1000 &) >/dev/null 2>&1
      sleep 1000 &
      : >"\(folder.path)/runs"
      while :; do sleep 1000; done
      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: client))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: client)
    return client
  }

  /// Starts a gate whose client never ends, and returns when that client runs.
  private func startedRun(in folder: TemporaryFolder) throws -> ChildProcess {
    let client = try Self.stubbornClient(in: folder)
    let process = try ChildProcess.start(
      GateRun.command(
        ["run", "--client", client, "--jobs", "7"],
        reports: folder.file("report"),
        environment: ["TMPDIR": folder.path]
      ),
      output: .collect(bytesMax: 1 << 20)
    )
    while !FileManager.default.fileExists(atPath: folder.file("runs")) {
      try #require(process.finished == nil, "the run ended before its client ran")
      _ = poll(nil, 0, 5)
    }
    return process
  }

  /// The processes whose environment or arguments name a folder.
  private func processes(naming folder: TemporaryFolder) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { Int32($0) != nil && Int32($0) != getpid() }.filter { identity in
      ["environ", "cmdline"].contains { file in
        let data = FileManager.default.contents(atPath: "/proc/\(identity)/\(file)") ?? Data()
        return data.range(of: Data(folder.path.utf8)) != nil
      }
    }
  }

  private func cases(in folder: TemporaryFolder) throws -> [JUnitCase] {
    try JUnitReader.cases(
      in: folder.file("report/TEST-oncegate.xml"),
      schema: JUnitSchema(.rich)
    ).cases
  }

  @Test(.timeLimit(.minutes(30)), arguments: [SIGTERM, SIGINT])
  func `a signal ends a run with complete reports and its own status`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let process = try startedRun(in: folder)
    #expect(processes(naming: folder).count > 1)
    process.kill(signal)
    let finished = process.waitUntilEnded()
    #expect(finished.exit == .exited(128 + signal))
    #expect(finished.leftProcesses == 0)
    #expect(processes(naming: folder).isEmpty)
    let cases = try cases(in: folder)
    #expect(cases.count == 7)
    #expect(cases.filter { $0.name.hasPrefix("queue.") }.allSatisfy { $0.type == "NotRun" })
    let terminal = String(decoding: finished.output, as: UTF8.self)
    #expect(terminal.contains("NO VERDICT"), "\(terminal)")
    let summary = try String(contentsOfFile: folder.file("report/summary.md"), encoding: .utf8)
    #expect(summary.contains("NO VERDICT"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "client", "report", "runs",
      ]
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `a killed run leaves a truthful report and no process`() throws {
    let folder = try TemporaryFolder()
    let process = try startedRun(in: folder)
    // The command is the process itself: the shell before it has become it.
    kill(process.processID, SIGKILL)
    while !processes(naming: folder).isEmpty { _ = poll(nil, 0, 5) }
    _ = process.waitUntilEnded()
    let cases = try cases(in: folder)
    #expect(cases.count == 7)
    for junitCase in cases where junitCase.name.hasPrefix("queue.") {
      #expect(junitCase.outcome == .error)
      #expect(junitCase.type == "NotRun")
    }
  }
}
