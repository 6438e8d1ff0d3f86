// SPDX-License-Identifier: Apache-2.0

/// A kind of bug that people really had, with public reports to read.
package struct KnownKind: Hashable, Sendable {
  /// What went wrong, in a few words.
  package let kind: String
  /// Public reports, each `owner/repository#number`.
  package let reports: [String]
  package let invariants: [Invariant]

  /// The kinds that broke an invariant, nearest first.
  package static func known(for invariant: Invariant) -> [KnownKind] {
    all.filter { $0.invariants.contains(invariant) }
      .sorted { $0.invariants.count < $1.invariants.count }
  }
}
