// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A delivery without a key is refused.
package enum ServerMissingKey {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    guard case .refused(let status) = server.profile.missingKey else {
      throw .skipped(.serverLacks(.requiredKey))
    }
    _ = try server.accepted(server.newWrite())
    _ = try server.recordsMade()
    for key in [ServerWrite.Key.missing, .empty] {
      var write = server.newWrite()
      write.key = key
      let answer = try server.deliver(write)
      let made = try server.recordsMade(for: write)
      let finding: Finding = key == .missing ? .missingKeyAccepted : .emptyKeyAccepted
      server.check(answer.status == status, finding, of: write)
      server.check(made ?? 0 == 0, .missingKeyMadeRecord, of: write)
    }
  }
}
