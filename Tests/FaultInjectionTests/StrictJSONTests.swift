// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Testing

struct StrictJSONTests {
  @Test(arguments: [
    ("1", "1.0"),
    ("1", "1e0"),
    ("100", "1.0e2"),
    ("100", "1E+2"),
    ("0.5", "5e-1"),
    ("0", "-0"),
    ("0", "0.000"),
    ("0", "0e99999999999999999999"),
    ("1e5", "1e0000000000000000000000005"),
    ("9007199254740993", "9007199254740993.0"),
    ("1e400", "10e399"),
    ("1e-400", "0.1e-399"),
    (#"{"a":1,"b":2}"#, " { \"b\" : 2 ,\n\t\"a\" : 1 }\r\n"),
    (#""é""#, #""\u00e9""#),
    (#""/""#, #""\/""#),
    (#""\n""#, #""\u000A""#),
    (#""😀""#, #""\ud83d\ude00""#),
    (#"{"\u0061":1}"#, #"{"a":1}"#),
    ("0.1e1000000001", "1e1000000000"),
    ("10e-1000000001", "1e-1000000000"),
    ("0e99999999999999999999", "0"),
  ])
  func `two spellings of one value are the same body`(_ left: String, _ right: String) throws {
    let first = try StrictJSON(parsing: Array(left.utf8))
    let second = try StrictJSON(parsing: Array(right.utf8))
    #expect(first == second)
    #expect(first.canonicalBytes == second.canonicalBytes)
  }

  @Test(arguments: [
    ("1", "true"),
    ("0", "false"),
    ("0", "null"),
    ("1", #""1""#),
    ("1", "-1"),
    ("1", "[1]"),
    ("9007199254740992", "9007199254740993"),
    ("18446744073709551616", "18446744073709551617"),
    ("0.1", "0.1000000000000000055"),
    ("1e400", "1e401"),
    ("1e-400", "0"),
    ("[1,2]", "[2,1]"),
    ("[1,2]", "[12]"),
    (#"["a","b"]"#, #"["ab"]"#),
    (#"["1:a"]"#, #"["a"]"#),
    ("[]", "{}"),
    ("[[],[]]", "[[[]]]"),
    (#"{"a":null}"#, "{}"),
    (#""a""#, #""A""#),
    // One letter, and a letter with a combining accent: equal to Unicode, two bodies to a server.
    (#""\u00e9""#, #""e\u0301""#),
    (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#),
    (#""\u0000""#, #""""#),
  ])
  func `two values are two bodies`(_ left: String, _ right: String) throws {
    let first = try StrictJSON(parsing: Array(left.utf8))
    let second = try StrictJSON(parsing: Array(right.utf8))
    #expect(first != second)
    #expect(first.canonicalBytes != second.canonicalBytes)
  }

  static let endingEarly = [
    "", "  ", "[1", #"{"a":"#, #""a"#, "-", "1e", "1.", "tru", #""\u00"#, #"{"a""#, #""\ud800"#,
  ]

  @Test(arguments: endingEarly)
  func `a text that ends early is refused`(_ text: String) {
    #expect(throws: StrictJSONError.endsEarly) { try StrictJSON(parsing: Array(text.utf8)) }
  }

  static let unexpected: [(String, Int)] = [
    ("[1,]", 3), (#"{"a":1,}"#, 7), ("[,1]", 1), ("[1 2]", 3), ("{1:2}", 1), (#"{"a" 1}"#, 5),
    ("1 2", 2), ("{}x", 2), ("nul1", 3), ("NaN", 0), ("Infinity", 0), ("+1", 0), (".5", 0),
    ("01", 0), ("-01", 0), ("1.e1", 2), ("0x1", 1), ("'a'", 0), ("/**/1", 0), (#""\x""#, 2),
    (#""\u00g0""#, 5), ("\"\u{1}\"", 1), ("\"\n\"", 1), ("\u{feff}1", 0), ("1\u{0}", 1),
    ("\u{a0}1", 0), ("True", 0), ("{}{}", 2),
  ]

  @Test(arguments: unexpected)
  func `what is no JSON is refused`(_ text: String, _ offset: Int) {
    #expect(throws: StrictJSONError.unexpected(offset: offset)) {
      try StrictJSON(parsing: Array(text.utf8))
    }
  }

  static let hazards: [(String, StrictJSONError)] = [
    (#"{"a":1,"a":1}"#, .duplicateMember(offset: 7)),
    (#"{"a":1,"b":2,"\u0061":3}"#, .duplicateMember(offset: 13)),
    (#"[{"a":{"b":1,"b":2}}]"#, .duplicateMember(offset: 13)),
    (#""\ud800""#, .loneSurrogate(offset: 1)),
    (#""\ud800\n""#, .loneSurrogate(offset: 1)),
    (#""\ud800\u0041""#, .loneSurrogate(offset: 1)),
    (#""\udc00""#, .loneSurrogate(offset: 1)),
    ("1e1000000001", .exponentTooLarge(offset: 0)),
    ("[-1e-99999999999999999999]", .exponentTooLarge(offset: 1)),
    // What counts is the value: each of these would be another spelling of one of those above.
    ("10e1000000000", .exponentTooLarge(offset: 0)),
    ("[0.1e-1000000000]", .exponentTooLarge(offset: 1)),
    ("0.1e10000000019", .exponentTooLarge(offset: 0)),
  ]

  @Test(arguments: hazards)
  func `what two readers could disagree about is refused`(_ text: String, _ error: StrictJSONError)
  {
    #expect(throws: error) { try StrictJSON(parsing: Array(text.utf8)) }
  }

  @Test(
    arguments: [
      ([0x22, 0x80, 0x22], 1),
      ([0x22, 0xc0, 0xaf, 0x22], 1),
      ([0x22, 0xc3, 0x22], 1),
      ([0x22, 0xe0, 0x80, 0x80, 0x22], 1),
      ([0x22, 0xed, 0xa0, 0x80, 0x22], 1),
      ([0x22, 0xf0, 0x80, 0x80, 0x80, 0x22], 1),
      ([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1),
      ([0x22, 0x61, 0xff, 0x22], 2),
      ([0x22, 0xe2, 0x82], 1),
    ] as [([UInt8], Int)]
  )
  func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8], _ offset: Int) {
    #expect(throws: StrictJSONError.invalidUTF8(offset: offset)) {
      try StrictJSON(parsing: bytes)
    }
  }

  @Test(arguments: ["é", "€", "한", "\u{10ffff}", "\u{7f}"])
  func `every length of a UTF-8 sequence is read`(_ text: String) throws {
    #expect(try StrictJSON(parsing: Array("\"\(text)\"".utf8)) == .string(Array(text.utf8)))
  }

  @Test func `nesting is bounded`() throws {
    let fits = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try StrictJSON(parsing: Array(fits.utf8))
    #expect(throws: StrictJSONError.tooDeep(limit: 128)) {
      try StrictJSON(parsing: Array("[\(fits)]".utf8))
    }
    #expect(throws: StrictJSONError.tooDeep(limit: 1)) {
      try StrictJSON(parsing: Array(#"{"a":{}}"#.utf8), depthMax: 1)
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("12", 12), ("-12", -12), ("1.2e1", 12),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("0.5", nil), ("1e30", nil), ("true", nil),
    ] as [(String, Int?)]
  )
  func `a number is a machine integer only where it is one`(_ text: String, _ value: Int?) throws {
    #expect(try StrictJSON(parsing: Array(text.utf8)).integer == value)
  }
}
