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

  /// How the server treats keys, and what its success looks like.
  package let profile: Profile

  let log: CaseLog
  var client: ClientDriver
  var server: FaultServer
  let timeline: Timeline
  let ledger: Ledger
  private let seed: Seed
  /// Every action of the user; the log's lines are about the last one where nothing else is said.
  package private(set) var actions: [UserAction] = []
  /// The bytes of what the client could not store and did not acknowledge; it may send them or not.
  var refused: [[UInt8]] = []
  /// What the client listed of each task the last time.
  var lastStates: [String: TaskState] = [:]
  /// What this case calls a finding that says more here than elsewhere, such as a key that changes where
  /// nothing may be sent again at all.
  package var names: [Finding: Finding] = [:]
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
    self.log = log
    self.profile = profile
    self.seed = seed
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
  }

  /// Ends the server.
  package func end() { server.stop() }

  // MARK: - What happens

  /// Lets the user submit a content once.
  ///
  /// - Parameters:
  ///   - content: which content, counted from 0; the same number is the same content.
  ///   - isHolding: whether an answer is held back meanwhile and stays so.
  /// - Returns: the action, as the client acknowledged it.
  /// - Throws: why the case cannot be judged.
  package func submit(
    content: Int = 0,
    whileHolding isHolding: Bool = false
  ) throws(CaseStop) -> UserAction {
    let sent = deliveries.count
    let body = body(of: content)
    let action = acknowledge(try client.submit(body), body)
    settleDown(since: sent, whileHolding: isHolding)
    return action
  }

  /// The bytes of a content; the same number is the same content.
  func body(of content: Int) -> [UInt8] {
    SubmittedBody.make(seed: Seed(seed.value &+ UInt64(content)))
  }

  /// Takes note of what the client has acknowledged.
  func acknowledge(_ reply: SubmitReply, _ body: [UInt8]) -> UserAction {
    let action = UserAction(task: reply.task, key: reply.key, body: body)
    actions.append(action)
    // What the server has seen since comes after the action in the log: it was durable before.
    log.note(.queued, task: action.taskID, key: KeyID(redacting: action.key), attempts: 0)
    return action
  }

  /// Lets the server listen, with its faults scripted for each delivery of a key that has no script yet.
  package func serverAppears(_ script: FaultScript = .none) throws(CaseStop) {
    server.setScript(script)
    do {
      try server.listen()
    } catch {
      throw .unjudged(.setupFailed(.serverPort))
    }
    note(.reachable)
  }

  /// Scripts other faults for each delivery to come of a key that has no script of its own.
  package func setFaults(_ script: FaultScript) { server.setScript(script) }

  /// Ends the scripted faults: from now on every delivery is answered as it should be.
  package func faultsEnd() {
    server.setScript(.none)
    for action in actions { server.setScript(nil, forKey: action.key) }
  }

  /// Lets the client resume its queue and end.
  ///
  /// - Parameter isHolding: whether an answer is held back meanwhile and stays so.
  /// - Throws: why the case cannot be judged.
  package func resume(whileHolding isHolding: Bool = false) throws(CaseStop) {
    let sent = deliveries.count
    note(.resumed)
    try client.resume()
    settleDown(since: sent, whileHolding: isHolding)
  }

  /// Looks the action's task up in the client's own list.
  package func listing(of action: UserAction) throws(CaseStop) -> TaskListing? {
    let listing = try client.tasks().first { $0.task == action.task }
    if let listing { note(listing.state.occurrence, of: action) }
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

  /// Writes down that something happened to an action, or to the last one where none is given.
  package func note(_ what: Occurrence, of action: UserAction? = nil) {
    writeEvents()
    let action = action ?? actions.last
    log.note(what, task: taskID(action), key: keyID(action), attempts: attempts(action))
  }

  /// Asserts that a promise holds.
  ///
  /// - Parameters:
  ///   - holds: what was observed.
  ///   - finding: how the promise is broken where it does not hold.
  ///   - action: the action that it is about, or nothing for the last one.
  ///   - delivery: the delivery that it is about, where it is about one.
  ///   - sourceLine: the line of the check in the case's file.
  package func check(
    _ holds: Bool,
    _ finding: Finding,
    of action: UserAction? = nil,
    at delivery: SeenDelivery? = nil,
    sourceLine: Int = #line
  ) {
    writeEvents()
    let action = action ?? actions.last
    log.check(
      holds,
      names[finding] ?? finding,
      task: taskID(action),
      key: delivery?.keyID ?? keyID(action),
      attempts: delivery?.keyAttempt ?? attempts(action),
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
    guard let value else { log.endBehindDisabledCheck() }
    return value
  }

  // MARK: - The log

  private func taskID(_ action: UserAction?) -> TaskID {
    action?.taskID ?? TaskID(redacting: "")
  }

  private func keyID(_ action: UserAction?) -> KeyID {
    action.map { KeyID(redacting: $0.key) } ?? .none
  }

  private func attempts(_ action: UserAction?) -> Int {
    deliveries.count { $0.key == action?.key }
  }

  /// Waits until the server has nothing left to do, so that the log's order is the order of the events.
  ///
  /// - Parameters:
  ///   - sent: how many deliveries there were before.
  ///   - isHolding: whether an answer is held back and is not waited for.
  /// - Returns: whether the server has nothing left to do.
  @discardableResult
  func settleDown(since sent: Int, whileHolding isHolding: Bool = false) -> Bool {
    let quiet = timeline.waitUntilQuiet(atMost: client.timeLimit, heldCounts: !isHolding)
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
        task: taskID(actions.first { $0.key == event.key } ?? actions.last),
        key: event.key.map(KeyID.init(redacting:)) ?? .none,
        attempts: event.keyAttempt
      )
    }
  }
}

extension TaskState {
  /// What the log says of a task that is listed so.
  var occurrence: Occurrence {
    switch self {
    case .pending: .pending
    case .completed: .completed
    case .stopped: .stopped
    }
  }
}
