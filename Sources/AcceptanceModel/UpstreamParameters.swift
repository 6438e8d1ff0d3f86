// SPDX-License-Identifier: Apache-2.0

/// What a case about a real server is told of it.
package struct UpstreamParameters: Hashable, Sendable, Codable {
  /// A header field of a request.
  package struct Field: Hashable, Sendable, Codable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The place in a body's template that is different for each action.
  package static let actionPlace = "${n}"
  /// The body of a write where nothing else is said: one that shows every difference that is looked for.
  package static let bodyDefault =
    #"{"note":"lamp/${n}","count":1,"serial":9007199254740993,"place":{"room":"hall"}}"#

  /// The server's address, or nothing where `command` starts it.
  package var url: String?
  /// The argument vector of a server that lives as long as the case and says its address in its first line;
  /// only `selftest` ever names one.
  package var command: [String]?
  /// The path at which the server says how many records there are, with a JSON pointer behind `#` where the
  /// answer is an object; or nothing.
  package var records: String?
  /// Fields of every request.
  package var fields: [Field] = []
  /// Fields of another account, in place of those of the same names; or none.
  package var otherAccount: [Field] = []
  /// Fields that make the server fail with a status 5xx this once; or none.
  package var failOnce: [Field] = []
  /// The body of a write, as JSON text with `actionPlace` in one of its strings.
  package var body = Self.bodyDefault

  package init(url: String? = nil, command: [String]? = nil) {
    self.url = url
    self.command = command
  }
}
