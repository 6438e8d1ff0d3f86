// SPDX-License-Identifier: Apache-2.0

/// How a task becomes a request.
public struct RequestFormat: Hashable, Sendable {
  /// Where a server looks for the key.
  public enum KeyPlacement: Hashable, Sendable {
    /// In a header field of this name, as it is.
    case header(String)
    /// In a header field of this name, as a string of RFC 8941, in quotation marks.
    case quotedHeader(String)
    /// In a member of this name, which is put into the body when the task is submitted.
    case member(String)
  }

  /// The method.
  public var method: String
  /// Where the key goes.
  public var key: KeyPlacement

  /// Creates a format.
  public init(method: String = "POST", key: KeyPlacement = .header("Idempotency-Key")) {
    self.method = method
    self.key = key
  }

  /// The header fields of a task's request.
  func headers(for key: IdempotencyKey) -> [HeaderField] {
    let keyField: HeaderField? =
      switch self.key {
      case .header(let name): HeaderField(name, key.text)
      case .quotedHeader(let name): HeaderField(name, "\"\(key.text)\"")
      case .member: nil
      }
    return Self.contentHeaders + [keyField].compactMap(\.self)
  }

  /// The bytes that are stored and sent for a body.
  ///
  /// The key goes in front, in the text itself: whatever the app wrote after it stays byte by byte.
  func body(_ body: [UInt8], with key: IdempotencyKey) throws(QueueError) -> [UInt8] {
    guard let shape = JSONShape(body) else { throw .bodyNotJSON }
    guard case .member(let name) = self.key else { return body }
    guard case .object(let members) = shape, let brace = body.firstIndex(of: UInt8(ascii: "{"))
    else { throw .bodyNotAnObject }
    guard !members.contains(where: { $0.name == Array(name.utf8) }) else { throw .bodyNamesKey }
    let member = "\"\(name)\":\"\(key.text)\"" + (members.isEmpty ? "" : ",")
    return body[...brace] + Array(member.utf8) + body[(brace + 1)...]
  }

  /// Whether the name of the key's place can be written as it is.
  var isUsable: Bool {
    switch key {
    case .header(let name), .quotedHeader(let name):
      HeaderField(name, "") != nil && HeaderField(method, "") != nil
    case .member(let name): IdempotencyKey(name) != nil && HeaderField(method, "") != nil
    }
  }

  private static let contentHeaders = [
    HeaderField("Content-Type", "application/json"), HeaderField("Accept", "application/json"),
  ].compactMap(\.self)
}
