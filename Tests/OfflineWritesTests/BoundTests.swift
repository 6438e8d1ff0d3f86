// SPDX-License-Identifier: Apache-2.0

import OfflineWritesURLSession
import TestSupport
import Testing

@testable import OfflineWrites

/// Each bound of the queue lets pass what reaches it, and refuses one more.
struct BoundTests {
  @Test func `bytes of a body`() throws {
    let queue = try QueueFixture().queue { $0.limits = QueueLimits(bodyBytesMax: 4) }
    _ = try queue.submit(bytes("1234"))
    #expect(throws: QueueError.bodyTooLong(5, max: 4)) { try queue.submit(bytes("12345")) }
    #expect(try queue.tasks().count == 1)
  }

  @Test func `unfinished tasks`() throws {
    let queue = try QueueFixture().queue(ScriptedTransport { _ in .status(409) }) {
      $0.limits = QueueLimits(unfinishedTasksMax: 1)
    }
    _ = try queue.submit(bytes("1"))
    #expect(throws: QueueError.full(max: 1)) { try queue.submit(bytes("2")) }
    #expect(try queue.tasks().count == 1)
  }

  @Test(.timeLimit(.minutes(30)), arguments: TransportKind.allCases, [0, 1])
  func `bytes of an answer's body`(kind: TransportKind, beyond: Int) throws {
    let countMax = 100
    let body = String(repeating: "x", count: countMax + beyond)
    let found = try answer(kind, http("200 OK", body), bodyMax: countMax, headMax: 8192)
    #expect(
      found == (beyond == 0 ? .success(.init(status: 200, body: bytes(body))) : .failure(.tooLong))
    )
  }

  #if os(Linux)
  // How URLSession counts is its own: its bound is that of a field's text.
  @Test(.timeLimit(.minutes(30)), arguments: [0, 1])
  func `bytes of an answer's head`(beyond: Int) throws {
    let reply = http("200 OK", headers: ["X: y"])
    let found = try answer(.curl, reply, bodyMax: 10, headMax: reply.utf8.count - beyond)
    #expect(found == (beyond == 0 ? .success(.init(status: 200, body: [])) : .failure(.tooLong)))
  }
  #endif

  private func answer(
    _ kind: TransportKind,
    _ reply: String,
    bodyMax: Int,
    headMax: Int
  ) throws -> Result<TransportAnswer, TransportFailure> {
    let server = try RawServer { _ in .send(reply) }
    defer { server.close() }
    let request = TransportRequest(
      endpoint: try #require(Endpoint(server.url)),
      method: "POST",
      headers: [],
      body: bytes("{}"),
      timeoutMilliseconds: 20_000,
      answerBytesMax: bodyMax,
      answerHeaderBytesMax: headMax
    )
    do throws(TransportFailure) {
      return .success(try kind.transport.send(request))
    } catch {
      return .failure(error)
    }
  }

  @Test func `bytes of what a server says about waiting`() {
    let now = WallTime(milliseconds: 0)
    let fits = String(repeating: "0", count: RetryAfter.bytesMax - 1) + "5"
    #expect(RetryAfter.milliseconds(of: fits, now: now) == 5000)
    #expect(RetryAfter.milliseconds(of: "0" + fits, now: now) == nil)
  }
}
