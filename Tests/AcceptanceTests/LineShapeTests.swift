// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import Testing

struct LineShapeTests {
  @Test(arguments: [
    ("", "an empty line"),
    ("secret", "no JSON"),
    ("\u{feff}{}", "no JSON"),
    ("[\"secret\"]", "JSON, but no object: list"),
    ("null", "JSON, but no object: null"),
    ("{}", "a JSON object without members"),
    ("{\"secret\":1,\"password\":2}", "a JSON object with 2 of other names"),
    (#"{"key":"secret","task":"secret"}"#, "a JSON object with task, key (text)"),
    (#"{"task":7,"key":""}"#, "a JSON object with task (whole number), key (empty text)"),
    (
      #"{"task":"t","attempts":1.5,"state":null,"more":{}}"#,
      "a JSON object with task (text), attempts (number), state (null), 1 of other names"
    ),
    (
      #"{"records":{"secret":true,"other":false},"syncs":0}"#,
      "a JSON object with records (2: true or false), syncs (whole number)"
    ),
    (
      #"{"records":{"a":{"confirmed":true,"pending":null},"b":{"pending":"secret"}}}"#,
      "a JSON object with records (2: confirmed (true or false), pending (null or text))"
    ),
    (#"{"records":{}}"#, "a JSON object with records (object)"),
    (#"{"records":[]}"#, "a JSON object with records (list)"),
  ])
  func `a line is described without anything that it says`(line: String, words: String) {
    #expect(LineShape.words(of: line.utf8) == words)
  }

  @Test func `bytes that are no text are described as such`() {
    #expect(LineShape.words(of: [0x7b, 0xff]) == "bytes that are not UTF-8")
    #expect(LineShape.words(of: [UInt8](repeating: 0x61, count: 65_537)) == "65537 bytes")
  }
}
