// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Judges whether all deliveries of one action are the same operation.
package enum DeliveryIdentity {
  /// A promise that a delivery breaks.
  package struct Breach: Hashable, Sendable {
    package let finding: Finding
    package let delivery: SeenDelivery
  }

  /// What can be found.
  ///
  /// - Parameters:
  ///   - ofOne: whether there is one delivery only, which has no other to be compared with.
  ///   - acrossRelaunch: whether the client was killed in between.
  /// - Returns: the findings.
  package static func findings(ofOne: Bool, acrossRelaunch: Bool) -> [Finding] {
    let ofEach: [Finding] = [.keyNotAccepted, .keyNotSentAsAcknowledged, .bodyNotAsSubmitted]
    if ofOne { return ofEach }
    return ofEach + [.twoRecordsForOneAction, .keyChangedOnRetry, .bodyChangedOnRetry]
      + (acrossRelaunch ? [.keyChangedOnRelaunch, .bodyChangedOnRelaunch] : [])
  }

  /// Finds every promise that is broken, the one that tells most first.
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
  /// - Returns: each promise, and the delivery that breaks it.
  package static func breaches(
    in deliveries: [SeenDelivery],
    of action: UserAction,
    relaunchedAfter: Int? = nil,
    isAsSubmitted: (_ delivered: [UInt8], _ submitted: [UInt8]) -> Bool = { $0 == $1 }
  ) -> [Breach] {
    var breaches: [Breach] = []
    if let unkeyed = deliveries.first(where: { $0.key == nil }) {
      breaches.append(Breach(finding: .keyNotAccepted, delivery: unkeyed))
    }
    var succeeded = false
    for (previous, delivery) in zip(deliveries, deliveries.dropFirst()) {
      succeeded = succeeded || previous.succeeded
      let relaunched =
        relaunchedAfter.map { previous.number <= $0 && $0 < delivery.number } ?? false
      if delivery.key != previous.key {
        // What was answered with a success is not retried: this is a second write.
        let changed: Finding = relaunched ? .keyChangedOnRelaunch : .keyChangedOnRetry
        breaches.append(
          Breach(finding: succeeded ? .twoRecordsForOneAction : changed, delivery: delivery)
        )
      }
      if delivery.body != previous.body {
        let changed: Finding = relaunched ? .bodyChangedOnRelaunch : .bodyChangedOnRetry
        breaches.append(Breach(finding: changed, delivery: delivery))
      }
    }
    guard let first = deliveries.first else { return breaches }
    if first.key != action.key {
      breaches.append(Breach(finding: .keyNotSentAsAcknowledged, delivery: first))
    }
    if !isAsSubmitted(first.body, action.body) {
      breaches.append(Breach(finding: .bodyNotAsSubmitted, delivery: first))
    }
    return breaches
  }
}
