// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import ChildProcesses
package import Contracts
package import FaultInjection

/// The world of one queue case: a fault server with its ledger, a client, and a user.
///
/// The ledger is fresh, the client's folder is empty, and the server's port is held without listening.
/// What the server sees is written to the log in the order in which it happened.
package final class QueueScenario {
  /// How often the client is resumed before its task counts as not settled.
  package static let resumesMax = 5

  private let log: CaseLog
  var client: ClientDriver
  private let ledger: Ledger
  private let server: FaultServer
  private let timeline: Timeline
  private let profile: Profile
  private let body: [UInt8]
  /// How long the profile says that the server keeps a key, in seconds, or nothing.
  package let profileKeyLifetimeSeconds: Int64?
  /// The action that the log's lines are about.
  var current: UserAction?
  /// How many commands have led to deliveries.
  package private(set) var sendingCommands = 0

  /// Opens the port and makes the folder.
  ///
  /// - Parameters:
  ///   - parameters: what the runner says about this case.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - log: where the case writes down what happens.
  /// - Throws: what cannot be set up.
  package init(
    _ parameters: CaseParameters,
    inherited: [String: String],
    log: CaseLog
  ) throws(CaseStop) {
    guard let seed = Seed(parameters.seed), !parameters.client.isEmpty,
      parameters.commandTimeLimitMilliseconds > 0,
      let profile = Profile.described(by: parameters.profile)
    else { throw .unjudged(.setupFailed(.badParameters)) }
    let stateFolder = try PrivateFolder.make(in: parameters.folder)
    let timeline = Timeline()
    self.timeline = timeline
    profileKeyLifetimeSeconds = profile.keyLifetimeSeconds.map(Int64.init)
    self.log = log
    self.profile = profile
    ledger = Ledger()
    do {
      server = try FaultServer(
        ledger: ledger,
        profile: profile,
        observer: { timeline.append($0) },
        // No key grows old because a machine is slow.
        currentSecond: { 0 }
      )
    } catch {
      throw .unjudged(.setupFailed(.serverPort))
    }
    client = ClientDriver(
      parameters,
      url: server.url,
      stateFolder: stateFolder,
      inherited: inherited
    )
    body = SubmittedBody.make(seed: seed)
  }

  /// Ends the server.
  package func end() { server.stop() }

  // MARK: - What happens

  /// Lets the user submit the content once.
  package func submit() throws(CaseStop) -> UserAction {
    let sent = deliveries.count
    let reply = try client.submit(body)
    let action = UserAction(task: reply.task, key: reply.key, body: body)
    current = action
    // What the server has seen since comes after the action in the log: it was durable before.
    log.note(.queued, task: taskID, key: keyID, attempts: 0)
    settleDown(since: sent)
    return action
  }

  /// Lets the server listen, with its faults scripted for each delivery of a key.
  package func serverAppears(_ script: FaultScript = .none) throws(CaseStop) {
    server.setScript(script)
    do {
      try server.listen()
    } catch {
      throw .unjudged(.setupFailed(.serverPort))
    }
    note(.reachable)
  }

  /// Scripts other faults for the deliveries to come.
  package func setFaults(_ script: FaultScript) { server.setScript(script) }

  /// Ends the scripted faults: from now on every delivery is answered as it should be.
  package func faultsEnd() { server.setScript(.none) }

  /// Lets the client resume its queue and end.
  package func resume() throws(CaseStop) {
    let sent = deliveries.count
    note(.resumed)
    try client.resume()
    settleDown(since: sent)
  }

  /// Lets the client resume its queue, and kills it as soon as an answer is held back.
  ///
  /// - Returns: whether an answer was held back and the client was killed over it.
  package func resumeAndKillWhenHeld() throws(CaseStop) -> Bool {
    let sent = deliveries.count
    note(.resumed)
    let timeline = timeline
    let earlierEnds = timeline.clientEnds
    let process = try client.startResume { timeline.appendClientEnd() }
    let wait = timeline.waitForHeldAnswer(atMost: client.timeLimit, earlierEnds: earlierEnds)
    guard wait == .held else {
      try client.finish(.resume, process, atMost: wait == .timedOut ? .zero : client.timeLimit)
      settleDown(since: sent)
      return false
    }
    note(.killed)
    try client.kill(process)
    // An app that lives on, or whose connection stays open, was not ended.
    guard client.isGone(process), settleDown(since: sent) else { throw .unjudged(.vacuous) }
    note(.relaunched)
    return true
  }

  /// Looks the action's task up in the client's own list.
  package func listing(of action: UserAction) throws(CaseStop) -> TaskListing? {
    let listing = try client.tasks().first { $0.task == action.task }
    switch listing?.state {
    case .pending: note(.pending)
    case .completed: note(.completed)
    case .stopped: note(.stopped)
    case nil: break
    }
    return listing
  }

  /// Looks for the action's key under another task in the client's own list.
  package func isListedUnderAnotherTask(_ action: UserAction) throws(CaseStop) -> Bool {
    try client.tasks().contains { $0.key == action.key && $0.task != action.task }
  }

  // MARK: - What the ledger knows

  /// Everything that arrived, in order.
  package var deliveries: [SeenDelivery] { timeline.deliveries(in: ledger) }

  /// Every business record, in the order in which they were made.
  package var records: [Record] { ledger.records }

  /// Whether the server has answered a delivery with this key with an explicit success.
  package func hasSucceeded(_ action: UserAction) -> Bool {
    deliveries.contains { $0.key == action.key && $0.succeeded }
  }

  // MARK: - What must hold

  /// Writes down that something happened to the current action.
  package func note(_ what: Occurrence) {
    writeEvents()
    log.note(what, task: taskID, key: keyID, attempts: attempts)
  }

  /// Asserts that a promise holds; a delivery is given where it is about one.
  package func check(
    _ holds: Bool,
    _ finding: Finding,
    at delivery: SeenDelivery? = nil,
    sourceLine: Int = #line
  ) {
    writeEvents()
    log.check(
      holds,
      finding,
      task: taskID,
      key: delivery?.keyID ?? keyID,
      attempts: delivery?.keyAttempt ?? attempts,
      sourceLine: sourceLine
    )
  }

  /// Asserts that there is something, and returns it.
  package func require<Value>(
    _ value: Value?,
    _ finding: Finding,
    sourceLine: Int = #line
  ) -> Value {
    check(value != nil, finding, sourceLine: sourceLine)
    guard let value else { preconditionFailure("a failed check ends the process") }
    return value
  }

  /// Asserts that what arrived for an action is one and the same operation.
  ///
  /// - Parameters:
  ///   - action: the action that the deliveries are due to.
  ///   - chosen: the deliveries, or nothing for all that have arrived.
  ///   - relaunchedAfter: how many deliveries had arrived when the client was killed.
  ///   - sourceLine: the line of the check in the case's file.
  package func checkIdentity(
    of action: UserAction,
    in chosen: [SeenDelivery]? = nil,
    relaunchedAfter: Int? = nil,
    sourceLine: Int = #line
  ) {
    let breach = DeliveryIdentity.breach(
      in: chosen ?? deliveries,
      of: action,
      relaunchedAfter: relaunchedAfter,
      isAsSubmitted: profile.isBody(_:asSubmitted:)
    )
    guard let breach else { return }
    check(false, breach.finding, at: breach.delivery, sourceLine: sourceLine)
  }

  /// Asserts that a task is not given up as long as the server has answered no success.
  ///
  /// - Parameters:
  ///   - action: the action whose task it is.
  ///   - listing: what the client lists of it.
  ///   - whenGone: what is broken where the client does not list it.
  ///   - sourceLine: the line of the check in the case's file.
  package func checkKept(
    _ action: UserAction,
    _ listing: TaskListing?,
    whenGone: Finding,
    sourceLine: Int = #line
  ) {
    if hasSucceeded(action) { return }
    check(listing != nil, whenGone, sourceLine: sourceLine)
    check(listing?.state != .completed, .completedWithoutSuccess, sourceLine: sourceLine)
    check(listing?.state == .pending, .droppedOnUnknownOutcome, sourceLine: sourceLine)
  }

  /// Whether the server has answered a success and the client knows it.
  package func isSettled(_ action: UserAction, _ listing: TaskListing?) -> Bool {
    hasSucceeded(action) && (listing == nil || listing?.state == .completed)
  }

  // MARK: - The log

  private var taskID: TaskID { current?.taskID ?? TaskID(redacting: "") }
  private var keyID: KeyID { current.map { KeyID(redacting: $0.key) } ?? .none }
  private var attempts: Int { deliveries.count { $0.key == current?.key } }

  /// Waits until the server has nothing left to do, so that the log's order is the order of the events.
  @discardableResult
  func settleDown(since sent: Int) -> Bool {
    let quiet = timeline.waitUntilQuiet(atMost: client.timeLimit)
    writeEvents()
    if deliveries.count > sent { sendingCommands += 1 }
    return quiet
  }

  /// Writes down what the server has seen since the last time.
  private func writeEvents() {
    for event in timeline.takeEvents() {
      guard let what = event.occurrence else { continue }
      log.note(
        what,
        task: taskID,
        key: event.key.map(KeyID.init(redacting:)) ?? .none,
        attempts: event.keyAttempt
      )
    }
  }
}
