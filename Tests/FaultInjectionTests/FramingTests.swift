// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

struct FramingTests {
  private static func raw(
    _ requestLine: String = "POST /items HTTP/1.1",
    _ fields: String...,
    body: String = "{}"
  ) -> String {
    ([requestLine] + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  private static let host = "Host: 127.0.0.1"
  private static let key = "Idempotency-Key: k1"
  private static let post = "POST /items HTTP/1.1"

  static let refusals: [(String, Int)] = [
    // The request line.
    ("nonsense\r\n\r\n", 400),
    ("POST /items\r\n\r\n", 400),
    ("POST  /items HTTP/1.1\r\n\r\n", 400),
    ("POST /items HTTP/1.1 \r\n\r\n", 400),
    (" POST /items HTTP/1.1\r\n\r\n", 400),
    ("P@ST /items HTTP/1.1\r\n\r\n", 400),
    ("POST /it\u{e9}ms HTTP/1.1\r\n\r\n", 400),
    ("POST items HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("POST * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("POST /items HTTP/1\r\n\r\n", 400),
    ("POST /items http/1.1\r\n\r\n", 400),
    ("POST /items HTTP/2.0\r\n\r\n", 505),
    ("\r\n\r\nPOST /items HTTP/1.1\r\n\r\n", 400),
    ("POST /items HTTP/1.1\nHost: localhost\n\n", 400),
    ("\u{16}\u{3}\u{1}\u{2}\u{0}\n", 400),
    // Header fields.
    (raw(post, host, "Key : a"), 400),
    (raw(post, host, ": a"), 400),
    (raw(post, host, "no colon"), 400),
    (raw(post, host, "A: b", " folded"), 400),
    (raw(post, host, "A: \u{1}"), 400),
    (raw(post, host, "A: b\rc"), 400),
    (raw(post, host, "B\u{e9}: c"), 400),
    (raw(post), 400),
    (raw(post, host, host), 400),
    (raw("POST http://127.0.0.1/items HTTP/1.1", host, host), 400),
    (raw("POST http://127.0.0.1/items HTTP/1.1"), 400),
    // The body's end.
    (raw(post, host, key, "Content-Length: 2", "Content-Length: 2"), 400),
    (raw(post, host, key, "Content-Length: 2", "Content-Length: 3"), 400),
    (raw(post, host, key, "Content-Length: 2", "Transfer-Encoding: chunked"), 400),
    (raw(post, host, key, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"), 400),
    (raw(post, host, key, "Transfer-Encoding: gzip"), 501),
    (raw(post, host, key, "Transfer-Encoding: gzip, chunked"), 501),
    (raw("POST /items HTTP/1.0", host, key, "Transfer-Encoding: chunked"), 400),
    (raw(post, host, key, "Content-Length: -2"), 400),
    (raw(post, host, key, "Content-Length: +2"), 400),
    (raw(post, host, key, "Content-Length: 2, 2"), 400),
    (raw(post, host, key, "Content-Length: 0x2"), 400),
    (raw(post, host, key, "Content-Length:"), 400),
    (raw(post, host, key, "Content-Length: 99999999999999999999"), 413),
    (raw(post, host, key, "Content-Length: 1048577"), 413),
    (raw(post, host, key, "Content-Length: 2", "Expect: miracles"), 417),
    // Chunks.
    (chunked("x\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("-2\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("2\r\n{}x\r\n0\r\n\r\n"), 400),
    (chunked("2\n{}\r\n0\r\n\r\n"), 400),
    (chunked("2 2\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("2 x;a=b\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("2;\u{1}\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("2;\u{0}\r\n{}\r\n0\r\n\r\n"), 400),
    (chunked("11111111111111111\r\n"), 400),
    (chunked("ffffffffffffffff\r\n"), 400),
    (chunked("100001\r\n"), 413),
    (chunked("2\r\n{}\r\n0\r\nno colon\r\n\r\n"), 400),
  ]

  private static func chunked(_ body: String) -> String {
    raw(post, host, key, "Transfer-Encoding: chunked", body: body)
  }

  @Test(.timeLimit(.minutes(30)), arguments: refusals)
  func `bad framing is refused and commits nothing`(_ bytes: String, _ status: Int) throws {
    let scene = try Scene()
    let seen = try scene.exchange(bytes)
    #expect(seen.status == status)
    #expect(seen.end == .closed)
    #expect(scene.story == ["refused framing \(status)"])
    #expect(scene.ledger.deliveries.isEmpty)
  }

  static let acceptances: [String] = [
    raw(post, host, key, "Content-Length: 2"),
    "\r\n" + raw(post, host, key, "Content-Length: 2"),
    raw(post, "HOST:localhost:8081", "idempotency-KEY:\t k1 \t", "content-length:2"),
    raw(post, "Host: [::1]:80", key, "Content-Length: 2"),
    raw("POST /items HTTP/1.0", key, "Content-Length: 2"),
    raw("POST http://127.0.0.1:1/items HTTP/1.1", host, key, "Content-Length: 2"),
    raw(post, host, key, "Content-Length: 2", "Origin: http://localhost:3000"),
    chunked("2\r\n{}\r\n0\r\n\r\n"),
    chunked("1;a=b\r\n{\r\n1 \r\n}\r\n000\r\nTrailer: x\r\n\r\n"),
    chunked("1 \t;a=\"\u{e9}\"\r\n{\r\n1;\r\n}\r\n0;\r\n\r\n"),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: acceptances)
  func `every lawful form is one delivery`(_ bytes: String) throws {
    let scene = try Scene()
    #expect(try scene.exchange(bytes).text == success())
    #expect(scene.ledger.records.first?.key == "k1")
    #expect(scene.ledger.deliveries.first?.body == Array("{}".utf8))
    #expect(scene.ledger.deliveries.first?.path == "/items")
  }

  @Test(.timeLimit(.minutes(30))) func `a request may come byte by byte`() throws {
    let scene = try Scene()
    let client = try scene.connect()
    for byte in Self.chunked("2\r\n{}\r\n0\r\n\r\n").utf8 { client.send([byte]) }
    #expect(client.read().text == success())
  }

  @Test(.timeLimit(.minutes(30))) func `a client that waits for a word gets it`() throws {
    let scene = try Scene()
    let client = try scene.connect()
    client.send(
      Self.raw(
        Self.post,
        Self.host,
        Self.key,
        "Content-Length: 2",
        "Expect: 100-continue",
        body: ""
      )
    )
    let word = "HTTP/1.1 100 Continue\r\n\r\n"
    #expect(client.read(atMost: word.utf8.count).text == word)
    client.send("{}")
    #expect(client.read().text == success())
  }

  @Test(.timeLimit(.minutes(30))) func `a client that waits gets no word for too much`() throws {
    let scene = try Scene()
    let head = Self.raw(
      Self.post,
      Self.host,
      "Content-Length: 1048577",
      "Expect: 100-continue",
      body: ""
    )
    #expect(try scene.exchange(head).text == failure("413 Content Too Large"))
  }

  static let foreign: [[String]] = [
    ["Host: example.com"],
    ["Host: 127.0.0.1.example.com"],
    ["Host: localhost.example.com:80"],
    ["Host: 127.0.0.1:80x"],
    ["Host: 127.0.0.1@example.com"],
    ["Host: 192.168.0.1"],
    ["Host: "],
    [host, "Origin: https://example.com"],
    [host, "Origin: null"],
    [host, "Origin: http://localhost.example.com"],
    [host, "Origin: file://localhost"],
    [host, "Origin: http://localhost", "Origin: http://example.com"],
  ]

  @Test(.timeLimit(.minutes(30)), arguments: foreign)
  func `a page in a browser cannot reach the ledger`(_ fields: [String]) throws {
    let scene = try Scene()
    let lines = [Self.post] + fields + [Self.key, "Content-Length: 2", "", "{}"]
    let seen = try scene.exchange(lines.joined(separator: "\r\n"))
    #expect(seen.text == failure("403 Forbidden"))
    #expect(scene.story == ["refused request 403"])
    #expect(scene.ledger.deliveries.isEmpty)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("http://example.com/items", host),
      ("http://127.0.0.1@example.com/items", host),
      ("http://127.0.0.1/items", "Host: example.com"),
    ]
  )
  func `a host in the target is looked at too`(_ target: String, _ host: String) throws {
    let scene = try Scene()
    let bytes = Self.raw("POST \(target) HTTP/1.1", host, Self.key)
    #expect(try scene.exchange(bytes).status == 403)
  }

  @Test(.timeLimit(.minutes(30))) func `another method is told the right one`() throws {
    let scene = try Scene()
    let bytes = request(method: "DELETE")
    #expect(
      try scene.exchange(bytes).text
        == failure("405 Method Not Allowed", fields: ["Allow: POST"])
    )
  }

  @Test(.timeLimit(.minutes(30))) func `a connection without a request is no event`() throws {
    let scene = try Scene()
    let client = try scene.connect()
    client.endSending()
    #expect(client.read() == RawClient.Seen(bytes: [], end: .closed))
    #expect(scene.events.isEmpty)
  }
}
