// SPDX-License-Identifier: Apache-2.0

/// A member of a profile: the one table for reading profiles in a configuration and for their help.
struct ProfileMember: Hashable, Sendable {
  /// The way to it inside a profile, such as `endpoints[].path`.
  let path: String
  /// What may stand there.
  let expected: String
  let help: String

  init(_ path: String, _ expected: String, _ help: String) {
    self.path = path
    self.expected = expected
    self.help = help
  }

  static let all: [ProfileMember] = [
    ProfileMember("name", "a name", "what reports show; required"),
    ProfileMember(
      "endpoints",
      "a list of at least one object with 'method' and 'path'",
      "where writes go"
    ),
    ProfileMember(
      "endpoints[].method",
      "a method such as POST, PUT, PATCH or DELETE",
      "its method"
    ),
    ProfileMember(
      "endpoints[].path",
      "a path that begins with a slash; '*' stands for any characters but a slash",
      "its path; ONCEGATE_URL names the first endpoint"
    ),
    ProfileMember(
      "key",
      "an object with either 'header' or 'bodyMember'",
      "where in a request the idempotency key is"
    ),
    ProfileMember("key.header", "the name of a header field", "the field that holds it"),
    ProfileMember(
      "key.bodyMember",
      "a JSON pointer such as /request_id",
      "the member of the body that holds it"
    ),
    ProfileMember(
      "keySyntax",
      "bare, quoted or either",
      "how a header field writes it: as it is, as a quoted string of RFC 8941, or both"
    ),
    ProfileMember(
      "missingKey",
      "400...499, or \"allowed\"",
      "the answer to a request without a key"
    ),
    ProfileMember("otherBody", "400...499", "the answer where a key was used with another body"),
    ProfileMember(
      "inFlight",
      "400...499, or \"waits\"",
      "the answer where the key's first request is still being worked on"
    ),
    ProfileMember(
      "success",
      "an object with 'status', 'contentType' and 'body'",
      "the answer to a write that was done, as your app expects it"
    ),
    ProfileMember("success.status", "200...299", "its status"),
    ProfileMember("success.contentType", "a media type", "its media type"),
    ProfileMember(
      "success.body",
      "text",
      "its body; ${id}, ${attempts}, ${record_count}, ${key} and ${body} are filled in"
    ),
    ProfileMember(
      "storesFailures",
      "true or false",
      "whether a failure of the work is kept under the key and answered again"
    ),
    ProfileMember(
      "keyLifetimeSeconds",
      "a number of seconds from 1, or null",
      "how long a key is kept; null is for ever"
    ),
    ProfileMember(
      "replayMarker",
      "an object with 'name' and 'value', or null",
      "a header field of every repeated answer"
    ),
    ProfileMember("replayMarker.name", "the name of a header field", "its name"),
    ProfileMember("replayMarker.value", "printable characters", "its value"),
  ]

  /// The names of the members right under a path; none where it has no members.
  static func names(under path: String) -> [String] {
    let prefix = path.isEmpty ? "" : "\(path)."
    return all.map(\.path).filter { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
    .filter { !$0.isEmpty && !$0.contains(".") }
  }

  static func expected(at path: String) -> String {
    all.first { $0.path == path }?.expected ?? "a profile; see 'oncegate help profiles'"
  }
}
