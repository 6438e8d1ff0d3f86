// SPDX-License-Identifier: Apache-2.0

import Foundation
import Locking
import Storing
import TestSupport
import Testing

@testable import OfflineWrites

struct ClaimTests {
  private let fixture: QueueFixture

  init() throws { fixture = try QueueFixture() }

  /// What happens while a request is on its way.
  private final class Interlude: Sendable {
    private let action = Monitor<(@Sendable () throws -> Void)?>(nil)

    func set(_ new: @escaping @Sendable () throws -> Void) { action.withLock { $0 = new } }

    func run() {
      guard
        let once = action.withLock({ action in
          defer { action = nil }
          return action
        })
      else { return }
      do { try once() } catch { Issue.record(error) }
    }
  }

  @Test(arguments: [true, false])
  func `a task on its way is not sent a second time`(isSameQueue: Bool) throws {
    let interlude = Interlude()
    let transport = ScriptedTransport { _ in
      interlude.run()
      return .success
    }
    let queue = try fixture.queue(transport)
    let other = isSameQueue ? queue : try fixture.queue(transport)
    _ = try queue.submit(bytes("1"))
    _ = try queue.submit(bytes("2"))
    interlude.set {
      // The other sender respects the claim, and takes what is free.
      let report = try other.resume()
      #expect(report.claimedElsewhere == 1 && report.completed == 1)
    }
    let report = try queue.resume()
    #expect(report.completed == 1)
    #expect(transport.sent.map(\.body) == [bytes("1"), bytes("2")])
    #expect(try queue.tasks().map(\.attempts) == [1, 1])
  }

  @Test func `a task that is submitted during a drain is kept for the next one`() throws {
    let interlude = Interlude()
    let queue = try fixture.queue(
      ScriptedTransport { _ in
        interlude.run()
        return .success
      }
    )
    _ = try queue.submit(bytes("1"))
    interlude.set { _ = try queue.submit(bytes("2")) }
    #expect(try queue.resume().completed == 1)
    #expect(try queue.tasks().map(\.state) == [.completed, .pending])
    #expect(try queue.resume().completed == 1)
  }

  @Test func `a dead sender's claim is taken over at once`() throws {
    // Claimed by senders that no process is: what a process leaves behind that was killed.
    let transport = ScriptedTransport { _ in .success }
    let queue = try fixture.queue(transport)
    for number in 0..<3 { _ = try queue.submit(bytes("\(number)")) }
    let database = try fixture.rawStore()
    try database.run("UPDATE task SET claim_owner = sequence - 1, attempts = 1")
    #expect(try queue.resume().completed == 3)
    #expect(try queue.tasks().map(\.attempts) == [2, 2, 2])
  }

  @Test func `a living sender's claim is respected until it ends`() throws {
    let queue = try fixture.queue()
    _ = try queue.submit(bytes("1"))
    try fixture.rawStore().run("UPDATE task SET claim_owner = 5, attempts = 1")
    var living: SenderLock? = try SenderLock.take(5, besideStoreAt: fixture.path)
    #expect(living != nil)
    #expect(try queue.resume().claimedElsewhere == 1)
    living = nil
    #expect(try queue.resume().completed == 1)
  }

  @Test func `a number is free although a child that is being started holds its descriptor`() throws
  {
    let path = fixture.path
    var lock: SenderLock? = try SenderLock.take(3, besideStoreAt: path)
    #expect(lock != nil)
    let copies = descriptors(ofFileAt: "\(path)-sender-3").map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1 && copies.allSatisfy { $0 >= 0 })
    lock = nil
    #expect(try SenderLock.take(3, besideStoreAt: path) != nil)
  }

  /// The descriptors of this process that are open on a file.
  private func descriptors(ofFileAt path: String) -> [Int32] {
    var file = stat()
    guard stat(path, &file) == 0 else { return [] }
    return (0..<Int32(1_024)).filter { descriptor in
      var open = stat()
      return fstat(descriptor, &open) == 0 && open.st_dev == file.st_dev
        && open.st_ino == file.st_ino
    }
  }

  @Test func `a number belongs to one sender and is free when that ends`() throws {
    let path = fixture.path
    var senders = try (0..<SenderLock.sendersMax).map { _ in
      try SenderLock.lowestFree(besideStoreAt: path)
    }
    #expect(senders.map(\.number) == (0..<Int64(SenderLock.sendersMax)).map(\.self))
    #expect(throws: QueueError.tooManySenders(max: SenderLock.sendersMax)) {
      try SenderLock.lowestFree(besideStoreAt: path)
    }
    senders.remove(at: 7)
    #expect(try SenderLock.lowestFree(besideStoreAt: path).number == 7)
  }

  @Test func `a lock file that cannot be made is an error`() throws {
    #expect(throws: QueueError.senderLock(errno: ENOENT)) {
      try SenderLock.lowestFree(besideStoreAt: fixture.folder.file("none/queue.sqlite"))
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `many senders at once send each task once`() async throws {
    let sent = Monitor<[[UInt8]: Int]>([:])
    let transport = ScriptedTransport { request in
      sent.withLock { $0[request.body, default: 0] += 1 }
      return .success
    }
    let queue = try fixture.queue(transport)
    for number in 0..<40 { _ = try queue.submit(bytes("\(number)")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let other = try fixture.queue(transport)
        group.addTask { try other.resume() }
      }
      try await group.waitForAll()
    }
    #expect(sent.withLock { $0.count } == 40)
    #expect(sent.withLock { $0.values.allSatisfy { $0 == 1 } })
    #expect(try queue.tasks().allSatisfy { $0.state == .completed && $0.attempts == 1 })
  }
}
