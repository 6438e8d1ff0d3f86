// SPDX-License-Identifier: Apache-2.0

import Contracts
import Testing

struct SubjectLineTests {
  private static let requests: [(SubjectRequest, String)] = [
    (
      .load(session: "s1", records: ["r2": true, "r1": false]),
      #"{"do":"load","session":"s1","records":{"r1":false,"r2":true}}"#
    ),
    (.load(session: "s", records: [:]), #"{"do":"load","session":"s","records":{}}"#),
    (.tap(record: "r\"", value: true), #"{"do":"tap","record":"r\"","value":true}"#),
    (
      .respond(ticket: "w", outcome: .saved(false)),
      #"{"do":"respond","ticket":"w","outcome":"saved","value":false}"#
    ),
    (
      .respond(ticket: "w", outcome: .rejected),
      #"{"do":"respond","ticket":"w","outcome":"rejected"}"#
    ),
    (
      .respond(ticket: "w", outcome: .unknown),
      #"{"do":"respond","ticket":"w","outcome":"unknown"}"#
    ),
    (
      .sync(session: "s", record: "r", outcome: .read(true)),
      #"{"do":"sync","session":"s","record":"r","outcome":"read","value":true}"#
    ),
    (
      .sync(session: "s", record: "r", outcome: .failed),
      #"{"do":"sync","session":"s","record":"r","outcome":"failed"}"#
    ),
    (.arrange(order: ["r2", "r1"]), #"{"do":"arrange","order":["r2","r1"]}"#),
    (.arrange(order: []), #"{"do":"arrange","order":[]}"#),
  ]

  @Test(arguments: requests)
  func `a request is written as the contract says, and read back`(
    request: SubjectRequest,
    line: String
  ) throws {
    #expect(request.jsonLine == line)
    #expect(try SubjectRequest(jsonLine: line.utf8) == request)
  }

  @Test(
    arguments: [
      ("{}", .memberMissing), (#"{"do":1}"#, .wrongType), (#"{"do":"jump"}"#, .unknownRequest),
      (#"{"do":"load","session":"s"}"#, .recordsMissing),
      (#"{"do":"load","records":{}}"#, .memberMissing),
      (#"{"do":"load","session":"s","records":{"r":1}}"#, .wrongType),
      (#"{"do":"tap","record":"r"}"#, .memberMissing),
      (#"{"do":"tap","record":"r","value":"true"}"#, .wrongType),
      (#"{"do":"respond","ticket":"w"}"#, .memberMissing),
      (#"{"do":"respond","ticket":null,"outcome":"rejected"}"#, .wrongType),
      (#"{"do":"respond","ticket":"w","outcome":"saved"}"#, .memberMissing),
      (#"{"do":"respond","ticket":"w","outcome":"lost"}"#, .unknownOutcome),
      (
        #"{"do":"sync","session":"s","record":"r","outcome":"saved","value":true}"#, .unknownOutcome
      ),
      (#"{"do":"arrange","order":["r",1]}"#, .wrongType),
      (#"{"do":"arrange","order":"r"}"#, .wrongType), ("tap", .notJSON), ("[]", .notAnObject),
    ] as [(String, ContractViolation)]
  )
  func `a request that breaks a rule is refused by its name`(
    line: String,
    rule: ContractViolation
  ) {
    #expect(throws: rule) { try SubjectRequest(jsonLine: line.utf8) }
  }

  private static let view = RecordView(
    confirmed: false,
    visible: true,
    pending: true,
    enabled: false,
    needsSync: false
  )
  private static let viewJSON =
    #"{"confirmed":false,"visible":true,"pending":true,"enabled":false,"needsSync":false}"#
  private static let tap = SubjectRequest.tap(record: "r", value: true)
  private static let arrange = SubjectRequest.arrange(order: [])

  @Test func `an answer holds a ticket where it answers a tap, and nowhere else`() throws {
    let began = SubjectReply(records: ["r": Self.view], tap: .began(ticket: "w"), syncs: 1)
    #expect(began.jsonLine == #"{"records":{"r":\#(Self.viewJSON)},"ticket":"w","syncs":1}"#)
    let intercepted = SubjectReply(records: [:], tap: .intercepted, syncs: 0)
    #expect(intercepted.jsonLine == #"{"records":{},"ticket":null,"syncs":0}"#)
    let other = SubjectReply(records: [:], syncs: 0)
    #expect(other.jsonLine == #"{"records":{},"syncs":0}"#)

    #expect(try SubjectReply(jsonLine: began.jsonLine.utf8, answering: Self.tap) == began)
    #expect(
      try SubjectReply(jsonLine: intercepted.jsonLine.utf8, answering: Self.tap) == intercepted
    )
    #expect(try SubjectReply(jsonLine: other.jsonLine.utf8, answering: Self.arrange) == other)
    #expect(try SubjectReply(jsonLine: began.jsonLine.utf8, answering: Self.arrange).tap == nil)
    #expect(throws: ContractViolation.memberMissing) {
      try SubjectReply(jsonLine: other.jsonLine.utf8, answering: Self.tap)
    }
  }

  @Test(arguments: [("true", true), ("false", false), ("null", false), (#""w1""#, true)])
  func `pending is a Boolean, or the ticket and null`(member: String, pending: Bool) throws {
    let line =
      #"{"records":{"r":{"confirmed":true,"visible":true,"pending":\#(member),"#
      + #""enabled":true,"needsSync":false}},"syncs":0}"#
    let reply = try SubjectReply(jsonLine: line.utf8, answering: Self.arrange)
    #expect(reply.records["r"]?.pending == pending)
  }

  @Test(
    arguments: [
      (#"{"syncs":0,"ticket":null}"#, .recordsMissing),
      (#"{"records":[],"syncs":0,"ticket":null}"#, .wrongType),
      (#"{"records":{},"ticket":null}"#, .memberMissing),
      (#"{"records":{},"syncs":-1,"ticket":null}"#, .wrongType),
      (#"{"records":{},"syncs":0}"#, .memberMissing),
      (#"{"records":{},"syncs":0,"ticket":""}"#, .wrongType),
      (#"{"records":{},"syncs":0,"ticket":7}"#, .wrongType),
      (#"{"records":{"r":true},"syncs":0,"ticket":null}"#, .wrongType),
      (#"{"records":{"r":{"confirmed":true}},"syncs":0,"ticket":null}"#, .memberMissing),
      (
        #"{"records":{"r":{"confirmed":1,"visible":true,"pending":false,"enabled":true,"#
          + #""needsSync":false}},"syncs":0,"ticket":null}"#, .wrongType
      ),
      (
        #"{"records":{"r":{"confirmed":true,"visible":true,"pending":0,"enabled":true,"#
          + #""needsSync":false}},"syncs":0,"ticket":null}"#, .wrongType
      ),
      ("no", .notJSON), ("7", .notAnObject),
    ] as [(String, ContractViolation)]
  )
  func `an answer that breaks a rule is refused by its name`(
    line: String,
    rule: ContractViolation
  ) {
    #expect(throws: rule) { try SubjectReply(jsonLine: line.utf8, answering: Self.tap) }
  }
}
