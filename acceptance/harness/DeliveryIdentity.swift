// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Judges whether all deliveries of one action are the same operation.
package enum DeliveryIdentity {
  /// A promise that a delivery breaks.
  package struct Breach: Hashable, Sendable {
    package let finding: Finding
    package let delivery: SeenDelivery
  }

  /// Finds the first promise that is broken, or nothing.
  ///
  /// Deliveries are compared with each other before the first is compared with what was acknowledged:
  /// that a key changes from one delivery to the next says more than that it is not the expected one.
  ///
  /// - Parameters:
  ///   - deliveries: what arrived for the action, in order.
  ///   - action: what the client acknowledged.
  ///   - relaunchedAfter: how many deliveries had arrived when the client was killed, or nothing where it
  ///     was not.
  ///   - isAsSubmitted: says whether delivered bytes are the submitted ones; where the server's profile puts
  ///     the key into the body, they differ by it.
  /// - Returns: the promise, and the delivery that breaks it.
  package static func breach(
    in deliveries: [SeenDelivery],
    of action: UserAction,
    relaunchedAfter: Int? = nil,
    isAsSubmitted: (_ delivered: [UInt8], _ submitted: [UInt8]) -> Bool = { $0 == $1 }
  ) -> Breach? {
    if let unkeyed = deliveries.first(where: { $0.key == nil }) {
      return Breach(finding: .keyNotAccepted, delivery: unkeyed)
    }
    var succeeded = false
    for (previous, delivery) in zip(deliveries, deliveries.dropFirst()) {
      succeeded = succeeded || previous.succeeded
      let relaunched =
        relaunchedAfter.map { previous.number <= $0 && $0 < delivery.number } ?? false
      if delivery.key != previous.key {
        // What was answered with a success is not retried: this is a second write.
        let changed: Finding = relaunched ? .keyChangedOnRelaunch : .keyChangedOnRetry
        return Breach(
          finding: succeeded ? .twoRecordsForOneAction : changed,
          delivery: delivery
        )
      }
      if delivery.body != previous.body {
        return Breach(
          finding: relaunched ? .bodyChangedOnRelaunch : .bodyChangedOnRetry,
          delivery: delivery
        )
      }
    }
    guard let first = deliveries.first else { return nil }
    if first.key != action.key {
      return Breach(finding: .keyNotSentAsAcknowledged, delivery: first)
    }
    guard isAsSubmitted(first.body, action.body) else {
      return Breach(finding: .bodyNotAsSubmitted, delivery: first)
    }
    return nil
  }
}
