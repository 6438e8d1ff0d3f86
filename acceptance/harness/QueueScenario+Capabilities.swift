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

  /// What the user's next actions are about.
  package var record: String? {
    get { client.situation.record }
    set { client.situation.record = newValue }
  }

  // MARK: - What happens

  /// Lets the user take an action back.
  package func cancel(_ action: UserAction) throws(CaseStop) {
    let sent = deliveries.count
    note(.cancelled, of: action)
    try client.cancel(task: action.task)
    settleDown(since: sent)
  }

  /// Lets the client send what is due by its clock.
  package func sendDue() throws(CaseStop) {
    let sent = deliveries.count
    note(.due)
    try client.sendDue()
    settleDown(since: sent)
  }
}
