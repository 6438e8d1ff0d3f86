// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel

/// A body shorter than its declared length is never committed.
package enum ServerShortBody {
  /// White space behind the body; without it, what arrives is a whole JSON text all the same.
  private static let padding = 16

  package static func run(_ server: ServerScenario) throws(CaseStop) {
    _ = try server.accepted(server.newWrite())
    _ = try server.recordsMade()
    var write = server.newWrite()
    write.padding = padding
    let short = try server.deliverShort(write)
    let made = try server.recordsMade(for: write)
    server.check(!short.isSuccess, .shortBodyAccepted, of: write)
    server.check(made ?? 0 == 0, .shortBodyMadeRecord, of: write)
    let whole = try server.deliver(write)
    server.check(whole.isSuccess, .shortBodyTookKey, of: write)
  }
}
