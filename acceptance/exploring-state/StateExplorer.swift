// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Tries orders of events on optimistic state, within bounds.
package enum StateExplorer {
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
