// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel

/// A repeated delivery gets the stored result.
package enum ServerReplaySameResult {
  /// How often the write is repeated.
  private static let repeatsCount = 2

  package static func run(_ server: ServerScenario) throws(CaseStop) {
    let write = server.newWrite()
    let first = try server.accepted(write)
    _ = try server.recordsMade(for: write)
    for _ in 1...repeatsCount {
      let again = try server.deliver(write)
      let made = try server.recordsMade(for: write)
      server.check(again.isSuccess, .replayRefused, of: write)
      server.check(again.hasResult(of: first), .replayOtherResult, of: write)
      server.check(made ?? 0 == 0, .replayMadeRecord, of: write)
    }
  }
}
