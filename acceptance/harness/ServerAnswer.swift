// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import FaultInjection

/// What a real server said to a delivery.
package struct ServerAnswer: Hashable, Sendable {
  /// The status, or nothing where there was no whole answer.
  package let status: Int?
  /// Whether it is a success of the shape that the profile declares.
  package let isSuccess: Bool
  /// What names the record, where the profile's success has a place for that.
  package let record: StrictJSON?
  /// Why there is no whole answer, or nothing.
  let failure: UpstreamFailure?

  /// Reads an answer by what a success looks like.
  init(_ answer: UpstreamAnswer, _ shape: SuccessShape) {
    let record = shape.record(in: answer.body)
    status = answer.status
    isSuccess = 200...299 ~= answer.status && (shape.way == nil || record != nil)
    self.record = isSuccess ? record : nil
    failure = nil
  }

  init(_ failure: UpstreamFailure) {
    status = nil
    isSuccess = false
    record = nil
    self.failure = failure
  }

  /// Whether both are successes that name the same record, as far as successes name one here.
  package func hasResult(of other: ServerAnswer) -> Bool {
    isSuccess && other.isSuccess && record == other.record
  }

  /// What the log says about it.
  func occurrence(_ profile: Profile) -> Occurrence {
    guard let status else {
      return switch failure {
      case .endedEarly, .unreachable: .closed
      case .tooSlow: .unanswered
      default: .malformed
      }
    }
    if isSuccess { return .answered }
    let isInFlight = if case .refused(status) = profile.inFlight { true } else { false }
    return switch status {
    case ..<300: .malformed
    case ..<400: .redirected
    case 401, 403: .unauthorized
    case 429: .throttled
    case profile.otherBody: .conflict
    case 500...: .unavailable
    default: isInFlight ? .inFlight : .refused
    }
  }
}
