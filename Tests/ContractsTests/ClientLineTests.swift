// SPDX-License-Identifier: Apache-2.0

import Contracts
import Testing

struct ClientLineTests {
  @Test func `a submit answer is written in the order of the contract`() {
    let reply = SubmitReply(task: "t\"1\\", key: "k-1")
    #expect(reply.jsonLine == #"{"task":"t\"1\\","key":"k-1"}"#)
  }

  @Test func `a task is written in the order of the contract`() {
    let listing = TaskListing(task: "t", key: "k", attempts: 2, state: .stopped)
    #expect(listing.jsonLine == #"{"task":"t","key":"k","attempts":2,"state":"stopped"}"#)
  }

  @Test(arguments: [
    "plain", "quote \" and \\ and /", "tab\tand\u{0}\u{1f}", "zwei Wörter", "日本", "e\u{301}", "\r",
  ])
  func `what is written is read back`(task: String) throws {
    let reply = SubmitReply(task: task, key: "!~")
    #expect(try SubmitReply(jsonLine: reply.jsonLine.utf8) == reply)
    #expect(!reply.jsonLine.utf8.contains(UInt8(ascii: "\n")))
    for state in TaskState.allCases {
      let listing = TaskListing(task: task, key: "k", attempts: 0, state: state)
      #expect(try TaskListing(jsonLine: listing.jsonLine.utf8) == listing)
    }
  }

  @Test func `members of other names and white space are no matter`() throws {
    let line = #" {"more":[1,{"x":null}],"key" : "k" ,"task":"t","attempts":1,"state":"pending"} "#
    #expect(try SubmitReply(jsonLine: line.utf8) == SubmitReply(task: "t", key: "k"))
    let listing = TaskListing(task: "t", key: "k", attempts: 1, state: .pending)
    #expect(try TaskListing(jsonLine: line.utf8) == listing)
  }

  @Test(
    arguments: [
      ("", .notJSON), ("ok", .notJSON), ("{", .notJSON), (#"{"task":"t"} x"#, .notJSON),
      ("\u{feff}{}", .notJSON), ("[]", .notAnObject), ("1", .notAnObject), ("null", .notAnObject),
      (#""text""#, .notAnObject), ("{}", .taskMissing), (#"{"key":"k"}"#, .taskMissing),
      (#"{"task":"t"}"#, .keyMissing), (#"{"task":1,"key":"k"}"#, .wrongType),
      (#"{"task":null,"key":"k"}"#, .wrongType), (#"{"task":"t","key":["k"]}"#, .wrongType),
      (#"{"task":"","key":"k"}"#, .emptyTask), (#"{"task":"t","key":""}"#, .keyMalformed),
      (#"{"task":"t","key":"a b"}"#, .keyMalformed), (#"{"task":"t","key":"ü"}"#, .keyMalformed),
      (#"{"task":"t","key":"\u007f"}"#, .keyMalformed),
    ] as [(String, ContractViolation)]
  )
  func `a submit answer that breaks a rule is refused by its name`(
    line: String,
    rule: ContractViolation
  ) {
    #expect(throws: rule) { try SubmitReply(jsonLine: line.utf8) }
  }

  @Test(
    arguments: [
      (#"{"task":"t","key":"k"}"#, .attemptsMissing),
      (#"{"task":"t","key":"k","attempts":0}"#, .stateMissing),
      (#"{"task":"t","key":"k","attempts":"0","state":"pending"}"#, .wrongType),
      (#"{"task":"t","key":"k","attempts":-1,"state":"pending"}"#, .wrongType),
      (#"{"task":"t","key":"k","attempts":0.5,"state":"pending"}"#, .wrongType),
      (#"{"task":"t","key":"k","attempts":true,"state":"pending"}"#, .wrongType),
      (#"{"task":"t","key":"k","attempts":0,"state":1}"#, .wrongType),
      (#"{"task":"t","key":"k","attempts":0,"state":"done"}"#, .unknownState),
    ] as [(String, ContractViolation)]
  )
  func `a task that breaks a rule is refused by its name`(line: String, rule: ContractViolation) {
    #expect(throws: rule) { try TaskListing(jsonLine: line.utf8) }
  }

  @Test func `a key is at most 255 bytes long`() throws {
    for count in [1, 255] {
      let reply = SubmitReply(task: "t", key: String(repeating: "k", count: count))
      #expect(try SubmitReply(jsonLine: reply.jsonLine.utf8) == reply)
    }
    let long = SubmitReply(task: "t", key: String(repeating: "k", count: 256))
    #expect(throws: ContractViolation.keyMalformed) {
      try SubmitReply(jsonLine: long.jsonLine.utf8)
    }
  }

  @Test func `a line is at most 65536 bytes long`() throws {
    let empty = SubmitReply(task: "", key: "k").jsonLine.utf8.count
    let longest = SubmitReply(task: String(repeating: "t", count: 65_536 - empty), key: "k")
    #expect(try SubmitReply(jsonLine: longest.jsonLine.utf8) == longest)
    let longer = longest.jsonLine + " "
    #expect(throws: ContractViolation.lineTooLong) { try SubmitReply(jsonLine: longer.utf8) }
  }

  @Test(arguments: [[0xff], [0x7b, 0xc3, 0x7d], [0xed, 0xa0, 0x80]] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    #expect(throws: ContractViolation.notUTF8) { try SubmitReply(jsonLine: bytes) }
  }

  @Test func `UTF-16 is refused`() {
    let bytes = Array(#"{"task":"t","key":"k"}"#.utf8).flatMap { byte -> [UInt8] in [byte, 0] }
    #expect(throws: ContractViolation.notJSON) { try SubmitReply(jsonLine: bytes) }
  }

  @Test(arguments: ContractViolation.allCases)
  func `a violation says what is wrong in a lower-case fragment`(violation: ContractViolation) {
    let text = violation.description
    #expect(text.first?.isLowercase == true && !text.hasSuffix(".") && !text.contains("\n"))
  }
}
