// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OfflineWrites

struct RequestFormatTests {
  private func key() throws -> IdempotencyKey { try #require(IdempotencyKey("k-1")) }

  @Test func `the key goes bare, quoted or into the body`() throws {
    let fields = try [
      RequestFormat.KeyPlacement.header("Idempotency-Key"), .quotedHeader("X-Key"), .member("k"),
    ].map { place in
      RequestFormat(key: place).headers(for: try key())
        .map { "\($0.name): \($0.value)" }
    }
    let content = ["Content-Type: application/json", "Accept: application/json"]
    #expect(
      fields == [
        content + ["Idempotency-Key: k-1"], content + [#"X-Key: "k-1""#], content,
      ]
    )
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"key":"k-1","a":1}"#), ("{}", #"{"key":"k-1"}"#),
    (" { \n} ", " {\"key\":\"k-1\" \n} "),
    (#"{"x":{"key":1}}"#, #"{"key":"k-1","x":{"key":1}}"#),
  ])
  func `a member goes in front and the rest stays`(body: String, expected: String) throws {
    let format = RequestFormat(key: .member("key"))
    let stored = try format.body(bytes(body), with: key())
    #expect(String(decoding: stored, as: UTF8.self) == expected)
    #expect(JSONShape(stored) != nil)
  }

  @Test(arguments: [
    ("[1]", QueueError.bodyNotAnObject), (#"{"key":"x"}"#, .bodyNamesKey),
    (#"{"ke\u0079":"x"}"#, .bodyNamesKey), ("{", .bodyNotJSON),
  ])
  func `a body that cannot take the member is refused`(body: String, error: QueueError) throws {
    #expect(throws: error) {
      try RequestFormat(key: .member("key")).body(bytes(body), with: key())
    }
  }

  @Test func `a body stays byte by byte where the key is in the header`() throws {
    let body = bytes(" {\"a\" : 1.0,\n \"b\":\"\\u00e9\"}")
    #expect(try RequestFormat().body(body, with: key()) == body)
  }

  @Test(arguments: [
    RequestFormat(method: "PO ST"), RequestFormat(method: ""), RequestFormat(key: .header("a b")),
    RequestFormat(key: .quotedHeader("")), RequestFormat(key: .member("a\"b")),
  ])
  func `a format that cannot be sent is refused on opening`(format: RequestFormat) throws {
    let fixture = try QueueFixture()
    #expect(throws: QueueError.unusableFormat) {
      try fixture.queue { $0.format = format }
    }
  }

  @Test(arguments: [
    ("", false), ("a", true), (String(repeating: "k", count: 255), true),
    (String(repeating: "k", count: 256), false), ("a b", false), ("a\"", false), ("a\\", false),
    ("é", false), ("a\r\nX: y", false),
  ])
  func `a key fits into every place`(text: String, fits: Bool) {
    #expect((IdempotencyKey(text) != nil) == fits)
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/items", true), ("HTTPS://x", true), ("http://", false), ("ftp://x", false),
    ("http://x/a b", false), ("http://x/\r\nX", false), ("", false), ("file:///x", false),
  ])
  func `an endpoint is http or https`(url: String, fits: Bool) {
    #expect((Endpoint(url) != nil) == fits)
  }

  @Test(arguments: [
    ("X-A", "b", true), ("X A", "b", false), ("", "b", false), ("X-A", "b\r\nX: y", false),
    ("X-A", "", true), ("X:", "b", false),
  ])
  func `a header field cannot become two`(name: String, value: String, fits: Bool) {
    #expect((HeaderField(name, value) != nil) == fits)
  }

  @Test func `keys and IDs are UUIDs of version 4`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let text = randomUUID(using: &generator)
      let parts = text.split(separator: "-")
      #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
      #expect(parts[2].first == "4")
      #expect("89ab".contains(parts[3].first ?? " "))
      #expect(text.allSatisfy { "0123456789abcdef-".contains($0) })
    }
  }
}
