// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What a configuration says about the user's own server; what it leaves out is nothing here.
struct ConfiguredUpstream: Hashable, Sendable {
  /// A header field whose value may name environment variables.
  struct Field: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The address, checked.
  var url: String?
  /// The path at which the server says how many records there are.
  var records: String?
  var headers: [Field] = []
  var otherAccount: [Field] = []
  var failOnce: [Field] = []
  /// JSON text that holds `UpstreamParameters.actionPlace`.
  var body: String?

  /// The most header fields of each kind.
  static let fieldsMax = 20
}

/// A member of what a configuration says about the user's own server.
struct UpstreamMember: Hashable, Sendable {
  let name: String
  /// What may stand there.
  let expected: String
  let help: String
  let otherwise: String

  private static let fields =
    "an object of at most \(ConfiguredUpstream.fieldsMax) header fields, such as "
    + #"{"Authorization": "Bearer ${TOKEN}"}"#

  static let url = UpstreamMember(
    name: "url",
    expected: "the address of a server on this machine, such as \"http://127.0.0.1:3000\"",
    help: "the server that 'oncegate run --suite server' judges; --upstream wins",
    otherwise: "none; the suite 'server' needs one"
  )
  static let records = UpstreamMember(
    name: "records",
    expected: "a path, with a JSON pointer behind # where one is meant: \"/stats#/items/count\"",
    help:
      "where GET says how many records there are: a number, or a list whose elements are counted; "
      + "nobody else may write meanwhile, and the cases run one at a time",
    otherwise: "records are told apart by the ${id} of the profile's success alone"
  )
  static let headers = UpstreamMember(
    name: "headers",
    expected: fields,
    help: "fields of every request; ${NAME} stands for a variable of this environment",
    otherwise: "none"
  )
  static let otherAccount = UpstreamMember(
    name: "otherAccount",
    expected: fields,
    help: "fields of another account, in place of those of the same names",
    otherwise: "server.key-scoped-to-account is skipped"
  )
  static let failOnce = UpstreamMember(
    name: "failOnce",
    expected: fields,
    help: "fields that let your server, as it is started for tests, fail this request with 5xx",
    otherwise: "server.transient-error-not-pinned is skipped"
  )
  static let body = UpstreamMember(
    name: "body",
    expected: "an object with ${n} in a text, which is another one for each write",
    help:
      "a write that the server accepts; a 1 and a number above 9007199254740992 in it show more",
    otherwise: UpstreamParameters.bodyDefault
  )

  static let all = [url, records, headers, otherAccount, failOnce, body]
}
