// SPDX-License-Identifier: Apache-2.0

package import Contracts

/// What a client with capabilities is told beyond version 1 of the contract.
package struct Situation: Hashable, Sendable {
  /// The token of now, or nothing where nobody is signed in.
  package var credential: String?
  /// The account that is signed in, or nothing.
  package var account: String?
  /// The time in seconds since 1970, or nothing for the system's.
  package var unixSeconds: Int64?
  /// How long the server keeps a key, in seconds, or nothing where it does not say.
  package var keyLifetimeSeconds: Int64?
  /// What the next submit is about, or nothing.
  package var record: String?
  /// Where the client is to end itself, or nothing where it is to live.
  package var killPoint: KillPoint?

  package init() {}

  /// The environment variables of the next command; what is not said has none.
  var variables: [String: String] {
    let values = [
      "ONCEGATE_CREDENTIAL": credential, "ONCEGATE_ACCOUNT": account,
      "ONCEGATE_NOW": unixSeconds.map(String.init),
      "ONCEGATE_KEY_LIFETIME_SECONDS": keyLifetimeSeconds.map(String.init),
      "ONCEGATE_RECORD": record,
      "ONCEGATE_KILL_AT": killPoint?.rawValue,
    ]
    return values.compactMapValues(\.self)
  }
}

extension SeenDelivery {
  /// Whether it carried this bearer token.
  ///
  /// Source: RFC 6750 section 2.1; RFC 9110 section 11.1 for the case of the scheme.
  package func carries(bearer token: String) -> Bool {
    guard let authorization else { return false }
    let parts = authorization.split(separator: " ", maxSplits: 1)
    return parts.count == 2 && parts[0].lowercased() == "bearer" && parts[1] == token
  }
}
