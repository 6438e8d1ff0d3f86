// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// Another body under a known key is refused and overwrites nothing.
package enum ServerMismatchRefused {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    let write = server.newWrite()
    let first = try server.accepted(write)
    var other = write
    other.content = server.newContent()
    // A body that is refused under any key shows nothing.
    guard try server.takes(other.content) else {
      throw .unjudged(.setupFailed(.plainWriteRefused))
    }
    other.content = server.newContent()
    let answer = try server.deliver(other)
    let made = try server.recordsMade(for: write)
    server.check(!answer.isSuccess, .mismatchAccepted, of: write)
    server.check(
      answer.status == server.profile.otherBody,
      .mismatchAnsweredOtherwise,
      of: write
    )
    server.check(made ?? 0 == 0, .mismatchMadeRecord, of: write)
    let again = try server.deliver(write)
    server.check(again.hasResult(of: first), .mismatchOverwrote, of: write)
  }
}
