// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// An order of what happens to a write queue; behind it the faults stop, and the queue has to settle.
package struct Schedule: Hashable, Sendable {
  /// The most steps that are gone through.
  package static let stepsMax = 200
  /// The most actions that a schedule tells apart.
  package static let tasksMax = 8

  package var steps: [ScheduleStep]

  package init(_ steps: [ScheduleStep]) { self.steps = steps }

  /// Reads the steps, a text each.
  ///
  /// - Parameter texts: each in the grammar of a step.
  /// - Throws: what is wrong in which step.
  package init(parsing texts: [String]) throws(ScheduleError) {
    guard !texts.isEmpty else { throw .empty }
    guard texts.count <= Self.stepsMax else {
      throw .tooLong(steps: texts.count, limit: Self.stepsMax)
    }
    var steps: [ScheduleStep] = []
    for (index, text) in texts.enumerated() {
      steps.append(try ScheduleStep(parsing: text, number: index + 1))
    }
    self.init(steps)
  }

  /// The steps as texts that can be read again.
  package var texts: [String] { steps.map(\.description) }

  /// How many actions it makes.
  package var submits: Int { steps.count(where: \.isSubmit) }

  /// Adds everything that it says to a digest.
  package func add(to digest: inout StableDigest) {
    for step in steps { digest.add(step.description) }
    digest.add(UInt64(steps.count))
  }
}
