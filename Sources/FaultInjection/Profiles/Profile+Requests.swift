// SPDX-License-Identifier: Apache-2.0

extension Profile.Endpoint {
  /// Says whether a request's target is this path.
  func matches(path target: String) -> Bool {
    Self.matches(Array(path.utf8)[...], Array(target.utf8)[...])
  }

  /// Matches with one point to come back to, so that no pattern costs more than the product of the
  /// lengths.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var (pattern, text) = (pattern, text)
    var retry: (pattern: ArraySlice<UInt8>, text: ArraySlice<UInt8>)?
    while true {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.dropFirst()
        retry = (pattern, text)
      } else if let next = text.first, next == pattern.first {
        (pattern, text) = (pattern.dropFirst(), text.dropFirst())
      } else if pattern.isEmpty && text.isEmpty {
        return true
      } else if let point = retry, let skipped = point.text.first, skipped != UInt8(ascii: "/") {
        (pattern, text) = (point.pattern, point.text.dropFirst())
        retry = (pattern, text)
      } else {
        return false
      }
    }
  }
}

extension Profile {
  /// What a request says about its key.
  enum KeyFinding: Hashable {
    case key(String)
    case missing
    /// There is something in the key's place that is no key.
    case malformed
  }

  /// Finds the key of a request.
  ///
  /// - Parameters:
  ///   - head: the request's head.
  ///   - body: the request's body.
  ///   - bytesMax: the longest key that is taken.
  /// - Returns: the key, or why there is none.
  func key(of head: RequestHead, body: StrictJSON, bytesMax: Int) -> KeyFinding {
    let finding =
      switch key {
      case .header(let name): key(inFields: head.values(of: name))
      case .bodyMember(let pointer): key(inBody: JSONPointer(pointer)?.value(in: body))
      }
    guard case .key(let key) = finding else { return finding }
    if key.isEmpty { return .missing }
    return key.utf8.count <= bytesMax && key.utf8.allSatisfy { 0x20...0x7e ~= $0 }
      ? finding : .malformed
  }

  private func key(inBody value: StrictJSON?) -> KeyFinding {
    switch value {
    case nil, .null?: .missing
    case let value?: value.text.map { .key($0) } ?? .malformed
    }
  }

  private func key(inFields values: [String]) -> KeyFinding {
    guard let value = values.first else { return .missing }
    // Two fields are two keys, and nobody knows which one is meant.
    guard values.count == 1 else { return .malformed }
    let isQuoted = value.utf8.first == UInt8(ascii: "\"")
    switch keySyntax {
    case .bare where isQuoted: return .malformed
    case .quoted where !isQuoted: return value.isEmpty ? .missing : .malformed
    case .bare, .quoted, .either:
      return isQuoted ? Self.unquoted(value).map { .key($0) } ?? .malformed : .key(value)
    }
  }

  /// Returns the content of a quoted string, or nothing where it is not well-formed.
  ///
  /// Source: RFC 8941, section 4.2.5.
  private static func unquoted(_ text: String) -> String? {
    var content: [UInt8] = []
    var rest = Array(text.utf8).dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.isEmpty ? String(decoding: content, as: UTF8.self) : nil
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(),
          escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
        else { return nil }
        content.append(escaped)
      case 0x20...0x7e: content.append(byte)
      default: return nil
      }
    }
    return nil
  }
}
