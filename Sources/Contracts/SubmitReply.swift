// SPDX-License-Identifier: Apache-2.0

/// What a client answers to `submit`: the task that is now durable.
public struct SubmitReply: Hashable, Sendable {
  /// The client's own name for the task; not empty.
  public let task: String
  /// The idempotency key: 1 to 255 printable ASCII characters without spaces.
  public let key: String

  /// Creates an answer, which is not checked; a reader checks it.
  public init(task: String, key: String) {
    self.task = task
    self.key = key
  }

  /// The answer as one line of JSON without a line break.
  public var jsonLine: String {
    #"{"task":\#(ContractLine.quoted(task)),"key":\#(ContractLine.quoted(key))}"#
  }

  /// Reads an answer from a line without its line break; members of other names are ignored.
  public init(jsonLine bytes: some Collection<UInt8>) throws(ContractViolation) {
    try self.init(members: ContractLine.object(from: bytes))
  }

  init(members: [String: JSONValue]) throws(ContractViolation) {
    task = try members.string("task", orElse: .taskMissing)
    key = try members.string("key", orElse: .keyMissing)
    guard !task.isEmpty else { throw .emptyTask }
    guard Self.isKey(key.utf8) else { throw .keyMalformed }
  }

  /// The longest key, in bytes.
  public static let keyBytesMax = 255

  private static func isKey(_ bytes: String.UTF8View) -> Bool {
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    return (1...keyBytesMax).contains(bytes.count) && bytes.allSatisfy(printable.contains)
  }
}
