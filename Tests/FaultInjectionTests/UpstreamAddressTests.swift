// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import FaultInjection

struct UpstreamConnectionTests {
  @Test(.timeLimit(.minutes(30)))
  func `an answer to half a request is seen before the rest is sent`() throws {
    // It answers a head whose body is still to come, and the connection ends then.
    let server = try RawServer { _ in .sendThenHold(http("413 Content Too Large")) }
    defer { server.close() }
    let connection = try UpstreamConnection(to: Upstream("http://127.0.0.1:\(server.port)"))
    defer { connection.close() }
    connection.send(Array("POST / HTTP/1.1\r\n".utf8))
    #expect(!connection.hasSomething)
    connection.send(Array("\r\n".utf8))
    #expect(try connection.answer().status == 413)
    #expect(!connection.hasSomething)
    server.release()
    // The end is something too.
    #expect(throws: UpstreamFailure.endedEarly) { try connection.answer() }
    #expect(connection.hasSomething)
  }
}

struct UpstreamAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:3000", "http://127.0.0.1:3000"), ("HTTP://LOCALHOST", "http://localhost:80"),
    ("http://[::1]:65535/", "http://[::1]:65535"),
  ])
  func `a server on this machine is an address`(text: String, url: String) throws {
    #expect(try Upstream(text).url == url)
  }

  @Test(arguments: [
    ("https://127.0.0.1", Upstream.Flaw.otherScheme), ("127.0.0.1:80", .otherScheme),
    ("", .otherScheme),
    ("http://example.org", .otherHost), ("http://127.0.0.2", .otherHost),
    ("http://::1", .otherHost),
    ("http://127.0.0.1.example.org", .otherHost), ("http://localhosts", .otherHost),
    ("http://0.0.0.0:80", .otherHost), ("http://", .otherHost),
    ("http://localhost:", .badPort), ("http://localhost:0", .badPort),
    ("http://localhost:65536", .badPort), ("http://localhost:+1", .badPort),
    ("http://localhost:80/items", .hasMore), ("http://localhost?a", .hasMore),
    ("http://user:secret@localhost", .hasMore), ("http://localhost#a", .hasMore),
  ])
  func `anything else is refused, without a word of it`(text: String, flaw: Upstream.Flaw) {
    #expect(throws: flaw) { try Upstream(text) }
  }

  @Test func `each flaw says what is expected`() {
    let words = Upstream.Flaw.allCases.map(\.description)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { $0.hasPrefix("expected ") && !$0.hasSuffix(".") })
  }
}
