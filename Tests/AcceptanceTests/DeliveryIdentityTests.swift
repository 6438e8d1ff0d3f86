// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Testing

/// Deliveries are written in short: a letter for the key, a digit for the body, `+` for a success.
struct DeliveryIdentityTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let deliveries: [String]
    var relaunchedAfter: Int?
    let finding: Finding?
    var number: Int?

    var testDescription: String {
      "\(deliveries.joined(separator: " ")) -> \(finding?.name ?? "no breach")"
    }
  }

  @Test(arguments: [
    Example(deliveries: [], finding: nil),
    Example(deliveries: ["k1+"], finding: nil),
    Example(deliveries: ["k1", "k1", "k1+", "k1+"], relaunchedAfter: 2, finding: nil),
    Example(deliveries: ["-1"], finding: .keyNotAccepted, number: 1),
    Example(deliveries: ["k1", "-1"], finding: .keyNotAccepted, number: 2),
    Example(deliveries: ["x1"], finding: .keyNotSentAsAcknowledged, number: 1),
    Example(deliveries: ["k2"], finding: .bodyNotAsSubmitted, number: 1),
    Example(deliveries: ["k1", "x1"], finding: .keyChangedOnRetry, number: 2),
    Example(deliveries: ["x1", "y1"], finding: .keyChangedOnRetry, number: 2),
    Example(deliveries: ["k1", "k2"], finding: .bodyChangedOnRetry, number: 2),
    Example(deliveries: ["k1", "x2"], finding: .keyChangedOnRetry, number: 2),
    Example(deliveries: ["k1+", "x1+"], finding: .twoRecordsForOneAction, number: 2),
    Example(deliveries: ["k1", "k1+", "x1"], finding: .twoRecordsForOneAction, number: 3),
    Example(
      deliveries: ["k1", "x1"],
      relaunchedAfter: 1,
      finding: .keyChangedOnRelaunch,
      number: 2
    ),
    Example(
      deliveries: ["k1", "k2"],
      relaunchedAfter: 1,
      finding: .bodyChangedOnRelaunch,
      number: 2
    ),
    Example(
      deliveries: ["x1", "y1"],
      relaunchedAfter: 1,
      finding: .keyChangedOnRelaunch,
      number: 2
    ),
    Example(
      deliveries: ["k1", "x1", "x1"],
      relaunchedAfter: 2,
      finding: .keyChangedOnRetry,
      number: 2
    ),
    Example(
      deliveries: ["k1", "k1", "x1"],
      relaunchedAfter: 1,
      finding: .keyChangedOnRetry,
      number: 3
    ),
  ])
  func `the deliveries of one action are one operation or name the promise that they break`(
    example: Example
  ) {
    let deliveries = example.deliveries.enumerated().map { index, text in
      SeenDelivery(
        number: index + 1,
        key: text.first == "-" ? nil : String(text.prefix(1)),
        keyAttempt: 1,
        body: Array(text.dropFirst().prefix(1).utf8),
        succeeded: text.hasSuffix("+")
      )
    }
    let breach = DeliveryIdentity.breaches(
      in: deliveries,
      of: UserAction(task: "t", key: "k", body: Array("1".utf8)),
      relaunchedAfter: example.relaunchedAfter
    ).first
    #expect(breach?.finding == example.finding)
    #expect(breach?.delivery.number == example.number)
  }

  @Test func `what counts as submitted is the profile's to say, between deliveries bytes count`() {
    func breach(_ bodies: String...) -> Finding? {
      let deliveries = bodies.enumerated().map { index, body in
        SeenDelivery(
          number: index + 1,
          key: "k",
          keyAttempt: index + 1,
          body: Array(body.utf8),
          succeeded: false
        )
      }
      return DeliveryIdentity.breaches(
        in: deliveries,
        of: UserAction(task: "t", key: "k", body: Array("1".utf8)),
        isAsSubmitted: { delivered, submitted in delivered.first == submitted.first }
      ).first?.finding
    }
    #expect(breach("1k") == nil)
    #expect(breach("2k") == .bodyNotAsSubmitted)
    #expect(breach("1k", "1k ") == .bodyChangedOnRetry)
  }
}
