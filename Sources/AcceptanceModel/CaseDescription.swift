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
  /// The file that holds the scenario, relative to the project's root, or the user's file that owns the
  /// behaviour.
  package let sourceFile: String
  /// The line of the user's file to which an annotation belongs, or nothing where the check's own line is
  /// meant.
  package let sourceLine: Int?
  /// The command that repeats the case where that is not 'oncegate run' with its name.
  ///
  /// Such a case is an order of events that an explorer found; its steps are these events.
  package let repeatCommand: String?

  package init(
    name: CaseName,
    suites: [String],
    promise: String,
    steps: [String],
    invariants: [Invariant],
    byHand: [String],
    sourceFile: String,
    sourceLine: Int? = nil,
    repeatCommand: String? = nil
  ) {
    self.name = name
    self.suites = suites
    self.promise = promise
    self.steps = steps
    self.invariants = invariants
    self.byHand = byHand
    self.sourceFile = sourceFile
    self.sourceLine = sourceLine
    self.repeatCommand = repeatCommand
  }

  /// Makes the same description, with another place to which a reader is sent.
  ///
  /// - Parameters:
  ///   - file: the file that owns the behaviour.
  ///   - line: the line in it, 1 or more.
  /// - Returns: the description.
  package func with(sourceFile file: String, line: Int) -> CaseDescription {
    CaseDescription(
      name: name,
      suites: suites,
      promise: promise,
      steps: steps,
      invariants: invariants,
      byHand: byHand,
      sourceFile: file,
      sourceLine: line,
      repeatCommand: repeatCommand
    )
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
