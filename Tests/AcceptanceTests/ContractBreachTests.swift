// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Foundation
import TestSupport
import Testing

struct ContractBreachTests {
  @Test(.timeLimit(.minutes(30)))
  func `what a client says beside the contract changes nothing`() throws {
    let folder = try TemporaryFolder()
    let script = """
      case "$1" in
      submit) echo '{"task":"t1","key":"k1","more":1}'; echo queued >&2 ;;
      resume) echo sending; echo failed >&2 ;;
      tasks) echo '{"task":"t1","key":"k1","attempts":0,"state":"pending","more":[]}' ;;
      esac
      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("client")))
    let run = try CaseRun("queue.disconnect", client: ["/bin/sh", folder.file("client")])
    // This client never sends, which is what the case must find.
    #expect(run.finding == .notSettledOnceReachable)
  }

  @Test func `each rule has words and a remedy, in a line without a full stop`() {
    for rule in ContractRule.allCases {
      for text in [rule.words, rule.remedy] {
        #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("\n"), "\(rule.rawValue)")
      }
    }
    #expect(Set(ContractRule.allCases.map(\.words)).count == ContractRule.allCases.count)
    #expect(Set(ContractRule.allCases.map(\.remedy)).count == ContractRule.allCases.count)
  }
}
