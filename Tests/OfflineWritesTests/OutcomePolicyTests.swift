// SPDX-License-Identifier: Apache-2.0

import OfflineWrites
import Testing

struct OutcomePolicyTests {
  private let success = bytes(#"{"id":7}"#)

  private func judge(
    _ policy: OutcomePolicy,
    _ status: Int,
    _ body: [UInt8] = bytes(#"{"id":7}"#)
  ) -> AttemptOutcome {
    policy.judge(.success(TransportAnswer(status: status, body: body))).outcome
  }

  @Test func `every status has its meaning`() {
    for status in 0...999 {
      let expected: AttemptOutcome =
        switch status {
        case 200..<300: .completed
        case 408, 425, 429: .unknown
        case 400..<500: .stopped
        default: .unknown
        }
      #expect(judge(OutcomePolicy(), status) == expected, "\(status)")
    }
  }

  @Test func `without the declared shape no status is a success`() {
    for status in 0...999 {
      #expect(judge(OutcomePolicy(), status, []) != .completed, "\(status)")
    }
  }

  @Test(arguments: TransportFailure.allCases)
  func `no answer is unknown`(failure: TransportFailure) {
    let (outcome, result) = OutcomePolicy().judge(.failure(failure))
    #expect(outcome == .unknown)
    #expect(result == .failed(failure))
  }

  @Test(arguments: [
    (#"{"id":1}"#, true), (#"{"id":"a","error":null}"#, true), (#"{"id":false}"#, true),
    (#"{"id":null}"#, false), (#"{"id":1,"error":{}}"#, false), (#"{"id":1,"errors":[]}"#, false),
    ("{}", false), (#"[{"id":1}]"#, false), (#"{"data":{"id":1}}"#, false), (#"{"id":1"#, false),
    (#"{"id":1,}"#, false), ("", false), ("null", false), ("<html>id</html>", false),
    (#"{"error":"no"}"#, false),
  ])
  func `a success has the declared shape`(body: String, isSuccess: Bool) {
    let (outcome, result) = OutcomePolicy()
      .judge(.success(TransportAnswer(status: 201, body: bytes(body))))
    #expect(outcome == (isSuccess ? .completed : .unknown))
    #expect(result == (isSuccess ? .confirmed : .undeclaredSuccess(201)))
  }

  @Test func `a success without content is one where it is declared`() {
    let policy = OutcomePolicy(success: SuccessShape(acceptsNoContent: true))
    #expect(judge(policy, 204, []) == .completed)
    #expect(judge(policy, 200, []) == .unknown)
    #expect(judge(policy, 200, bytes(#"{"id":1}"#)) == .completed)
    #expect(judge(OutcomePolicy(), 204, []) == .unknown)
  }

  @Test func `a server's own meaning comes first`() {
    let policy = OutcomePolicy(
      success: SuccessShape(requires: []),
      statuses: [409: .unknown, 503: .stopped, 302: .stopped, 200: .stopped]
    )
    #expect(judge(policy, 409) == .unknown)
    #expect(judge(policy, 503) == .stopped)
    #expect(judge(policy, 302) == .stopped)
    #expect(judge(policy, 422) == .stopped)
    #expect(judge(policy, 204, bytes("{}")) == .completed)
    // An explicit success stays one.
    #expect(judge(policy, 200, bytes("{}")) == .completed)
  }

  @Test func `every result has a word that reads back`() {
    let results: [AttemptResult] =
      [.confirmed, .interrupted, .status(503), .undeclaredSuccess(204)]
      + TransportFailure.allCases.map(AttemptResult.failed)
    for result in results { #expect(AttemptResult(rawValue: result.rawValue) == result) }
    #expect(Set(results.map(\.rawValue)).count == results.count)
    #expect(AttemptResult(rawValue: "status-x") == nil)
    #expect(AttemptResult(rawValue: "") == nil)
  }
}
