// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

struct StrictJSONOffsetsTests {
  private static let text = """
    { "a" : [1, {"b": "x,]}\\" \\u0041"}, [] , -2.5e3],
      "\\u0063": null, "d":{} }
    """

  private func found(_ path: [StrictJSON.Step]) -> String? {
    let bytes = Array(Self.text.utf8)
    return StrictJSON.range(of: path, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test func `every value is found where it stands`() throws {
    _ = try StrictJSON(parsing: Array(Self.text.utf8))
    let expected: [([StrictJSON.Step], String?)] = [
      ([], Self.text),
      ([.member("a")], #"[1, {"b": "x,]}\" \u0041"}, [] , -2.5e3]"#),
      ([.member("a"), .element(0)], "1"),
      ([.member("a"), .element(1)], #"{"b": "x,]}\" \u0041"}"#),
      ([.member("a"), .element(1), .member("b")], #""x,]}\" \u0041""#),
      ([.member("a"), .element(2)], "[]"),
      ([.member("a"), .element(3)], "-2.5e3"),
      ([.member("c")], "null"),
      ([.member("d")], "{}"),
      ([.member("e")], nil),
      ([.member("a"), .element(4)], nil),
      ([.member("a"), .element(2), .element(0)], nil),
      ([.member("d"), .member("x")], nil),
      ([.member("c"), .member("x")], nil),
      ([.element(0)], nil),
    ]
    for (path, text) in expected { #expect(found(path) == text, "\(path)") }
  }

  @Test func `names come in the order of the text`() {
    let bytes = Array(Self.text.utf8)
    #expect(StrictJSON.memberNames(at: [], in: bytes) == ["a", "c", "d"])
    #expect(StrictJSON.memberNames(at: [.member("d")], in: bytes).isEmpty)
    #expect(StrictJSON.memberNames(at: [.member("a")], in: bytes).isEmpty)
  }

  @Test func `a text that is cut anywhere ends no process`() {
    let bytes = Array(Self.text.utf8)
    for count in 0..<bytes.count {
      let cut = Array(bytes[..<count])
      _ = StrictJSON.range(of: [.member("d"), .member("x")], in: cut)
      _ = StrictJSON.range(of: [.member("a"), .element(3)], in: cut)
      _ = StrictJSON.memberNames(at: [], in: cut)
    }
  }
}
