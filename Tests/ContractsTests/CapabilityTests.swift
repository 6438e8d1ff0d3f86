// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Contracts

struct CapabilitiesReplyTests {
  @Test func `an answer is one line in a fixed order`() throws {
    let reply = CapabilitiesReply(Set(ClientCapability.allCases))
    let names = #"["accounts","cancel","clock","credentials","kill-points","records"]"#
    #expect(reply.jsonLine == #"{"capabilities":\#(names)}"#)
    #expect(try CapabilitiesReply(jsonLine: reply.jsonLine.utf8) == reply)
    #expect(CapabilitiesReply([]).jsonLine == #"{"capabilities":[]}"#)
  }

  @Test func `a name that is not known is read all the same`() throws {
    let line = #"{"more":1,"capabilities":["flying"]}"#
    #expect(try CapabilitiesReply(jsonLine: line.utf8).names == ["flying"])
  }

  @Test(arguments: [
    ("{}", ContractViolation.memberMissing), (#"{"capabilities":"clock"}"#, .wrongType),
    (#"{"capabilities":[1]}"#, .wrongType), ("[]", .notAnObject), ("clock", .notJSON),
  ])
  func `another line breaks a rule`(line: String, violation: ContractViolation) {
    #expect(throws: violation) { try CapabilitiesReply(jsonLine: line.utf8) }
  }
}

struct CapabilityEnvironmentTests {
  private static let good = ["ONCEGATE_URL": "http://h/x", "ONCEGATE_STATE_DIR": "/s"]

  @Test func `what is not given, or empty, is not there`() throws {
    let names = [
      "ONCEGATE_CREDENTIAL", "ONCEGATE_ACCOUNT", "ONCEGATE_NOW", "ONCEGATE_KEY_LIFETIME_SECONDS",
      "ONCEGATE_KILL_AT",
    ]
    let empty = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
    for variables in [Self.good, Self.good.merging(empty) { $1 }] {
      let environment = try ClientEnvironment(variables)
      #expect(environment.credential == nil && environment.account == nil)
      #expect(environment.unixSeconds == nil && environment.keyLifetimeSeconds == nil)
      #expect(environment.killPoint == nil)
    }
  }

  @Test func `what is given is read`() throws {
    let environment = try ClientEnvironment(
      Self.good.merging([
        "ONCEGATE_CREDENTIAL": "t", "ONCEGATE_ACCOUNT": "a", "ONCEGATE_NOW": "1800000000",
        "ONCEGATE_KEY_LIFETIME_SECONDS": "60",
      ]) { $1 }
    )
    #expect(environment.credential == "t" && environment.account == "a")
    #expect(environment.unixSeconds == 1_800_000_000 && environment.keyLifetimeSeconds == 60)
  }

  @Test(arguments: KillPoint.allCases)
  func `a kill point is one of those that have a name`(point: KillPoint) throws {
    var variables = Self.good
    variables["ONCEGATE_KILL_AT"] = point.rawValue
    #expect(try ClientEnvironment(variables).killPoint == point)
    variables["ONCEGATE_KILL_AT"] = "somewhere"
    let error = ClientEnvironmentError.unknownKillPoint
    #expect(throws: error) { try ClientEnvironment(variables) }
    #expect(error.description.contains(point.rawValue))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a process ends at the point that it was given, and at no other`() async {
    await #expect(processExitsWith: .signal(9)) {
      let variables = ["ONCEGATE_URL": "http://h/x", "ONCEGATE_STATE_DIR": "/s"]
      let environment = try ClientEnvironment(
        variables.merging(["ONCEGATE_KILL_AT": "before-marked"]) { $1 }
      )
      environment.reached(.claimStored)
      try ClientEnvironment(variables).reached(.beforeMarked)
      environment.reached(.beforeMarked)
      // Only an end by the signal proves that the line above was reached and obeyed.
      exit(0)
    }
  }

  @Test(
    arguments: ["ONCEGATE_NOW", "ONCEGATE_KEY_LIFETIME_SECONDS"],
    ["-1", "1.5", "soon", "253402300800", "99999999999999999999"]
  )
  func `seconds are a number within bounds`(name: String, value: String) {
    var variables = Self.good
    variables[name] = value
    let error = ClientEnvironmentError.malformedSeconds(variable: name)
    #expect(throws: error) { try ClientEnvironment(variables) }
    #expect(error.description.hasPrefix(name) && !error.description.contains(value))
  }
}
