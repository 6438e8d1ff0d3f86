// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel

/// Of same-key deliveries at once, one makes the record.
package enum ServerAtomicClaim {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    _ = try server.accepted(server.newWrite())
    _ = try server.recordsMade()
    for _ in 1...ServerScenario.racesCount {
      let write = server.newWrite()
      var answers = try server.deliverAtOnce(write)
      // Where all were refused as in flight, this one finds the key as they have left it.
      answers.append(try server.deliver(write))
      let made = try server.recordsMade(for: write)
      let successes = answers.filter(\.isSuccess)
      let named = Set(successes.map(\.record))
      server.check(named.count <= 1 && made ?? 1 <= 1, .raceMadeTwoRecords, of: write)
      server.check(!successes.isEmpty && made ?? 1 >= 1, .raceMadeNoRecord, of: write)
    }
  }
}
