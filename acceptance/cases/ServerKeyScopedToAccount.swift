// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel

/// A key belongs to one account.
package enum ServerKeyScopedToAccount {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    try server.require(server.hasOtherAccount, .otherAccount)
    var foreign = server.newWrite()
    foreign.account = .other
    _ = try server.accepted(foreign, orElse: .otherAccountRefused)
    for isSameContent in [true, false] {
      let write = server.newWrite()
      let first = try server.accepted(write)
      _ = try server.recordsMade(for: write)
      foreign = write
      foreign.account = .other
      if !isSameContent { foreign.content = server.newContent() }
      let answer = try server.deliver(foreign)
      let made = try server.recordsMade(for: foreign)
      server.check(answer.isSuccess, .accountRefusedForKeyOfOther, of: foreign)
      let isOwn = made.map { $0 == 1 } ?? true
      server.check(
        isOwn && (answer.record == nil || !answer.hasResult(of: first)),
        .accountGotResultOfOther,
        of: foreign
      )
    }
  }
}
