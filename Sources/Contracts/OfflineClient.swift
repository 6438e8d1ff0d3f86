// SPDX-License-Identifier: Apache-2.0

/// A program that owns an offline write queue, as the client contract sees it.
public protocol OfflineClient {
  /// Persists a task and returns once it is durable, whatever the network does.
  ///
  /// The body is UTF-8 and not empty; it is stored and sent as it is.
  func submit(body: [UInt8]) throws -> SubmitReply

  /// Tries every unfinished task now, whatever its waiting time, and returns whatever the outcomes were.
  ///
  /// It throws only where the tasks themselves could not be reached.
  func resume() throws

  /// Every task that the client knows, finished ones too while they are kept.
  func tasks() throws -> [TaskListing]
}
