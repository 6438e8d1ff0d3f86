// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A transient error is not kept under the key.
package enum ServerTransientError {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    try server.require(!server.profile.storesFailures, .forgottenFailures)
    try server.require(server.canAskToFail, .failOnce)
    _ = try server.accepted(server.newWrite())
    _ = try server.recordsMade()
    let write = server.newWrite()
    var failing = write
    failing.asksToFail = true
    // A failure that never came proves nothing.
    guard let status = try server.deliver(failing).status, status >= 500 else {
      throw .unjudged(.vacuous)
    }
    let answer = try server.deliver(write)
    let made = try server.recordsMade(for: write)
    server.check(answer.isSuccess, .transientErrorPinned, of: write)
    server.check(made ?? 1 == 1, .transientErrorMadeRecord, of: write)
  }
}
