// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
package import AcceptanceModel

/// Which scenario runs for which case.
package enum CaseDispatch {
  private static let queue: [String: @Sendable (QueueScenario) throws(CaseStop) -> Void] = [
    "queue.disconnect": { queue throws(CaseStop) in try QueueDisconnect.run(queue) },
    "queue.lost-response": { queue throws(CaseStop) in try QueueLostResponse.run(queue) },
    "queue.relaunch": { queue throws(CaseStop) in try QueueRelaunch.run(queue) },
    "queue.key-conflict": { queue throws(CaseStop) in try QueueKeyConflict.run(queue) },
  ]

  /// Every case that has a scenario here.
  package static var names: Set<CaseName> { Set(queue.keys.compactMap { CaseName($0) }) }

  /// Runs a case to its end; it returns only where every promise held.
  ///
  /// - Parameters:
  ///   - name: the case.
  ///   - parameters: what the runner says about it.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - log: where the case writes down what happens.
  package static func run(
    _ name: CaseName,
    _ parameters: CaseParameters,
    inherited: [String: String],
    log: CaseLog
  ) throws(CaseStop) {
    guard let scenario = queue[name.description] else {
      throw .unjudged(.setupFailed(.unknownCase))
    }
    let world = try QueueScenario(parameters, inherited: inherited, log: log)
    defer { world.end() }
    try scenario(world)
  }
}
