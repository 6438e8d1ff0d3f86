// SPDX-License-Identifier: Apache-2.0

package import FaultInjection
package import OfflineWrites

/// What the queue within the process is made of; tests put a mistake in one of the parts.
package struct QueueParts: Sendable {
  package var configuration: QueueConfiguration
  /// Puts something between the queue and what stands for the network.
  package var transport: @Sendable (any Transport) -> any Transport = { $0 }
  /// Makes where senders get their numbers from, once for each schedule.
  package var senders: @Sendable () -> any SenderPlace = { VolatileSenders() }
  /// Called each time the app was killed, with the store as the next one finds it.
  package var afterKill: @Sendable (VolatileStore) -> Void = { _ in }

  /// The parts of the queue as it is, or nothing where it does not speak what the server wants.
  package init?(_ profile: Profile) {
    guard let endpoint = Endpoint("http://127.0.0.1/items"),
      let format = RequestFormat(profile), let outcomes = OutcomePolicy(profile)
    else { return nil }
    configuration = QueueConfiguration(endpoint: endpoint, format: format, outcomes: outcomes)
  }
}

extension RequestFormat {
  fileprivate init?(_ profile: Profile) {
    let method = profile.endpoints[0].method
    switch profile.key {
    case .header(let name):
      let isQuoted = profile.keySyntax == .quoted
      self.init(method: method, key: isQuoted ? .quotedHeader(name) : .header(name))
    case .bodyMember(let pointer):
      // The queue puts a key into the body itself and no deeper.
      let name = pointer.dropFirst()
      guard pointer.first == "/", !name.contains("/"), !name.contains("~") else { return nil }
      self.init(method: method, key: .member(String(name)))
    }
  }
}

extension OutcomePolicy {
  fileprivate init?(_ profile: Profile) {
    var statuses = [profile.otherBody: Refusal.stopped]
    if case .refused(let status) = profile.inFlight { statuses[status] = .unknown }
    if profile.success.status == 204 {
      self.init(success: SuccessShape(acceptsNoContent: true), statuses: statuses)
    } else {
      guard profile.success.body.contains("\"id\"") else { return nil }
      self.init(statuses: statuses)
    }
  }
}
