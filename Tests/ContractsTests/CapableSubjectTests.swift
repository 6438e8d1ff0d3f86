// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Contracts

struct CapableRequestTests {
  private static let requests: [(CapableRequest, String)] = [
    (.capabilities, #"{"do":"capabilities"}"#),
    (.delete(record: "r\""), #"{"do":"delete","record":"r\""}"#),
    (.insert(record: "r", value: true), #"{"do":"insert","record":"r","value":true}"#),
    (.cancel(ticket: "w"), #"{"do":"cancel","ticket":"w"}"#),
    (.startListRead(read: "q"), #"{"do":"start-list-read","read":"q"}"#),
    (
      .endListRead(read: "q", records: ["r2": true, "r1": false]),
      #"{"do":"end-list-read","read":"q","records":{"r1":false,"r2":true}}"#
    ),
  ]

  @Test(arguments: requests)
  func `a request is written as the contract says, and read back`(
    request: CapableRequest,
    line: String
  ) throws {
    #expect(request.jsonLine == line)
    #expect(try CapableRequest(jsonLine: line.utf8) == request)
    // To a subject of version 1 it is none.
    #expect(throws: ContractViolation.unknownRequest) { try SubjectRequest(jsonLine: line.utf8) }
  }

  @Test func `a request of version 1 is none of these`() throws {
    let line = SubjectRequest.tap(record: "r", value: true).jsonLine
    #expect(try CapableRequest(jsonLine: line.utf8) == nil)
  }

  @Test(arguments: [
    (#"{"do":"delete"}"#, ContractViolation.memberMissing),
    (#"{"do":"insert","record":"r","value":1}"#, .wrongType),
    (#"{"do":"end-list-read","read":"q"}"#, .recordsMissing), ("[]", .notAnObject),
  ])
  func `a request that lacks something breaks a rule`(line: String, violation: ContractViolation) {
    #expect(throws: violation) { try CapableRequest(jsonLine: line.utf8) }
  }

  @Test func `the answer of a subject names what it can do`() {
    let reply = CapabilitiesReply(ofSubject: Set(SubjectCapability.allCases))
    #expect(reply.jsonLine == #"{"capabilities":["cancel-write","delete","list-read"]}"#)
  }
}
