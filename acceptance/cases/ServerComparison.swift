// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// Bodies that mean the same are the same body, and no others are.
package enum ServerComparison {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    let write = server.newWrite()
    let first = try server.accepted(write)
    _ = try server.recordsMade(for: write)
    var isShown = false
    for spelling in StrictJSON.Spelling.allCases where spelling != .plain {
      // A body without such a place, and one that the server does not take at all, show nothing.
      guard write.content.text(spelling) != write.content.text(),
        try server.takes(server.newContent(), spelling)
      else { continue }
      isShown = true
      var again = write
      again.spelling = spelling
      let answer = try server.deliver(again)
      let made = try server.recordsMade(for: again)
      server.check(answer.isSuccess, .sameMeaningRefused, of: write)
      server.check(
        answer.hasResult(of: first) && made ?? 0 == 0,
        .sameMeaningMadeRecord,
        of: write
      )
    }
    for change in [Self.oneAsTrue, Self.nextBigInteger] {
      guard let other = write.content.replacingFirst(change),
        let tried = server.newContent().replacingFirst(change), try server.takes(tried)
      else { continue }
      isShown = true
      var changed = write
      changed.content = other
      let answer = try server.deliver(changed)
      let made = try server.recordsMade(for: changed)
      let isRepetition = answer.isSuccess && made.map { $0 == 0 } ?? answer.hasResult(of: first)
      server.check(!isRepetition, .otherMeaningTakenForSame, of: write)
    }
    try server.require(isShown, .otherSpellings)
  }

  private static func oneAsTrue(_ value: StrictJSON) -> StrictJSON? {
    value.integer == 1 ? .bool(true) : nil
  }

  /// The next one is the same number to a reader that keeps 53 bits.
  private static func nextBigInteger(_ value: StrictJSON) -> StrictJSON? {
    guard let number = value.integer, number > 1 << 53, number < 1 << 60 else { return nil }
    let next = number % 2 == 0 ? number + 1 : number - 1
    return try? StrictJSON(parsing: Array(String(next).utf8))
  }
}
