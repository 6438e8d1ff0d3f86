// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import FaultInjection

/// A delivery whose key is in flight gets an answer.
package enum ServerInFlightAnswered {
  package static func run(_ server: ServerScenario) throws(CaseStop) {
    _ = try server.accepted(server.newWrite())
    let inFlight: Int? =
      if case .refused(let status) = server.profile.inFlight { status } else { nil }
    for _ in 1...ServerScenario.racesCount {
      let write = server.newWrite()
      let answers = try server.deliverAtOnce(write)
      server.check(answers.allSatisfy { $0.status != nil }, .inFlightUnanswered, of: write)
      server.check(
        answers.allSatisfy { $0.isSuccess || $0.status == inFlight },
        .inFlightFailed,
        of: write
      )
      let last = try server.deliver(write)
      server.check(last.isSuccess, .inFlightNeverEnded, of: write)
    }
  }
}
