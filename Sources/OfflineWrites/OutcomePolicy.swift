// SPDX-License-Identifier: Apache-2.0

/// What an attempt means for its task.
public enum AttemptOutcome: Hashable, Sendable {
  /// The server has confirmed the write: the task is completed.
  case completed
  /// The write may or may not have been committed: the task is kept and sent again later.
  case unknown
  /// The server will never take this write: the task stops, with its diagnosis.
  case stopped
}

/// Decides what an attempt means, by the contract of one server.
///
/// Servers differ in what they mean by a status; where the default is wrong for one, `statuses`
/// says so.
public struct OutcomePolicy: Hashable, Sendable {
  /// What is believed as a success.
  public var success: SuccessShape
  /// What statuses mean that do not mean what they mean by default; a 2xx cannot be declared a
  /// success here.
  public var statuses: [Int: Refusal]

  /// What a status other than success means.
  public enum Refusal: Hashable, Sendable {
    /// The write is sent again later.
    case unknown
    /// The write is never sent again by itself.
    case stopped
  }

  /// Creates a policy.
  public init(success: SuccessShape = SuccessShape(), statuses: [Int: Refusal] = [:]) {
    self.success = success
    self.statuses = statuses
  }

  /// Decides what an attempt means.
  ///
  /// Without an exception: 2xx in the declared shape is a success, in any other shape unknown; 408,
  /// 425 and 429 are unknown, every other 4xx stops; anything else is unknown. A redirect is never
  /// followed, and unknown: the network of a hotel answers so until the user has logged in.
  public func judge(
    _ attempt: Result<TransportAnswer, TransportFailure>
  ) -> (outcome: AttemptOutcome, result: AttemptResult) {
    switch attempt {
    case .failure(let failure): (.unknown, .failed(failure))
    case .success(let answer): judge(answer)
    }
  }

  private func judge(_ answer: TransportAnswer) -> (AttemptOutcome, AttemptResult) {
    if (200...299).contains(answer.status) {
      return success.matches(answer)
        ? (.completed, .confirmed) : (.unknown, .undeclaredSuccess(answer.status))
    }
    let result = AttemptResult.status(answer.status)
    if let refusal = statuses[answer.status] {
      return (refusal == .stopped ? .stopped : .unknown, result)
    }
    let isRefused = (400...499).contains(answer.status) && ![408, 425, 429].contains(answer.status)
    return (isRefused ? .stopped : .unknown, result)
  }
}

/// What the body of a success looks like.
public struct SuccessShape: Hashable, Sendable {
  /// Members that the object must have, with a value other than null.
  public var requires: [String]
  /// Members that the object may have only with the value null.
  public var forbids: [String]
  /// Whether a 204, which never has a body, is a success too.
  public var acceptsNoContent: Bool

  /// Creates a shape.
  public init(
    requires: [String] = ["id"],
    forbids: [String] = ["error", "errors"],
    acceptsNoContent: Bool = false
  ) {
    self.requires = requires
    self.forbids = forbids
    self.acceptsNoContent = acceptsNoContent
  }

  /// Says whether an answer 2xx is a success.
  func matches(_ answer: TransportAnswer) -> Bool {
    acceptsNoContent && answer.status == 204 && answer.body.isEmpty || matches(answer.body)
  }

  /// Says whether a body is a JSON object of this shape.
  public func matches(_ body: [UInt8]) -> Bool {
    guard case .object(let members) = JSONShape(body) else { return false }
    let present = Set(members.filter { !$0.isNull }.map(\.name))
    return requires.allSatisfy { present.contains(Array($0.utf8)) }
      && forbids.allSatisfy { !present.contains(Array($0.utf8)) }
  }
}
