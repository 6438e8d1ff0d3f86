// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Foundation
import Testing

struct LogLineTests {
  @Test func `a line has exactly the four members in their order`() {
    let line = LogLine(
      task: TaskID(redacting: "t-1"),
      key: KeyID(redacting: "0b7e41c2-0000-4000-8000-000000000001"),
      attempts: 2,
      result: .happened(.completed)
    )
    #expect(
      line.json
        == #"{"task":"t-1","key":"0b7e41c2-0000-4000-8000-000000000001","attempts":2,"result":"completed"}"#
    )
  }

  @Test(arguments: [
    "somebody@example.org", "a b", "\"", "\\", "line\nbreak", "é", "\u{0}", "a/b", "a:b",
    String(repeating: "a", count: RedactedToken.bytesMax + 1),
  ])
  func `an identifier that could be more than an identifier is replaced by a digest`(text: String) {
    let shown = TaskID(redacting: text).shown.description
    #expect(!shown.contains(text))
    #expect(shown.hasPrefix("digest-"))
    #expect(shown == TaskID(redacting: text).shown.description)
    #expect(shown.count == "digest-".count + 16)
  }

  @Test(arguments: ["", "t1", "A-b_c.d~e", "0b7e41c2-0000-4000-8000-000000000001"])
  func `a short token of unreserved characters stands as it is`(text: String) {
    #expect(KeyID(redacting: text).shown.description == text)
  }

  @Test func `two texts have two digests`() {
    #expect(TaskID(redacting: "a b") != TaskID(redacting: "a c"))
  }

  @Test func `every category is read back from its word`() {
    let all =
      Occurrence.allCases.map(ResultCategory.happened)
      + Invariant.allCases.map(ResultCategory.violated)
    for category in all {
      #expect(ResultCategory(category.description) == category)
    }
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(ResultCategory("violated:nothing") == nil)
    #expect(ResultCategory("something else") == nil)
  }
}

struct CaseMessageTests {
  private static let line = LogLine(
    task: TaskID(redacting: "t"),
    key: KeyID(redacting: "k"),
    attempts: 1,
    result: .violated(.queueConverges)
  )

  private static let messages: [CaseMessage] =
    [.log(line), .verdict(.passed), .verdict(.unjudged(.vacuous))]
    + Finding.all.map { .verdict(.failed(.invariantBroken($0, sourceLine: 7))) }
    + SetupProblem.allCases.map { .verdict(.unjudged(.setupFailed($0))) }
    + Capability.allCases.map { .verdict(.skipped(.missingCapability($0))) }
    + ContractCommand.allCases.flatMap { command in
      ContractRule.allCases.map {
        .verdict(.unjudged(.contractBroken(ContractBreach(command, $0))))
      }
    }

  @Test func `every message is read back as it was written`() throws {
    for message in Self.messages {
      #expect(CaseMessage(jsonLine: Array(message.json.utf8)) == message)
      let object = try JSONSerialization.jsonObject(with: Data(message.json.utf8))
      #expect(object is [String: Any])
      #expect(message.json.utf8.count <= CaseMessage.lineBytesMax)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{\"verdict\":\"none\"}", "{\"verdict\":\"failed\"}",
    #"{"verdict":"failed","finding":"no-such","line":1}"#,
    #"{"task":"t","key":"k","attempts":-1,"result":"queued"}"#,
    #"{"task":"t","key":"k","attempts":1,"result":"made-up"}"#,
    #"{"task":"somebody@example.org","key":"k","attempts":1,"result":"queued"}"#,
    #"{"task":"t","key":"a b","attempts":1,"result":"queued"}"#,
    #"{"task":"t","attempts":1,"result":"queued"}"#,
    #"{"task":"t","key":"k","attempts":"1","result":"queued"}"#,
  ])
  func `anything else is no message`(text: String) {
    #expect(CaseMessage(jsonLine: Array(text.utf8)) == nil)
  }

  @Test func `a line above the bound is no message`() {
    let padding = String(repeating: " ", count: CaseMessage.lineBytesMax)
    #expect(CaseMessage(jsonLine: Array((#"{"verdict":"passed"}"# + padding).utf8)) == nil)
  }

  @Test func `a verdict that only a runner reaches is refused when a case tells it`() {
    for verdict in [Verdict.unjudged(.signal(9)), .unjudged(.timedOut(limit: .seconds(1)))] {
      #expect(CaseMessage(jsonLine: Array(CaseMessage.verdict(verdict).json.utf8)) == nil)
    }
  }
}
