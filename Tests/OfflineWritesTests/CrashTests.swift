// SPDX-License-Identifier: Apache-2.0

import Foundation
import Locking
import TestSupport
import Testing

@testable import OfflineWrites

/// Ends a process before each statement of its life in turn, and looks at what it leaves behind.
struct CrashTests {
  private static let body = bytes(#"{"a":1}"#)

  /// An app's life: it opens its queue, submits, says so, and sends; every step leaves a mark.
  private static func live(in folder: String, dieBefore fatal: Int?) throws -> Int {
    let statements = Monitor(0)
    let transport = ScriptedTransport { request in
      mark("sent", in: folder, request.headers.map(\.value).joined(separator: " "))
      return .success
    }
    let queue = try OfflineQueue(
      storeAt: "\(folder)/queue.sqlite",
      configuration: QueueConfiguration(endpoint: try #require(Endpoint("http://127.0.0.1:9/"))),
      transport: transport,
      clock: { .system },
      random: SystemRandomNumberGenerator(),
      trace: { _ in
        let number = statements.withLock { number -> Int in
          number += 1
          return number
        }
        if number == fatal { kill(getpid(), SIGKILL) }
      }
    )
    let task = try queue.submit(body)
    mark("acknowledged", in: folder, task.id)
    try queue.resume()
    mark("resumed", in: folder, "")
    return statements.withLock { $0 }
  }

  private static func mark(_ name: String, in folder: String, _ text: String) {
    _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(text.utf8))
  }

  private static func marked(_ name: String, in folder: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// How many statements a whole life has.
  private static func statementCount() throws -> Int {
    let folder = try TemporaryFolder()
    return try live(in: folder.path, dieBefore: nil)
  }

  @Test(.timeLimit(.minutes(30)))
  func `whatever statement a process dies at, one action stays one action`() async throws {
    let count = try Self.statementCount()
    #expect(count > 20)
    for fatal in 1...count {
      let folder = try TemporaryFolder()
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, fatal = fatal as Int] in
        _ = try Self.live(in: path, dieBefore: fatal)
      }
      try Self.examine(path, fatal)
    }
  }

  private static func examine(_ folder: String, _ fatal: Int) throws {
    let transport = ScriptedTransport { _ in .success }
    let queue = try OfflineQueue(
      storeAt: "\(folder)/queue.sqlite",
      configuration: QueueConfiguration(endpoint: try #require(Endpoint("http://127.0.0.1:9/"))),
      transport: transport
    )
    let tasks = try queue.tasks()
    let acknowledged = marked("acknowledged", in: folder)
    let sent = marked("sent", in: folder)
    #expect(tasks.count <= 1, "statement \(fatal)")
    // Acknowledged means durable.
    if let acknowledged { #expect(tasks.map(\.id) == [acknowledged], "statement \(fatal)") }
    for task in tasks {
      #expect(try queue.body(of: task.id) == body)
      // Sent means counted before, under the key that is stored.
      if let sent {
        #expect(task.attempts == 1, "statement \(fatal)")
        #expect(sent.hasSuffix(task.key.text), "statement \(fatal)")
      }
      // Completed means confirmed before.
      if task.state == .completed { #expect(sent != nil, "statement \(fatal)") }
    }
    // What is left is sent at once: the claim of the dead process holds up nobody.
    let report = try queue.resume()
    #expect(report.claimedElsewhere == 0, "statement \(fatal)")
    let after = try queue.tasks()
    #expect(after.allSatisfy { $0.state == .completed }, "statement \(fatal)")
    #expect(after.map(\.key) == tasks.map(\.key))
    #expect(transport.sent.allSatisfy { $0.body == body })
  }

  @Test func `a disk that takes no more acknowledges nothing and loses nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      let queue = try OfflineQueue(
        storeAt: "\(path)/queue.sqlite",
        configuration: QueueConfiguration(endpoint: try #require(Endpoint("http://127.0.0.1:9/"))),
        transport: ScriptedTransport { _ in .success }
      )
      _ = try queue.submit(Self.body)
      // A file that may not grow is what a full disk is to this process alone.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
      #if canImport(Darwin)
      setrlimit(RLIMIT_FSIZE, &limit)
      #else
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #endif
      do throws(QueueError) {
        let long = "\"" + String(repeating: "x", count: 200_000) + "\""
        _ = try queue.submit(bytes(long))
        exit(1)
      } catch {
        switch error {
        case .storeFailed, .storeFull: break
        default: exit(3)
        }
        exit(try queue.tasks().count == 1 ? 7 : 2)
      }
    }
    let queue = try OfflineQueue(
      storeAt: "\(path)/queue.sqlite",
      configuration: QueueConfiguration(endpoint: try #require(Endpoint("http://127.0.0.1:9/"))),
      transport: ScriptedTransport { _ in .success }
    )
    #expect(try queue.resume().completed == 1)
  }
}
