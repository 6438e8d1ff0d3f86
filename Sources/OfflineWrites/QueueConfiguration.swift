// SPDX-License-Identifier: Apache-2.0

/// How a queue talks to its server.
public struct QueueConfiguration: Sendable {
  /// Where the writes go.
  public var endpoint: Endpoint
  /// How a task becomes a request.
  public var format: RequestFormat
  /// What an answer means.
  public var outcomes: OutcomePolicy
  /// When a task is sent again.
  public var retries: RetryPolicy
  /// How much the queue takes and keeps.
  public var limits: QueueLimits
  /// How long an attempt may last.
  public var timeoutMilliseconds: Int
  /// Header fields that are looked up at each attempt, such as a credential, and never stored.
  public var headersAtSend: @Sendable () -> [HeaderField]

  /// Creates a configuration.
  public init(
    endpoint: Endpoint,
    format: RequestFormat = RequestFormat(),
    outcomes: OutcomePolicy = OutcomePolicy(),
    retries: RetryPolicy = RetryPolicy(),
    limits: QueueLimits = QueueLimits(),
    timeoutMilliseconds: Int = 30_000,
    headersAtSend: @escaping @Sendable () -> [HeaderField] = { [] }
  ) {
    self.endpoint = endpoint
    self.format = format
    self.outcomes = outcomes
    self.retries = retries
    self.limits = limits
    self.timeoutMilliseconds = timeoutMilliseconds
    self.headersAtSend = headersAtSend
  }
}

/// How much a queue takes and keeps.
public struct QueueLimits: Hashable, Sendable {
  /// The longest body.
  public var bodyBytesMax: Int
  /// The longest body of an answer.
  public var answerBytesMax: Int
  /// The longest header of an answer.
  public var answerHeaderBytesMax: Int
  /// The most tasks that are pending or stopped; also what one drain sends at most.
  public var unfinishedTasksMax: Int
  /// How many completed tasks are kept; older ones are removed.
  public var completedTasksKept: Int

  /// Creates limits.
  public init(
    bodyBytesMax: Int = 1_048_576,
    answerBytesMax: Int = 262_144,
    answerHeaderBytesMax: Int = 65_536,
    unfinishedTasksMax: Int = 10_000,
    completedTasksKept: Int = 1000
  ) {
    self.bodyBytesMax = bodyBytesMax
    self.answerBytesMax = answerBytesMax
    self.answerHeaderBytesMax = answerHeaderBytesMax
    self.unfinishedTasksMax = unfinishedTasksMax
    self.completedTasksKept = completedTasksKept
  }
}
