// SPDX-License-Identifier: Apache-2.0

/// One user action that the server has to hear of.
///
/// Its ID, key, body and time of creation are fixed when it is submitted; the rest tells how far it
/// is.
public struct WriteTask: Hashable, Sendable {
  /// How far a task is.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It will be sent, or sent again.
    case pending
    /// The server has confirmed it.
    case completed
    /// The server has refused it; it is kept with its diagnosis and never sent again by itself.
    case stopped
  }

  /// The task's own name, a UUID.
  public let id: String
  /// What tells the server that two requests are this one action.
  public let key: IdempotencyKey
  /// When it was submitted.
  public let createdAt: WallTime
  /// How far it is.
  public let state: State
  /// How often sending it was begun.
  public let attempts: Int
  /// How the last attempt ended; nothing before the first one.
  public let lastResult: AttemptResult?
  /// When it may be sent again; resuming ignores it.
  public let notBefore: WallTime
  /// The account that it is sent for, or nothing where it is sent for any.
  public let account: String?
  /// What the write is about, or nothing; writes on one record are sent in the order of their submits.
  public let record: String?
}
