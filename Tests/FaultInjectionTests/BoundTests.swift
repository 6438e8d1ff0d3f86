// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FaultInjection

/// Each bound of a request lets pass what reaches it, and refuses one more.
struct BoundTests {
  private func scene(_ change: (inout Limits) -> Void) throws -> Scene {
    var limits = Limits.default
    change(&limits)
    return try Scene(limits: limits)
  }

  private static let head = "POST /items HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k1\r\n"

  private static func chunked(_ body: String) -> String {
    head + "Transfer-Encoding: chunked\r\n\r\n" + body
  }

  @Test(.timeLimit(.minutes(30))) func `bytes of a head`() throws {
    let bytes = request(fields: ["A: b"])
    let count = bytes.utf8.count - #"{"title":"a"}"#.utf8.count
    let scene = try scene { $0.headerBytesMax = count }
    #expect(try scene.exchange(bytes).status == 200)
    #expect(try scene.exchange(request(fields: ["A: bc"])).status == 431)
  }

  @Test(.timeLimit(.minutes(30))) func `bytes of a head that never ends`() throws {
    let scene = try scene { $0.headerBytesMax = 100 }
    #expect(try scene.exchange(String(repeating: "a", count: 99) + "\n").status == 400)
    #expect(try scene.exchange(String(repeating: "a", count: 100) + "\n").status == 431)
    #expect(try scene.exchange(String(repeating: "a", count: 101)).status == 431)
  }

  @Test(.timeLimit(.minutes(30))) func `bytes of trailers`() throws {
    let scene = try scene { $0.headerBytesMax = 110 }
    func trailer(_ count: Int) -> String {
      let line = "T: " + String(repeating: "t", count: count - 7) + "\r\n"
      return Self.chunked("2\r\n{}\r\n0\r\n\(line)\r\n")
    }
    #expect(try scene.exchange(trailer(110)).status == 200)
    #expect(try scene.exchange(trailer(111)).status == 431)
  }

  @Test(.timeLimit(.minutes(30))) func `header fields of trailers`() throws {
    let scene = try scene { $0.headerCountMax = 4 }
    func trailers(_ count: Int) -> String {
      let lines = String(repeating: "T: t\r\n", count: count)
      return Self.chunked("2\r\n{}\r\n0\r\n\(lines)\r\n")
    }
    #expect(try scene.exchange(trailers(4)).status == 200)
    #expect(try scene.exchange(trailers(5)).status == 431)
  }

  @Test(.timeLimit(.minutes(30))) func `bytes of the line before a chunk`() throws {
    let scene = try scene { $0.headerBytesMax = 120 }
    func extended(_ count: Int) -> String {
      Self.chunked("2;" + String(repeating: "e", count: count - 4) + "\r\n{}\r\n0\r\n\r\n")
    }
    #expect(try scene.exchange(extended(120)).status == 200)
    #expect(try scene.exchange(extended(121)).status == 431)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [false, true])
  func `bytes of a body`(_ isChunked: Bool) throws {
    let scene = try scene { $0.bodyBytesMax = 100 }
    func body(_ count: Int) -> String {
      let text = "\"" + String(repeating: "a", count: count - 2) + "\""
      guard isChunked else { return request(text) }
      // In two chunks: their sum is what counts.
      let rest = String(count - 10, radix: 16)
      return Self.chunked(
        "a\r\n\(text.prefix(10))\r\n\(rest)\r\n\(text.dropFirst(10))\r\n0\r\n\r\n"
      )
    }
    #expect(try scene.exchange(body(100)).status == 200)
    #expect(try scene.exchange(body(101)).status == 413)
    #expect(scene.ledger.deliveries.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `digits of a chunk's size`() throws {
    let scene = try scene { _ in }
    let zeros = String(repeating: "0", count: 15)
    #expect(try scene.exchange(Self.chunked("\(zeros)2\r\n{}\r\n0\r\n\r\n")).status == 200)
    #expect(try scene.exchange(Self.chunked("\(zeros)02\r\n{}\r\n0\r\n\r\n")).status == 400)
  }

  @Test(.timeLimit(.minutes(30))) func `bytes that a ledger keeps`() throws {
    let body = #"{"title":"a"}"#
    let meaning = try StrictJSON(parsing: Array(body.utf8)).canonicalBytes.count
    let named = "POST".utf8.count + "/items".utf8.count + "k1".utf8.count
    let bytes = request(fields: ["Authorization: secret"])
    let type = bytes.contains("Content-Type: application/json") ? "application/json".utf8.count : 0
    let kept = body.utf8.count + meaning + named + type + "secret".utf8.count
    let fits = try scene { $0.deliveredBytesMax = kept }
    #expect(try fits.exchange(bytes).status == 200)
    #expect(try fits.exchange(bytes).status == 507)
    let tight = try scene { $0.deliveredBytesMax = kept - 1 }
    #expect(try tight.exchange(bytes).status == 507)
    #expect(tight.ledger.deliveries.isEmpty)
  }

  @Test func `attempts of a script`() throws {
    func script(_ count: Int) -> [UInt8] {
      let list = Array(repeating: "null", count: count).joined(separator: ",")
      return Array("{\"perAttempt\":[\(list)]}".utf8)
    }
    let countMax = FaultScript.attemptsMax
    #expect(try FaultScript(json: script(countMax)).perAttempt.count == countMax)
    #expect(throws: FaultScriptError.tooMany(limit: countMax)) {
      try FaultScript(json: script(countMax + 1))
    }
  }

  @Test(
    arguments: [
      ("slow-trickle", String(Fault.pauseMillisecondsMax), String(Fault.pauseMillisecondsMax + 1)),
      ("truncated-body", String(Fault.bytesMax), String(Fault.bytesMax + 1)),
      ("reset-mid-response", String(Fault.bytesMax), String(Fault.bytesMax + 1)),
      (
        "too-many-requests", String(repeating: "9", count: Fault.retryAfterBytesMax),
        String(repeating: "9", count: Fault.retryAfterBytesMax + 1)
      ),
      ("status-after-commit", "599", "600"),
    ]
  )
  func `parameters of faults`(_ name: String, _ fits: String, _ beyond: String) throws {
    #expect(try Fault(parsing: "\(name):\(fits)").description == "\(name):\(fits)")
    #expect(throws: FaultError.self) { try Fault(parsing: "\(name):\(beyond)") }
  }
}
