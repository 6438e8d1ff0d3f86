// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import FaultInjection

/// The world of one case about a real server: the server, and a client that does what no client should.
///
/// Verdicts come from what tells records apart: the record that a success names, and, where the server says
/// how many records there are, that count. Without either nothing is judged.
package final class ServerScenario {
  /// How many deliveries of one write are under way at once.
  package static let atOnceCount = 8
  /// How often the same is done at once, each time with a write of its own.
  package static let racesCount = 4

  /// How the server treats keys, as the user says.
  package let profile: Profile

  private let log: CaseLog
  private let requests: ServerRequests
  private let shape: SuccessShape
  private let limits: Limits
  private let parameters: UpstreamParameters
  private let program: ServerProgram?
  /// How many records the server has counted, or nothing where it does not say.
  private var recordCount: Int?
  private var deliveryCounts: [ServerWrite.Key: Int] = [:]
  /// The number that a write's key has in the log.
  private var numbers: [ServerWrite.Key: Int] = [:]

  /// Finds the server, and counts its records where that can be done.
  ///
  /// - Parameters:
  ///   - parameters: what the runner says about this case.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - log: where the case writes down what happens.
  /// - Throws: what cannot be set up, or what the server lacks for every judgement.
  package init(
    _ parameters: CaseParameters,
    inherited: [String: String],
    log: CaseLog
  ) throws(CaseStop) {
    guard let upstream = parameters.upstream,
      let profile = Profile.described(by: parameters.profile),
      parameters.requestTimeoutMilliseconds > 0
    else { throw .unjudged(.setupFailed(.badParameters)) }
    self.log = log
    self.profile = profile
    self.parameters = upstream
    shape = SuccessShape(profile)
    if shape.way == nil, upstream.records == nil { throw .skipped(.serverLacks(.judge)) }
    var limits = Limits.default
    limits.upstreamDeadline = .milliseconds(parameters.requestTimeoutMilliseconds)
    self.limits = limits
    let program = try upstream.command.map { command throws(CaseStop) in
      try ServerProgram(
        command,
        inherited: inherited,
        timeLimit: .milliseconds(parameters.commandTimeLimitMilliseconds)
      )
    }
    self.program = program
    guard let url = program?.url ?? upstream.url, let address = try? Upstream(url) else {
      program?.end()
      throw .unjudged(.setupFailed(.badParameters))
    }
    requests = ServerRequests(upstream: address, profile: profile, parameters: upstream)
    do throws(CaseStop) {
      recordCount = try countRecords()
    } catch {
      program?.end()
      throw error
    }
  }

  /// Ends the server, where it was started for this case.
  package func end() { program?.end() }

  // MARK: - Writes

  /// A write that nobody has made before, whatever the run's seed: the server may outlive the run.
  package func newWrite() -> ServerWrite {
    let key = ServerWrite.Key.text(Self.token(bytes: 16))
    return ServerWrite(key: key, content: newContent())
  }

  /// What no other write says.
  package func newContent() -> StrictJSON {
    let text = parameters.body.replacing(
      UpstreamParameters.actionPlace,
      with: Self.token(bytes: 8)
    )
    // What is no JSON was refused long before.
    return (try? StrictJSON(parsing: Array(text.utf8))) ?? .null
  }

  private static func token(bytes: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<bytes).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
      return digits.count < 2 ? "0\(digits)" : digits
    }.joined()
  }

  /// Delivers a write that the server has to accept, so that anything can be judged.
  package func accepted(
    _ write: ServerWrite,
    orElse problem: SetupProblem = .plainWriteRefused
  ) throws(CaseStop) -> ServerAnswer {
    let answer = try deliver(write)
    guard answer.isSuccess else { throw .unjudged(.setupFailed(problem)) }
    return answer
  }

  /// Says whether the server accepts a content in this spelling under a key of its own.
  package func takes(
    _ content: StrictJSON,
    _ spelling: StrictJSON.Spelling = .plain
  ) throws(CaseStop) -> Bool {
    var write = newWrite()
    write.content = content
    write.spelling = spelling
    let isTaken = try deliver(write).isSuccess
    _ = try recordsMade()
    return isTaken
  }

  /// Delivers a write once.
  package func deliver(_ write: ServerWrite) throws(CaseStop) -> ServerAnswer {
    let connection = try connected()
    defer { connection.close() }
    let body = requests.body(of: write)
    noteSent(.received, write)
    connection.send(requests.head(of: write, bodyBytes: body.count) + body)
    return answer(to: write, on: connection)
  }

  /// Delivers a write several times at once: all but the last byte of each, then all last bytes.
  ///
  /// - Parameter write: the write; its body is not empty.
  /// - Returns: the answers.
  /// - Throws: `vacuous` where the server answered one before it was whole, so that they were not under way
  ///   at the same time.
  package func deliverAtOnce(_ write: ServerWrite) throws(CaseStop) -> [ServerAnswer] {
    let body = requests.body(of: write)
    let bytes = requests.head(of: write, bodyBytes: body.count) + body
    var connections: [UpstreamConnection] = []
    defer { for connection in connections { connection.close() } }
    for _ in 1...Self.atOnceCount {
      let connection = try connected()
      connections.append(connection)
      connection.send(bytes.dropLast())
    }
    for connection in connections where connection.hasSomething { throw .unjudged(.vacuous) }
    for connection in connections {
      noteSent(.received, write)
      connection.send(Array(bytes.suffix(1)))
    }
    return connections.map { answer(to: write, on: $0) }
  }

  /// Delivers a write without the white space behind its body, and ends the sending there.
  package func deliverShort(_ write: ServerWrite) throws(CaseStop) -> ServerAnswer {
    let connection = try connected()
    defer { connection.close() }
    let body = requests.body(of: write)
    noteSent(.shortBody, write)
    let head = requests.head(of: write, bodyBytes: body.count)
    connection.send(head + body.dropLast(write.padding))
    connection.endSending()
    return answer(to: write, on: connection)
  }

  private func connected() throws(CaseStop) -> UpstreamConnection {
    do throws(UpstreamFailure) {
      return try UpstreamConnection(to: requests.upstream, limits: limits)
    } catch {
      throw .unjudged(.setupFailed(.upstreamUnreachable))
    }
  }

  private func answer(to write: ServerWrite, on connection: UpstreamConnection) -> ServerAnswer {
    let answer: ServerAnswer
    do throws(UpstreamFailure) {
      answer = ServerAnswer(try connection.answer(), shape)
    } catch {
      answer = ServerAnswer(error)
    }
    note(answer.occurrence(profile), write)
    return answer
  }

  // MARK: - Records

  /// How many records the server has made since this was asked last, or nothing where it does not say.
  package func recordsMade(for write: ServerWrite? = nil) throws(CaseStop) -> Int? {
    guard let before = recordCount, let now = try countRecords() else { return nil }
    recordCount = now
    let made = now - before
    if let write, made > 0 {
      for _ in 1...min(made, Self.atOnceCount) { note(.recordMade, write) }
    }
    return made
  }

  private func countRecords() throws(CaseStop) -> Int? {
    guard let records = parameters.records else { return nil }
    let parts = records.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let connection = try connected()
    defer { connection.close() }
    connection.send(requests.count(at: String(parts[0])))
    guard let answer = try? connection.answer(), answer.status == 200,
      let value = (try? StrictJSON(parsing: answer.body))?
        .value(at: parts.count > 1 ? String(parts[1]) : "")
    else { throw .unjudged(.setupFailed(.recordsUnreadable)) }
    if case .array(let elements) = value { return elements.count }
    guard let count = value.integer else { throw .unjudged(.setupFailed(.recordsUnreadable)) }
    return count
  }

  // MARK: - What must hold

  /// Asserts that a promise holds.
  ///
  /// - Parameters:
  ///   - holds: what was observed.
  ///   - finding: how the promise is broken where it does not hold.
  ///   - write: the write that it is about.
  ///   - sourceLine: the line of the check in the case's file.
  package func check(
    _ holds: Bool,
    _ finding: Finding,
    of write: ServerWrite,
    sourceLine: Int = #line
  ) {
    log.check(
      holds,
      finding,
      task: taskID(write),
      key: keyID(write),
      attempts: deliveryCounts[write.key, default: 0],
      sourceLine: sourceLine
    )
  }

  /// Makes sure that something is said about the server, or skips the case.
  package func require(_ isSaid: Bool, _ need: ServerNeed) throws(CaseStop) {
    if !isSaid { throw .skipped(.serverLacks(need)) }
  }

  /// Whether something is said about how the server is made to fail once.
  package var canAskToFail: Bool { !parameters.failOnce.isEmpty }
  /// Whether something is said about another account.
  package var hasOtherAccount: Bool { !parameters.otherAccount.isEmpty }

  private func noteSent(_ what: Occurrence, _ write: ServerWrite) {
    deliveryCounts[write.key, default: 0] += 1
    note(what, write)
  }

  private func note(_ what: Occurrence, _ write: ServerWrite) {
    log.note(
      what,
      task: taskID(write),
      key: keyID(write),
      attempts: deliveryCounts[write.key, default: 0]
    )
  }

  private func taskID(_ write: ServerWrite) -> TaskID {
    let number = numbers[write.key] ?? numbers.count + 1
    numbers[write.key] = number
    return TaskID(redacting: "write-\(number)")
  }

  private func keyID(_ write: ServerWrite) -> KeyID {
    write.key.text.map(KeyID.init(redacting:)) ?? .none
  }
}
