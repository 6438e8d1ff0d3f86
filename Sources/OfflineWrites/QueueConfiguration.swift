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
  /// How long the server keeps a key, in seconds, or nothing where it keeps it for ever.
  ///
  /// A task that may have reached the server so long ago is not sent again: the server could have forgotten
  /// the key, and would do the work twice. It stops with its diagnosis instead.
  public var keyLifetimeSeconds: Int64?
  /// Who is signed in, looked up once for each submit and for each attempt.
  public var session: @Sendable () -> Session

  /// Creates a configuration.
  public init(
    endpoint: Endpoint,
    format: RequestFormat = RequestFormat(),
    outcomes: OutcomePolicy = OutcomePolicy(),
    retries: RetryPolicy = RetryPolicy(),
    limits: QueueLimits = QueueLimits(),
    timeoutMilliseconds: Int = 30_000,
    keyLifetimeSeconds: Int64? = nil,
    session: @escaping @Sendable () -> Session = { Session() }
  ) {
    self.endpoint = endpoint
    self.format = format
    self.outcomes = outcomes
    self.retries = retries
    self.limits = limits
    self.timeoutMilliseconds = timeoutMilliseconds
    self.keyLifetimeSeconds = keyLifetimeSeconds
    self.session = session
  }
}

/// Who is signed in: an account and its credential, which belong together.
public struct Session: Hashable, Sendable {
  /// The account, or nothing where the app knows none.
  ///
  /// A task is bound to the account of its submit and is sent for no other. One that was submitted without
  /// an account is sent for any.
  public var account: String?
  /// Header fields of an attempt, such as a credential; never stored.
  public var headers: [HeaderField]

  /// Creates a session.
  public init(account: String? = nil, headers: [HeaderField] = []) {
    self.account = account
    self.headers = headers
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
