// SPDX-License-Identifier: Apache-2.0

import Contracts
import OfflineWrites

/// How what the environment says becomes the queue's configuration.
extension ReferenceClient {
  /// Who is signed in; a command is so short that it stays so.
  static func session(_ environment: ClientEnvironment) throws -> Session {
    guard let token = environment.credential else { return Session(account: environment.account) }
    guard let field = HeaderField("Authorization", "Bearer \(token)") else {
      throw CredentialError()
    }
    return Session(account: environment.account, headers: [field])
  }

  static func clock(_ environment: ClientEnvironment) -> @Sendable () -> WallTime {
    guard let seconds = environment.unixSeconds else { return { .system } }
    return { WallTime(milliseconds: seconds * 1000) }
  }

  private struct CredentialError: Error, CustomStringConvertible {
    let description = "ONCEGATE_CREDENTIAL cannot be sent; expected printable ASCII characters"
  }
}

/// A transport with the moments before and behind it at which the process may be asked to die.
///
/// The queue stores its claim before it sends, and marks the task only after the answer.
struct MortalTransport: Transport {
  let transport: any Transport
  let environment: ClientEnvironment

  func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer {
    environment.reached(.claimStored)
    defer { environment.reached(.beforeMarked) }
    return try transport.send(request)
  }
}

extension OutcomePolicy {
  /// The same policy of an app that waits for a new credential after 401 where it has one at all.
  func waiting(forCredentialOf environment: ClientEnvironment) -> OutcomePolicy {
    guard environment.credential != nil else { return self }
    var policy = self
    policy.statuses[401] = .unknown
    return policy
  }
}
