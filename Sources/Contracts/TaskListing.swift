// SPDX-License-Identifier: Apache-2.0

/// A line of what a client answers to `tasks`.
public struct TaskListing: Hashable, Sendable {
  /// The client's own name for the task; not empty.
  public let task: String
  /// The idempotency key: 1 to 255 printable ASCII characters without spaces.
  public let key: String
  /// How often the client has begun to send the task, 0 or more.
  public let attempts: Int
  /// How far the task is.
  public let state: TaskState

  /// Creates a line, which is not checked; a reader checks it.
  public init(task: String, key: String, attempts: Int, state: TaskState) {
    self.task = task
    self.key = key
    self.attempts = attempts
    self.state = state
  }

  /// The task as one line of JSON without a line break.
  public var jsonLine: String {
    #"{"task":\#(ContractLine.quoted(task)),"key":\#(ContractLine.quoted(key)),"#
      + #""attempts":\#(attempts),"state":"\#(state.rawValue)"}"#
  }

  /// Reads a task from a line without its line break; members of other names are ignored.
  public init(jsonLine bytes: some Collection<UInt8>) throws(ContractViolation) {
    let members = try ContractLine.object(from: bytes)
    let identity = try SubmitReply(members: members)
    let attempts = try members.count("attempts", orElse: .attemptsMissing)
    let word = try members.string("state", orElse: .stateMissing)
    guard let state = TaskState(rawValue: word) else { throw .unknownState }
    self.init(task: identity.task, key: identity.key, attempts: attempts, state: state)
  }
}

/// How far a task is, in the words of the client contract.
public enum TaskState: String, Hashable, Sendable, CaseIterable {
  /// It will be sent, or sent again.
  case pending
  /// The server has confirmed it.
  case completed
  /// It is kept and never sent again by itself.
  case stopped
}
