// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// What only a client with capabilities can be asked.
extension QueueScenario {
  /// The time at which a scenario with a clock begins: 2027-01-15 08:00:00 UTC.
  package static let startOfClock: Int64 = 1_800_000_000

  /// Ends the case as skipped where the client does not announce what it needs.
  package func need(_ capability: Capability) throws(CaseStop) {
    guard try client.capabilities().contains(capability) else {
      throw .skipped(.missingCapability(capability))
    }
  }

  // MARK: - What the client is told

  /// The token that the client is given from now on.
  package var credential: String? {
    get { client.situation.credential }
    set {
      client.situation.credential = newValue
      note(.credentialChanged)
    }
  }

  /// The account that is signed in from now on.
  package var account: String? {
    get { client.situation.account }
    set {
      client.situation.account = newValue
      note(.accountChanged)
    }
  }

  /// The client's clock, in seconds since 1970.
  package var clock: Int64 {
    get { client.situation.unixSeconds ?? Self.startOfClock }
    set {
      client.situation.unixSeconds = newValue
      note(.clockMoved)
    }
  }

  /// How long the client is told that the server keeps a key, in seconds.
  package var keyLifetimeSeconds: Int64? {
    get { client.situation.keyLifetimeSeconds }
    set { client.situation.keyLifetimeSeconds = newValue }
  }

  // MARK: - What happens

  /// Lets the client send what is due by its clock.
  package func sendDue() throws(CaseStop) {
    let sent = deliveries.count
    note(.due)
    try client.sendDue()
    settleDown(since: sent)
  }

  /// Lets the log, and what is checked from now on, be about another action.
  package func turn(to action: UserAction) { current = action }

  /// The deliveries of one action.
  package func deliveries(of action: UserAction) -> [SeenDelivery] {
    deliveries.filter { $0.key == action.key }
  }

  // MARK: - What must hold

  /// Asserts that each delivery is due to one of these actions, with its key and its bytes.
  package func checkIdentity(ofEach actions: [UserAction], sourceLine: Int = #line) {
    for action in actions {
      checkIdentity(of: action, in: deliveries(of: action), sourceLine: sourceLine)
    }
    let keys = Set(actions.map(\.key))
    let unkeyed = deliveries.first { $0.key == nil }
    check(unkeyed == nil, .keyNotAccepted, at: unkeyed, sourceLine: sourceLine)
    let stranger = deliveries.first { !keys.contains($0.key ?? "") }
    check(stranger == nil, .keyChangedOnRetry, at: stranger, sourceLine: sourceLine)
  }
}
