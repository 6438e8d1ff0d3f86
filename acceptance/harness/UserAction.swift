// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// What the user did once, as the client acknowledged it.
package struct UserAction: Hashable, Sendable {
  package let task: String
  package let key: String
  /// The bytes that were submitted.
  package let body: [UInt8]

  package init(task: String, key: String, body: [UInt8]) {
    self.task = task
    self.key = key
    self.body = body
  }

  /// The task as a log may show it.
  package var taskID: TaskID { TaskID(redacting: task) }
}

/// One delivery as the server received it, with what the server did about it so far.
package struct SeenDelivery: Hashable, Sendable {
  /// The number among all deliveries, 1 or more.
  package let number: Int
  /// The key, or nothing where the server's profile accepts none of what was sent.
  package let key: String?
  /// The number among the deliveries of its key, 1 or more.
  package let keyAttempt: Int
  /// The bytes that arrived.
  package let body: [UInt8]
  /// Whether the server has answered it with an explicit success.
  package let succeeded: Bool
  /// The credential that it carried, or nothing.
  package let authorization: String?

  package init(
    number: Int,
    key: String?,
    keyAttempt: Int,
    body: [UInt8],
    succeeded: Bool,
    authorization: String? = nil
  ) {
    self.number = number
    self.key = key
    self.keyAttempt = keyAttempt
    self.body = body
    self.succeeded = succeeded
    self.authorization = authorization
  }

  /// The key as a log may show it.
  package var keyID: KeyID { key.map(KeyID.init(redacting:)) ?? .none }
}
