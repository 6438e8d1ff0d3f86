// SPDX-License-Identifier: Apache-2.0

/// A task ID as a log may show it.
///
/// In a state case it is the record's de-identified ID.
package struct TaskID: Hashable, Sendable {
  package let shown: RedactedToken
  package init(redacting text: String) { shown = RedactedToken(text) }

  init?(alreadyRedacted text: String) {
    guard let token = RedactedToken(alreadyRedacted: text) else { return nil }
    shown = token
  }
}

/// An idempotency key as a log may show it.
///
/// In a state case it is the ticket, and empty where there is none.
package struct KeyID: Hashable, Sendable {
  package let shown: RedactedToken
  package init(redacting text: String) { shown = RedactedToken(text) }

  init?(alreadyRedacted text: String) {
    guard let token = RedactedToken(alreadyRedacted: text) else { return nil }
    shown = token
  }

  /// No key: nothing was sent, or no ticket was given.
  package static let none = KeyID(redacting: "")
}

/// A text that identifies something and gives nothing else away.
///
/// A UUID, or a token of at most `bytesMax` unreserved characters (RFC 3986 section 2.3), stands as it is.
/// Anything else could be somebody's e-mail address and is replaced by a digest. The digest is keyed with
/// a secret of this process, so that it cannot be searched for: equal texts have equal digests within one
/// process, and other digests in the next.
package struct RedactedToken: Hashable, Sendable, CustomStringConvertible {
  /// The longest token that is shown as it is: the length of a UUID.
  package static let bytesMax = 36

  package let description: String

  /// Creates the shown form of any text.
  package init(_ text: String) {
    description = Self.isHarmless(text.utf8) ? text : Self.digest(of: text)
  }

  /// Creates a token from a text that was redacted before, or nothing where it was not.
  init?(alreadyRedacted text: String) {
    guard Self.isHarmless(text.utf8) else { return nil }
    description = text
  }

  private static func isHarmless(_ bytes: String.UTF8View) -> Bool {
    bytes.count <= bytesMax && bytes.allSatisfy(isUnreserved)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Digests with the standard library's hasher, whose key is random in each process.
  ///
  /// Source: https://developer.apple.com/documentation/swift/hasher.
  private static func digest(of text: String) -> String {
    var hasher = Hasher()
    hasher.combine(text)
    let hexadecimal = String(UInt(bitPattern: hasher.finalize()), radix: 16)
    return "digest-" + String(repeating: "0", count: 16 - hexadecimal.count) + hexadecimal
  }
}
