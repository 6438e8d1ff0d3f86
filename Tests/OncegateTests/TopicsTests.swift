// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Foundation
import TestSupport
import Testing

@testable import oncegate

struct TopicsTests {
  @Test(arguments: Topic.all.map(\.name))
  func `a topic fits a terminal and is listed`(name: String) throws {
    let topic = try #require(Topic.named(name))
    #expect(topic.text.count > 500)
    for line in topic.text.split(separator: "\n") {
      #expect(line.count <= Help.columns, "\(line)")
    }
    #expect(Help.overview(Commands.all).contains("help \(topic.name)"))
    #expect(!Commands.all.map(\.name).contains(topic.name))
  }

  @Test func `the topic of the configuration tells every member with what may stand there`() {
    let words = Topic.config.text.split { $0.isWhitespace }.joined(separator: " ")
    for member in ConfigurationMember.all {
      #expect(words.contains(" \(member.name) \(member.help)"), "\(member.name)")
      #expect(words.contains("value: \(member.expected)"), "\(member.name)")
    }
    for member in OwnCaseMember.all { #expect(words.contains(member.expected)) }
  }

  @Test func `the topic of the profiles shows them so that they can be copied`() throws {
    for profile in Profile.builtIn {
      let json = Topic.json(profile)
      #expect(Topic.profiles.text.contains(json))
      #expect(try JSONDecoder().decode(Profile.self, from: Data(json.utf8)) == profile)
      let bytes = Array(json.utf8)
      #expect(StrictJSON.memberNames(at: [], in: bytes) == Profile.memberNames)
    }
  }

  @Test func `the table of a profile's members holds just those that there are`() {
    #expect(ProfileMember.names(under: "") == Profile.memberNames)
    var everything = Profile.stripe
    everything.key = .bodyMember("/id")
    let bytes = Array(Topic.json(everything).utf8)
    for name in ["success", "replayMarker"] {
      #expect(
        StrictJSON.memberNames(at: [.member(name)], in: bytes).sorted()
          == ProfileMember.names(under: name).sorted()
      )
    }
    #expect(
      StrictJSON.memberNames(at: [.member("endpoints"), .element(0)], in: bytes).sorted()
        == ProfileMember.names(under: "endpoints[]")
    )
    #expect(ProfileMember.names(under: "key") == ["header", "bodyMember"])
  }

  @Test func `what the topic of security names as shown by a test exists`() throws {
    let root = URL(fileURLWithPath: BuiltProducts.root)
    let kinds = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("ci/lib/soak").path
    )
    let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Tests").path)
    let tests = files?.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
    let sources = try tests.map {
      try String(contentsOf: root.appendingPathComponent("Tests/\($0)"), encoding: .utf8)
    }
    for name in Set(Attack.all.flatMap(\.shown)) {
      let isSuite = sources.contains { $0.contains("struct \(name) {") }
      #expect(isSuite || kinds.contains("\(name).py"), "\(name) does not exist")
    }
  }

  @Test func `the topic of the faults tells every fault`() {
    let text = Topic.faults.text
    for entry in Fault.catalogue { #expect(text.contains("\n\(entry.fault)\n")) }
  }

  @Test func `the topic of the contract names every command and every member`() {
    let text = Topic.contract.text
    for word in [
      "ONCEGATE_CONTRACT", "ONCEGATE_URL", "ONCEGATE_STATE_DIR", "ONCEGATE_REQUEST_TIMEOUT_MS",
      "client submit", "client resume", "client tasks", "client capabilities", "client due",
      "client cancel TASK",
      "ONCEGATE_CREDENTIAL", "ONCEGATE_ACCOUNT", "ONCEGATE_NOW", "ONCEGATE_KEY_LIFETIME_SECONDS",
      "credentials", "accounts", "clock", "load", "tap", "respond", "sync", "arrange",
      "saved", "rejected", "unknown", "read", "failed", "confirmed", "visible", "pending",
      "cancel-write", "list-read", "delete", "insert", "start-list-read", "end-list-read",
      "enabled", "needsSync", "syncs", "ticket", "attempts", "completed", "stopped",
    ] { #expect(text.contains(word), "\(word)") }
  }
}
