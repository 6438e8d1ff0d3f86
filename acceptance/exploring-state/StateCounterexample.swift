// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel
import Contracts

/// Orders of events that were kept, as cases.
package enum StateCounterexample {
  /// Says what is wrong with the steps of a file, and with which of them.
  package static func check(_ steps: [String]) throws(StateOrderError) {
    _ = try StateOrder.steps(steps)
  }

  /// Goes through the events of a file once more; it returns only where every promise held.
  ///
  /// - Parameters:
  ///   - example: the events.
  ///   - parameters: what the runner says about the case.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - log: where the case writes down what happens.
  /// - Throws: why the case cannot be judged.
  package static func run(
    _ example: Counterexample,
    _ parameters: CaseParameters,
    inherited: [String: String],
    log: CaseLog
  ) throws(CaseStop) {
    let steps: [StateStep]
    do throws(StateOrderError) {
      steps = try StateOrder.steps(example.steps)
    } catch {
      throw .unjudged(.setupFailed(.badParameters))
    }
    guard let command = parameters.subject else {
      return try take(steps, BundledSubject(), log)
    }
    let limit = Duration.milliseconds(parameters.commandTimeLimitMilliseconds)
    let needed = Set(steps.compactMap(\.capability))
    // A subject of version 1 is asked only where it matters.
    let capabilities =
      needed.isEmpty
      ? []
      : ProcessSubject.capabilities(of: command, inherited: inherited, timeLimit: limit)
    let subject = try ProcessSubject(
      command,
      inherited: inherited,
      timeLimit: limit,
      capabilities: capabilities
    )
    defer { subject.end() }
    try take(steps, subject, log)
    try subject.finish()
  }

  private static func take<Subject: CapableSubject<CaseStop>>(
    _ steps: [StateStep],
    _ subject: Subject,
    _ log: CaseLog
  ) throws(CaseStop) {
    var replay = StateReplay(subject, log: log)
    for needed in Set(steps.compactMap(\.capability)) { try replay.need(needed) }
    for step in steps { try replay.take(step) }
  }
}

extension StateStep {
  /// What a subject must have announced before the step can happen to it.
  fileprivate var capability: SubjectCapability? {
    switch self {
    case .delete, .insert: .delete
    case .cancel: .cancelWrite
    case .startListRead, .endListRead: .listRead
    case .load, .tap, .respond, .sync, .arrange: nil
    }
  }
}
