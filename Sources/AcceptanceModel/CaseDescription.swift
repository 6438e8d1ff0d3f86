// SPDX-License-Identifier: Apache-2.0

/// What a case promises to find out, in words for its readers.
package struct CaseDescription: Hashable, Sendable {
  package let name: CaseName
  /// The names of the suites that hold the case; the first is its own.
  package let suites: [String]
  /// The promise in one line, without a full stop.
  package let promise: String
  /// What is done, one step a line, in order.
  package let steps: [String]
  /// What must hold, in the order in which it is checked.
  package let invariants: [Invariant]
  /// How to see the same by hand, one step a line.
  package let byHand: [String]
  /// The file that holds the scenario, relative to the project's root.
  package let sourceFile: String

  package init(
    name: CaseName,
    suites: [String],
    promise: String,
    steps: [String],
    invariants: [Invariant],
    byHand: [String],
    sourceFile: String
  ) {
    self.name = name
    self.suites = suites
    self.promise = promise
    self.steps = steps
    self.invariants = invariants
    self.byHand = byHand
    self.sourceFile = sourceFile
  }

  /// The JUnit suite that reports the case.
  package var reportSuite: String {
    switch name.area {
    case "queue": "offline-queue"
    case "state": "optimistic-state"
    default: name.area
    }
  }
}
