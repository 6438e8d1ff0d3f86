// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Tries schedules on a write queue, within bounds.
package enum QueueExplorer {
  /// Explores until the bounds are covered, or until it is asked to stop.
  ///
  /// - Parameters:
  ///   - parameters: what is explored, and how far.
  ///   - mustStop: whether somebody wants the search to end now.
  ///   - tell: takes each message, the last one at the end.
  package static func run(
    _ parameters: ExploreParameters,
    mustStop: @escaping @Sendable () -> Bool,
    tell: (ExploreMessage) -> Void
  ) {
    tell(.unjudged(.noVerdict))
  }
}
