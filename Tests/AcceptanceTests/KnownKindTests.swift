// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Testing

@testable import known_bad_client
@testable import known_bad_server
@testable import known_bad_subject

/// The kinds of bug that people really had, and the promises of the catalogue.
struct KnownKindTests {
  private static let shown: Set<Invariant> = Set(
    (known_bad_client.Flaw.allCases.flatMap(\.expectations)
      + known_bad_subject.Flaw.allCases.flatMap(\.expectations)
      + known_bad_server.Flaw.allCases.flatMap(\.expectations))
      .map(\.finding.invariant)
  )

  @Test(arguments: KnownKind.all)
  func `each kind of bug is shown by a known-bad program in the case that is meant for it`(
    kind: KnownKind
  ) {
    #expect(
      !Self.shown.isDisjoint(with: kind.invariants),
      "add a flaw that breaks one of: \(kind.invariants.map(\.rawValue).joined(separator: ", "))"
    )
  }

  @Test(arguments: Invariant.allCases)
  func `each promise of the catalogue is broken by a known-bad program`(invariant: Invariant) {
    #expect(Self.shown.contains(invariant))
  }
}
