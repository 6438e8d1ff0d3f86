// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
package import AcceptanceModel
import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tries orders of events on optimistic state, within bounds.
package enum StateExplorer {
  /// How long lies between two messages about how far the search is.
  static let progressInterval = Duration.milliseconds(250)

  /// Explores until the bounds are covered, or until it is asked to stop.
  ///
  /// - Parameters:
  ///   - parameters: what is explored, and how far.
  ///   - mustStop: whether somebody wants the search to end now.
  ///   - tell: takes each message, the last one at the end.
  package static func run(
    _ parameters: ExploreParameters,
    mustStop: @escaping @Sendable () -> Bool,
    tell: @escaping (ExploreMessage) -> Void
  ) {
    guard let seed = Seed(parameters.program.seed) else {
      return tell(.unjudged(.setupFailed(.badParameters)))
    }
    do throws(CaseStop) {
      if parameters.isInProcess {
        try BundledSearch(parameters, seed, mustStop: mustStop, tell: tell).run()
      } else {
        try exploreSubject(parameters, seed, mustStop, tell)
      }
    } catch {
      guard case .unjudged(let reason) = error else { return tell(.unjudged(.noVerdict)) }
      tell(.unjudged(reason))
    }
  }

  // MARK: - Through the contract

  private static func exploreSubject(
    _ parameters: ExploreParameters,
    _ seed: Seed,
    _ mustStop: () -> Bool,
    _ tell: (ExploreMessage) -> Void
  ) throws(CaseStop) {
    guard let command = parameters.program.subject else {
      throw .unjudged(.setupFailed(.badParameters))
    }
    let inherited = ProcessInfo.processInfo.environment.filter {
      $0.key != ExploreParameters.variable
    }
    let limit = Duration.milliseconds(parameters.program.commandTimeLimitMilliseconds)
    let capabilities = ProcessSubject.capabilities(
      of: command,
      inherited: inherited,
      timeLimit: limit
    )
    let bounds = StateBounds(
      records: parameters.records,
      tickets: parameters.tickets,
      sessions: parameters.sessions,
      capabilities: capabilities
    )
    var pace = Pace()
    var search = SubjectSearch(
      bounds,
      depth: parameters.depth,
      drawn: parameters.schedules,
      seed: seed,
      part: (parameters.part, parameters.parts),
      start: { () throws(CaseStop) in
        try ProcessSubject(
          command,
          inherited: inherited,
          timeLimit: limit,
          capabilities: capabilities
        )
      },
      end: { $0.end() }
    )
    let result = try search.run(
      progress: { coverage in
        if pace.isDue() { tell(.progress(coverage)) }
        return mustStop()
      },
      found: { order in
        tell(order.message(seed))
        return !parameters.keepsGoing
      }
    )
    tell(.ended(result.coverage, digest: result.digest, isComplete: result.isComplete))
  }
}

/// Tells of progress, but not too often.
struct Pace {
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant

  init() { last = clock.now }

  mutating func isDue() -> Bool {
    guard clock.now - last >= StateExplorer.progressInterval else { return false }
    last = clock.now
    return true
  }
}

extension FoundOrder {
  /// The message that tells of the finding.
  func message(_ seed: Seed) -> ExploreMessage {
    .found(
      Counterexample(area: .state, seed: seed, finding: finding, steps: steps.map(\.text)),
      log: log
    )
  }
}
