// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import ChildProcesses
import Contracts
import Testing

struct ClientOutputTests {
  @Test func `a command that ended as it must breaks no rule`() {
    #expect(ClientOutput.rule(brokenByEndOf: FinishedCommand(exit: .exited(0))) == nil)
  }

  @Test(arguments: [
    (FinishedCommand(exit: .exited(1)), ContractRule.exitStatus),
    (FinishedCommand(exit: .signalled(9)), .killedBySignal),
    (FinishedCommand(exit: nil), .hang),
  ])
  func `another end breaks the rule about it`(command: FinishedCommand, rule: ContractRule) {
    #expect(ClientOutput.rule(brokenByEndOf: command) == rule)
  }

  @Test func `a command that was stopped is told by what it did last`() {
    var command = FinishedCommand(exit: .signalled(9))
    command.timedOut = true
    #expect(ClientOutput.rule(brokenByEndOf: command) == .hang)
    command.outputEndedEarly = true
    #expect(ClientOutput.rule(brokenByEndOf: command) == .closedOutputAndHung)
    command.outputOverflowed = true
    command.output = Array("a line\na line\n".utf8)
    #expect(ClientOutput.rule(brokenByEndOf: command) == .endlessOutput)
    command.output = [UInt8](repeating: 0, count: ContractLine.bytesMax + 1)
    #expect(ClientOutput.rule(brokenByEndOf: command) == .lineTooLong)
  }

  @Test func `a process that outlives its command is a breach`() {
    var command = FinishedCommand(exit: .exited(0))
    command.leftProcesses = 1
    #expect(ClientOutput.rule(brokenByEndOf: command) == .leftProcess)
  }

  @Test(arguments: [
    (SpawnError.commandNotFound, ContractRule.commandNotFound),
    (.notExecutable, .notExecutable),
    (.isFolder, .isFolder),
    (.noInterpreter, .noInterpreter),
    (.unknownFormat, .unknownFormat),
    (.system(code: 7), .cannotStart),
  ])
  func `a command that cannot be started breaks the rule that says why`(
    error: SpawnError,
    rule: ContractRule
  ) {
    #expect(ClientOutput.rule(brokenBy: error) == rule)
  }

  @Test(arguments: [
    "{\"task\":\"t\",\"key\":\"k\"}", "{\"key\":\"k\",\"more\":1,\"task\":\"t\"}\n",
  ])
  func `the line of submit may lack its line break and hold more`(text: String) throws {
    let reply = try ClientOutput.submitReply(Array(text.utf8))
    #expect(reply == SubmitReply(task: "t", key: "k"))
  }

  @Test(arguments: [
    ("", ContractRule.noLine),
    ("\n", .notJSON),
    ("{\"task\":\"t\",\"key\":\"k\"}\n\n", .moreThanOneLine),
    ("{\"task\":\"t\",\"key\":\"k\"}\nsent\n", .moreThanOneLine),
    ("queued", .notJSON),
    ("[]", .notAnObject),
    ("{\"key\":\"k\"}", .taskMissing),
    ("{\"task\":\"t\"}", .keyMissing),
    ("{\"task\":1,\"key\":\"k\"}", .wrongType),
    ("{\"task\":\"\",\"key\":\"k\"}", .emptyTask),
    ("{\"task\":\"t\",\"key\":\"a b\"}", .keyMalformed),
  ])
  func `every other answer to submit breaks a rule`(text: String, rule: ContractRule) {
    #expect(throws: CaseStop.broken(.submit, rule)) {
      try ClientOutput.submitReply(Array(text.utf8))
    }
  }

  @Test func `a client without tasks lists nothing`() throws {
    #expect(try ClientOutput.taskListings([]).isEmpty)
  }

  @Test(arguments: [
    ("{\"task\":\"t\",\"key\":\"k\",\"state\":\"pending\"}", ContractRule.attemptsMissing),
    ("{\"task\":\"t\",\"key\":\"k\",\"attempts\":0}", .stateMissing),
    ("{\"task\":\"t\",\"key\":\"k\",\"attempts\":-1,\"state\":\"pending\"}", .wrongType),
    ("{\"task\":\"t\",\"key\":\"k\",\"attempts\":0,\"state\":\"waiting\"}", .unknownState),
    (
      "{\"task\":\"t\",\"key\":\"k\",\"attempts\":0,\"state\":\"pending\"}\n"
        + "{\"task\":\"t\",\"key\":\"l\",\"attempts\":0,\"state\":\"pending\"}\n",
      .listedTwice
    ),
  ])
  func `a list that a case cannot judge by breaks a rule`(text: String, rule: ContractRule) {
    #expect(throws: CaseStop.broken(.tasks, rule)) {
      try ClientOutput.taskListings(Array(text.utf8))
    }
  }

  @Test func `every rule that an answer can break has its name in the report`() {
    let ofRequests: Set<ContractViolation> = [.unknownRequest, .unknownOutcome]
    for violation in ContractViolation.allCases where !ofRequests.contains(violation) {
      #expect(ContractRule(rawValue: violation.rawValue) != nil, "\(violation.rawValue)")
    }
  }
}
