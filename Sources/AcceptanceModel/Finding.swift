// SPDX-License-Identifier: Apache-2.0

/// A way in which a promise was seen broken.
///
/// Findings are a closed list: only this module creates them, and their words hold nothing of what a
/// client sent or said.
package struct Finding: Hashable, Sendable {
  /// The kebab-case name, unique among all findings.
  package let name: String
  package let invariant: Invariant
  /// What happened instead of what was promised: one line, no full stop.
  package let happened: String

  init(_ name: String, _ invariant: Invariant, _ happened: String) {
    self.name = name
    self.invariant = invariant
    self.happened = happened
  }

  /// Every finding.
  package static let all: [Finding] =
    queue + state + queueBeyondGate + crash + capabilities + stateExtended + server

  /// The finding of that name, or nothing where there is none.
  package static func named(_ name: String) -> Finding? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
