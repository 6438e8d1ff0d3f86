// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Foundation
import Testing

struct ProfileTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let profile: Profile
    let key: String
    let missing: Int
    let other: Int
    let keeps500: Bool
    let marker: String?
    var testDescription: String { profile.name }
  }

  static let rows = [
    Row(profile: .default, key: "k1", missing: 400, other: 409, keeps500: false, marker: nil),
    Row(profile: .ietf, key: #""k1""#, missing: 400, other: 422, keeps500: true, marker: nil),
    Row(
      profile: .stripe,
      key: "k1",
      missing: 200,
      other: 400,
      keeps500: true,
      marker: "Idempotent-Replayed: true"
    ),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `each built-in profile answers as its row says`(_ row: Row) throws {
    let scene = try Scene(profile: row.profile)
    #expect(try scene.exchange(request(key: row.key)).text == success())
    #expect(
      try scene.exchange(request(key: row.key)).text
        == success(attempts: 2, fields: row.marker.map { [$0] } ?? [])
    )
    #expect(try scene.exchange(request("1", key: row.key)).status == row.other)
    #expect(try scene.exchange(request(key: nil)).status == row.missing)
    #expect(scene.ledger.record(forKey: "k1")?.id == 1)
  }

  @Test(.timeLimit(.minutes(30)), arguments: rows)
  func `a failure of the work is kept where the row says so`(_ row: Row) throws {
    let scene = try Scene(.statusBeforeCommit(500), profile: row.profile)
    #expect(try scene.exchange(request(key: row.key)).status == 500)
    #expect(try scene.exchange(request(key: row.key)).status == (row.keeps500 ? 500 : 200))

    for status in [401, 408, 409, 425, 429, 502, 503, 504] {
      let transient = try Scene(.statusBeforeCommit(status), profile: row.profile)
      #expect(try transient.exchange(request(key: row.key)).status == status)
      #expect(try transient.exchange(request(key: row.key)).status == 200)
    }
  }

  @Test(.timeLimit(.minutes(30))) func `without a key every repetition is done again`() throws {
    let scene = try Scene(profile: .stripe)
    #expect(try scene.exchange(request(key: nil)).text == success())
    #expect(try scene.exchange(request(key: nil)).text == success(id: 2, count: 2))
    #expect(scene.ledger.deliveries.map(\.key) == [nil, nil])
    #expect(scene.ledger.records.map(\.key) == ["", ""])
  }

  static let syntax: [(Profile.KeySyntax, String, String?)] = [
    (.bare, "k1", "k1"), (.bare, #""k1""#, nil), (.bare, "a b", "a b"),
    (.quoted, #""k1""#, "k1"), (.quoted, "k1", nil), (.quoted, #""a\"b\\""#, #"a"b\"#),
    (.quoted, #""k1"#, nil), (.quoted, #""k1"; a=1"#, nil), (.quoted, #""a\b""#, nil),
    (.quoted, #""""#, nil), (.quoted, "\"a\tb\"", nil), (.quoted, #"""#, nil),
    (.either, "k1", "k1"), (.either, #""k1""#, "k1"), (.either, #""k1"#, nil),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: syntax)
  func `a key is read as the profile writes it`(
    _ syntax: Profile.KeySyntax,
    _ written: String,
    _ key: String?
  ) throws {
    let scene = try Scene(profile: Profile(name: "p", keySyntax: syntax))
    #expect(try scene.exchange(request(key: written)).status == (key == nil ? 400 : 200))
    #expect(scene.ledger.deliveries.first?.key == key)
  }

  @Test(.timeLimit(.minutes(30))) func `quoted and bare may be one key`() throws {
    let scene = try Scene(profile: Profile(name: "p", keySyntax: .either))
    _ = try scene.exchange(request(key: "k1"))
    #expect(try scene.exchange(request(key: #""k1""#)).text == success(attempts: 2))
  }

  static let bodies: [(String, Int, String?)] = [
    (#"{"meta":{"a/b":["x","k1"]}}"#, 200, "k1"),
    (#"{"meta":{"a/b":["x"]}}"#, 400, nil),
    (#"{"meta":{"a/b":["x",null]}}"#, 400, nil),
    (#"{"meta":{"a/b":["x",1]}}"#, 400, nil),
    (#"{"meta":{"a/b":["x",""]}}"#, 400, nil),
    (#"{"meta":1}"#, 400, nil),
    ("{", 400, nil),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: bodies)
  func `a key may stand in the body`(_ body: String, _ status: Int, _ key: String?) throws {
    let profile = Profile(name: "p", key: .bodyMember("/meta/a~1b/1"))
    let scene = try Scene(profile: profile)
    #expect(try scene.exchange(request(body, key: "ignored")).status == status)
    #expect(scene.ledger.deliveries.first?.key == key)
  }

  @Test(.timeLimit(.minutes(30))) func `header, endpoints and statuses are the profile's`() throws {
    let profile = Profile(
      name: "p",
      endpoints: [
        Profile.Endpoint(method: "PUT", path: "/v1/*/orders"),
        Profile.Endpoint(method: "PATCH", path: "/v2*"),
      ],
      key: .header("PayPal-Request-Id"),
      missingKey: .refused(428),
      otherBody: 422,
      success: Profile.Success(
        status: 201,
        contentType: "application/vnd.x+json",
        body: #"{"n":${id},"k":"${key}","b":${body},"x":"${none}$"}"#
      )
    )
    let scene = try Scene(profile: profile)
    #expect(scene.server.url == "http://127.0.0.1:\(scene.server.port)/v1/1/orders")
    let fields = [#"paypal-request-id: a"\${id}"#]
    let put = request("[1]", key: nil, method: "PUT", path: "/v1/7/orders", fields: fields)
    #expect(
      try scene.exchange(put).text
        == answer(
          "201 Created",
          #"{"n":1,"k":"a\"\\${id}","b":[1],"x":"${none}$"}"#,
          type: "application/vnd.x+json"
        )
    )
    let patch = request("[1]", key: nil, method: "PATCH", path: "/v2?a=b", fields: fields)
    #expect(try scene.exchange(patch).status == 201)
    #expect(try scene.exchange(request(key: nil, method: "PATCH", path: "/v2")).status == 428)
    for (method, path, status) in [
      ("PUT", "/v1/7/8/orders", 404), ("PUT", "/v1/orders", 404), ("PATCH", "/v2/a", 404),
      ("POST", "/v2", 405), ("PUT", "/v2", 405), ("POST", "/items", 404),
    ] {
      let other = request("[1]", key: nil, method: method, path: path, fields: fields)
      #expect(try scene.exchange(other).status == status)
    }
  }

  @Test(.timeLimit(.minutes(30))) func `a success without content has none`() throws {
    let profile = Profile(name: "p", success: Profile.Success(status: 204))
    let seen = try Scene(profile: profile).exchange(request())
    #expect(seen.text == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
  }

  @Test(.timeLimit(.minutes(30))) func `a key is forgotten when its lifetime is over`() throws {
    let clock = Clock()
    let scene = try Scene(
      profile: Profile(name: "p", keyLifetimeSeconds: 60),
      second: { clock.second }
    )
    _ = try scene.exchange(request())
    clock.second = 60
    #expect(try scene.exchange(request()).text == success(attempts: 2))
    clock.second = 61
    #expect(try scene.exchange(request()).text == success(id: 2, attempts: 3, count: 2))
  }

  @Test func `a profile in a file may say only what differs`() throws {
    let json = #"""
      {"name":"mine","endpoints":[{"method":"PUT","path":"/a"}],"key":{"bodyMember":"/id"},
       "keySyntax":"either","missingKey":"allowed","otherBody":422,"inFlight":425,
       "success":{"status":201,"contentType":"text/plain","body":"ok"},"storesFailures":true,
       "keyLifetimeSeconds":900,"replayMarker":{"name":"Replayed","value":"1"}}
      """#
    let profile = try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
    #expect(profile.key == .bodyMember("/id"))
    #expect(profile.missingKey == .allowed)
    #expect(profile.inFlight == .refused(425))
    #expect(profile.replayMarker == Profile.HeaderField(name: "Replayed", value: "1"))
    let short = try JSONDecoder().decode(Profile.self, from: Data(#"{"name":"default"}"#.utf8))
    #expect(short == .default)
  }

  @Test(arguments: Profile.builtIn)
  func `a profile that is written whole is read back the same`(_ profile: Profile) throws {
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(Profile.self, from: data) == profile)
    let members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(members.keys) == Set(Profile.memberNames))
    #expect(profile.flaws.isEmpty)
  }

  @Test(arguments: [
    "{}", #"{"name":"p","endpoints":[]}"#, #"{"name":"p","otherBody":200}"#,
    #"{"name":"p","key":{}}"#, #"{"name":"p","key":{"header":"a","bodyMember":"/b"}}"#,
    #"{"name":"p","key":{"header":"a b"}}"#, #"{"name":"p","key":{"bodyMember":"b"}}"#,
    #"{"name":"p","missingKey":"perhaps"}"#, #"{"name":"p","inFlight":true}"#,
    #"{"name":"p","keySyntax":"loose"}"#, #"{"name":"p","keyLifetimeSeconds":0}"#,
    #"{"name":"p","success":{"status":302,"contentType":"a","body":""}}"#,
    #"{"name":"p","success":{"status":200,"contentType":"a\r\nb","body":""}}"#,
    #"{"name":"p","replayMarker":{"name":"a:","value":"b"}}"#,
    #"{"name":"p","replayMarker":{"name":"a","value":"b\n"}}"#,
    #"{"name":"p","endpoints":[{"method":"P T","path":"/"}]}"#,
    #"{"name":"p","endpoints":[{"method":"POST","path":"a"}]}"#,
  ])
  func `what no server could do is no profile`(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
    }
  }

  @Test func `a server refuses a profile with a flaw`() {
    #expect(throws: FaultServerError.badProfile(.badPath)) {
      try FaultServer(
        ledger: Ledger(),
        profile: Profile(name: "p", endpoints: [Profile.Endpoint(method: "POST", path: "a")])
      )
    }
  }
}
