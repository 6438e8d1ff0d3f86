// SPDX-License-Identifier: Apache-2.0

/// What may be added to requests that go to a real server.
package enum UpstreamHeader {
  private static let framing: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te",
    "trailer",
  ]

  /// Says whether a name is a field's, and none of those that frame a request.
  package static func isFree(name: String) -> Bool {
    HTTPSyntax.isToken(name) && !framing.contains(HTTPSyntax.lowercased(name))
  }

  /// Says whether a text may be a field's value.
  package static func isValue(_ text: String) -> Bool { HTTPSyntax.isFieldValue(text) }
}

extension StrictJSON {
  /// Says whether a text is a JSON pointer, the empty one included.
  package static func isPointer(_ text: String) -> Bool {
    text.isEmpty || JSONPointer(text) != nil
  }
}
