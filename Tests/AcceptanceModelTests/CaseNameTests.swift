// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

struct CaseNameTests {
  @Test(arguments: ["queue.relaunch", "state.unknown-outcome", "a.b2"])
  func `an area and a name with one dot between them are a case name`(text: String) throws {
    let name = try #require(CaseName(text))
    #expect(name.description == text)
  }

  @Test(arguments: [
    "", ".", "queue", "queue.", ".relaunch", "queue.re.launch", "Queue.relaunch", "queue.2nd",
    "queue.re launch", "queue.relaunch\n", "queue.é", "queue.-a",
    "queue." + String(repeating: "a", count: CaseName.partBytesMax + 1),
  ])
  func `anything else is none`(text: String) {
    #expect(CaseName(text) == nil)
  }

  @Test func `names are sorted by area and then by name`() throws {
    let names = try ["state.a", "queue.b", "queue.a"].map { try #require(CaseName($0)) }
    #expect(names.sorted().map(\.description) == ["queue.a", "queue.b", "state.a"])
  }
}
