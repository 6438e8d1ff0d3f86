// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import ChildProcesses

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is cleared away behind a process that is killed.
struct JanitorTests {
  /// Starts a janitor, hands it a folder with a file in it, and starts a family.
  private static func startRun(in folder: String) throws {
    Janitor.start(Command([BuiltProducts.path(of: "oncegate"), "janitor"]))
    Janitor.entrust(folder: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
    startFamily()
  }

  private func family(_ output: [UInt8]) -> [Int32] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
  }

  private func isRemovedSoon(_ path: String) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while clock.now < deadline {
      if !FileManager.default.fileExists(atPath: path) { return true }
      _ = poll(nil, 0, 5)
    }
    return false
  }

  @Test(.timeLimit(.minutes(30)))
  func `whoever is killed leaves no family and no folder`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    let result = await #expect(
      processExitsWith: .signal(SIGKILL),
      observing: [\.standardOutputContent]
    ) { [path = path as String] in
      try Self.startRun(in: path)
      kill(getpid(), SIGKILL)
    }
    let family = family(try #require(result).standardOutputContent)
    #expect(family.count >= 3)
    for member in family { #expect(isGoneSoon(member)) }
    #expect(isRemovedSoon(path))
  }

  @Test(.timeLimit(.minutes(30)))
  func `who kills everything and then itself leaves no folder`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
      try Self.startRun(in: path)
      ProcessTree.killEverything()
      SignalWatch.end(by: SIGTERM)
    }
    #expect(isRemovedSoon(path))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a janitor that is dismissed is gone and touches nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) { [path = path as String] in
      try Self.startRun(in: path)
      ProcessTree.killEverything()
      Janitor.dismiss()
      // Nothing is left to wait for.
      exit(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    #expect(FileManager.default.fileExists(atPath: "\(path)/file"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a janitor is nobody's left process`() async {
    await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) {
      Janitor.start(Command([BuiltProducts.path(of: "oncegate"), "janitor"]))
      guard try run("exit 0").leftProcesses == 0, try run("sleep 98765 & :").leftProcesses == 1
      else { exit(EXIT_FAILURE) }
      exit(EXIT_SUCCESS)
    }
  }

  @Test func `a message is read as it was written, whatever a path holds`() {
    let messages: [JanitorMessage] = [
      .started(17, token: "run-1.2", clearsUp: true), .started(18, token: "a", clearsUp: false),
      .ended(17), .folder("/tmp/a b\n\u{e4}"), .dismissed,
    ]
    for message in messages { #expect(JanitorMessage(line: message.line) == message) }
  }

  @Test(arguments: [
    "", "careful", "careful 1 a", "careless -5 a", "careless 9", "else 3", "dismissed 1",
  ])
  func `what is no message is none`(line: String) {
    #expect(JanitorMessage(line: Array(line.utf8)) == nil)
  }

  @Test func `what was told is put together from pieces`() {
    var knowledge = JanitorProcess.Knowledge()
    let messages: [JanitorMessage] = [
      .started(17, token: "a.1", clearsUp: true), .started(18, token: "a.2", clearsUp: false),
      .folder("/tmp/a"), .ended(17),
    ]
    for byte in messages.flatMap({ $0.line + [UInt8(ascii: "\n")] }) { knowledge.take([byte]) }
    #expect(knowledge.started == [18: .init(token: "a.2", clearsUp: false)])
    #expect(knowledge.folders == ["/tmp/a"])
    #expect(!knowledge.isDismissed)
    knowledge.take(JanitorMessage.dismissed.line)
    #expect(!knowledge.isDismissed)
    knowledge.take([UInt8(ascii: "\n")])
    #expect(knowledge.isDismissed)
  }
}
