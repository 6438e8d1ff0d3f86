// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FaultInjection

struct StrictJSONSpellingTests {
  private static func parse(_ text: String) throws -> StrictJSON {
    try StrictJSON(parsing: Array(text.utf8))
  }

  private static func text(_ value: StrictJSON?, _ spelling: StrictJSON.Spelling = .plain)
    -> String?
  {
    value.map { String(decoding: $0.text(spelling), as: UTF8.self) }
  }

  @Test(arguments: [
    (StrictJSON.Spelling.plain, #"{"a/b":[1,-20,"x\"",null],"c":{"d":true}}"#),
    (.reversedMembers, #"{"c":{"d":true},"a/b":[1,-20,"x\"",null]}"#),
    (.spaced, "{\"a/b\" :\t[1 ,\n -20 ,\n \"x\\\"\" ,\n null] ,\n \"c\" :\t{\"d\" :\ttrue}}"),
    (.fractions, #"{"a/b":[1.0,-20.0,"x\"",null],"c":{"d":true}}"#),
    (.exponents, #"{"a/b":[1e0,-2e1,"x\"",null],"c":{"d":true}}"#),
    (
      .escapes,
      ##"{"\u0061\/\u0062":[1,-20,"\u0078\"",null],"\u0063":{"\u0064":true}}"##
    ),
  ])
  func `a value has more than one spelling`(spelling: StrictJSON.Spelling, expected: String) throws
  {
    let value = try Self.parse(#"{"c":{"d":true},"a/b":[1,-20,"x\"",null]}"#)
    #expect(Self.text(value, spelling) == expected)
  }

  @Test(
    arguments: StrictJSON.Spelling.allCases,
    [
      "0", "-0.5e-7", "9007199254740993", "1e400", "12.50", #""\u0000\n\\/é\u007f""#, "[]", "{}",
      #"[{"b":1,"a":[{}]},"",false]"#,
    ]
  )
  func `all spellings mean the same`(spelling: StrictJSON.Spelling, text: String) throws {
    let value = try Self.parse(text)
    #expect(try StrictJSON(parsing: value.text(spelling)) == value)
  }

  @Test func `a text is placed where a pointer leads, through objects alone`() throws {
    let value = try Self.parse(#"{"b":{"x":1},"c":[0]}"#)
    #expect(Self.text(value.placing("k", at: "/a")) == #"{"a":"k","b":{"x":1},"c":[0]}"#)
    #expect(Self.text(value.placing("k", at: "/b/x")) == #"{"b":{"x":"k"},"c":[0]}"#)
    #expect(Self.text(value.placing("k", at: "/d/e")) == #"{"b":{"x":1},"c":[0],"d":{"e":"k"}}"#)
    #expect(value.placing("k", at: "/c/0") == nil)
    #expect(value.placing("k", at: "a") == nil)
  }

  @Test func `a value is found by its pointer, the whole by the empty one`() throws {
    let value = try Self.parse(#"{"a":{"n":[7]}}"#)
    #expect(value.value(at: "") == value)
    #expect(value.value(at: "/a/n/0")?.integer == 7)
    #expect(value.value(at: "a") == nil)
  }

  @Test func `the first part alone is replaced`() throws {
    let value = try Self.parse(#"{"a":[2,{"b":1}],"c":1}"#)
    let other = value.replacingFirst { $0.integer == 1 ? .bool(true) : nil }
    #expect(Self.text(other) == #"{"a":[2,{"b":true}],"c":1}"#)
    #expect(value.replacingFirst { $0.integer == 3 ? .null : nil } == nil)
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#, nil), (#"{"a":[1,2]}"#, #"{"a":[1,3]}"#, ["a", "1"]), ("1", "2", []),
    (#"{"a":1}"#, #"{"b":1}"#, []), (#"{"a":{"b":1}}"#, #"{"a":[]}"#, ["a"]),
  ])
  func `the first difference has a way to it`(one: String, two: String, way: [String]?) throws {
    #expect(try Self.parse(one).firstDifference(from: Self.parse(two)) == way)
  }
}
