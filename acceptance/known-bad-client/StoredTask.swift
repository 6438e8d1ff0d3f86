// SPDX-License-Identifier: Apache-2.0

import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One user action, as it lies on the disk.
struct StoredTask: Codable, Equatable {
  var task: String
  var key: String
  var body: Data
  let createdAtMicroseconds: Int64
  var attempts = 0
  var state = TaskState.pending
  /// Set while a request is under way; found set on a launch, its process died over it.
  var inFlight = false
  /// Why the task was stopped.
  var diagnosis: String?
  /// The account that submitted it; nothing where nobody was signed in.
  var account: String?
  /// What the write is about, or nothing.
  var record: String?
  /// The token of the submit, which only a flawed queue stores.
  var credential: String?
  /// When it may be sent again, in seconds since 1970; resuming ignores it.
  var notBefore: Int64 = 0
  /// When it was claimed last, in seconds since 1970.
  var claimedAt: Int64?
  /// When it may have reached the server first, in seconds since 1970; nothing where it never did.
  var firstSentAt: Int64?
  /// Set where a flaw stops a task for the eye alone.
  var isShownAsStopped = false

  /// The task as the contract lists it.
  var listing: TaskListing {
    TaskListing(
      task: task,
      key: key,
      attempts: attempts,
      state: isShownAsStopped ? .stopped : state
    )
  }
}

extension TaskState: Codable {}
