// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OfflineWrites

struct JSONShapeTests {
  @Test(arguments: [
    "{}", "[]", " [ ] ", "0", "-0", "12", "-1.5e+10", "1E3", "true", "false", "null", #""""#,
    #"{"a":[1,{"b":null}],"c":"\u00e9\ud83d\ude00\n\/"}"#, "\"é\u{7f}\"", "[1,2]", "\t\r\n1 ",
    #"{"a":1,"a":2}"#,
  ])
  func `JSON is read`(text: String) {
    #expect(JSONShape(bytes(text)) != nil)
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "[,1]", #"{"a":1,}"#, #"{"a"}"#, #"{a:1}"#, "{'a':1}", "[1 2]", "01",
    "1.", ".5", "+1", "1e", "NaN", "nul", "truex", "1 2", "{}{}", "\"", "\"\\x\"", "\"\\ud800\"",
    "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\u00g0\"", "\"a\nb\"", "\u{feff}{}", "{}\u{0}",
    "<html></html>", "// x\n1",
  ])
  func `anything else is not`(text: String) {
    #expect(JSONShape(bytes(text)) == nil)
  }

  @Test(arguments: [[0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x7b, 0, 0x7d, 0]])
  func `other encodings are not`(text: [UInt8]) {
    #expect(JSONShape(text) == nil)
  }

  @Test func `the outermost members are named, escapes resolved`() {
    let shape = JSONShape(bytes(#"{"i\u0064":1,"error" : null,"x":{"inner":1}}"#))
    #expect(
      shape
        == .object([
          .init(name: bytes("id"), isNull: false), .init(name: bytes("error"), isNull: true),
          .init(name: bytes("x"), isNull: false),
        ])
    )
    #expect(JSONShape(bytes("[{}]")) == .other)
  }

  @Test func `depth has a limit`() {
    func nested(_ depth: Int) -> [UInt8] {
      bytes(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    #expect(JSONShape(nested(JSONShape.depthMax)) != nil)
    #expect(JSONShape(nested(JSONShape.depthMax + 1)) == nil)
    #expect(JSONShape(bytes(String(repeating: "[", count: 1_000_000))) == nil)
  }

  @Test func `every cut of an object is not JSON`() {
    let whole = bytes(#"{"id":1,"s":"\u00e9","a":[true,null]}"#)
    for count in 0..<whole.count { #expect(JSONShape(Array(whole[..<count])) == nil) }
    #expect(JSONShape(whole) != nil)
  }
}
