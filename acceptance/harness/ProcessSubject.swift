// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import ChildProcesses
package import Contracts
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A subject in a process of its own, which is asked and answers line by line, in step.
///
/// Whatever it does wrong becomes a stop that names the request and the broken rule.
package struct ProcessSubject: CapableSubject {
  /// The most bytes that wait to be read: an answer, and the beginning of one that nobody asked for.
  private static let outputBytesMax = 2 * ContractLine.bytesMax

  private let process: ChildProcess
  /// How long a subject may take to end after the end of its input, before it is ended.
  private static let endTimeMax = Duration.seconds(2)

  /// What it has announced, in a process of its own.
  package let capabilities: Set<SubjectCapability>
  /// How long one answer may take.
  private let timeLimit: Duration
  /// What was asked last; all copies speak to the same process.
  private let latest = Monitor(ContractCommand.start)

  /// Starts the subject.
  ///
  /// - Parameters:
  ///   - arguments: its argument vector; the first element is a path or a name on `PATH`.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - timeLimit: how long one answer may take.
  ///   - capabilities: what it has announced; by default it is one of version 1.
  /// - Throws: the broken rule where it cannot be started.
  package init(
    _ arguments: [String],
    inherited: [String: String],
    timeLimit: Duration,
    capabilities: Set<SubjectCapability> = []
  ) throws(CaseStop) {
    self.timeLimit = timeLimit
    self.capabilities = capabilities
    do {
      process = try ChildProcess.start(
        Command(arguments, environment: Self.environment(inherited)),
        input: .interactive,
        output: .collectOrKill(bytesMax: Self.outputBytesMax),
        // This process has its own from the runner, which shows it only where the user asks for that.
        errors: .inherit
      )
    } catch {
      throw .broken(.start, ClientOutput.rule(brokenBy: error))
    }
  }

  /// The environment of a subject, made from the one of this process.
  static func environment(_ inherited: [String: String]) -> [String: String] {
    inherited.filter { !$0.key.hasPrefix(CaseParameters.variable) }
      .merging(["ONCEGATE_CONTRACT": "1"]) { $1 }
  }

  /// Ends the input, and judges what the process leaves behind.
  ///
  /// It need not end by itself then: the contract does not ask for it.
  package func finish() throws(CaseStop) {
    process.closeInput()
    if process.waitUntilEnded(atMost: Self.endTimeMax) == nil { process.kill(SIGKILL) }
    guard let finished = process.waitUntilEnded(atMost: ChildProcess.killTimeMax) else {
      throw .broken(.end, .hang)
    }
    if !finished.output.isEmpty { throw .broken(latest.withLock { $0 }, .unaskedLine) }
    if finished.leftProcesses > 0 { throw .broken(.end, .leftProcess) }
  }

  /// Ends the process, whatever it is doing.
  package func end() {
    process.closeInput()
    process.kill(SIGKILL)
    _ = process.waitUntilEnded(atMost: ChildProcess.killTimeMax)
  }

  package mutating func load(
    session: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    try exchange(.load(session: session, records: records))
  }

  package mutating func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    try exchange(.tap(record: record, value: value))
  }

  package mutating func respond(
    ticket: String,
    outcome: WriteOutcome
  ) throws(CaseStop) -> SubjectReply {
    try exchange(.respond(ticket: ticket, outcome: outcome))
  }

  package mutating func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    try exchange(.sync(session: session, record: record, outcome: outcome))
  }

  package mutating func arrange(order: [String]) throws(CaseStop) -> SubjectReply {
    try exchange(.arrange(order: order))
  }

  /// Sends a request and returns the line that answers it, which is not read yet.
  package func answer(to request: SubjectRequest) throws(CaseStop) -> [UInt8] {
    try answer(to: request.jsonLine, request.command)
  }

  /// Sends a line and returns the one that answers it.
  func answer(to line: String, _ command: ContractCommand) throws(CaseStop) -> [UInt8] {
    // A line that is there already answers nothing: the subject is out of step.
    if case .line = process.readLine(atMost: .zero, bytesMax: ContractLine.bytesMax) {
      throw .broken(latest.withLock { $0 }, .unaskedLine)
    }
    latest.withLock { $0 = command }
    // Where nobody reads the request, the output is at its end too, and that is told below.
    _ = process.write(line: line.utf8)
    switch process.readLine(atMost: timeLimit, bytesMax: ContractLine.bytesMax) {
    case .line(let line): return line
    case .timedOut: throw .broken(command, .noAnswer)
    case .tooLong: throw .broken(command, .lineTooLong)
    case .ended: throw .broken(command, ruleBrokenByEnd())
    }
  }

  /// Sends a request and reads the answer.
  private func exchange(_ request: SubjectRequest) throws(CaseStop) -> SubjectReply {
    let line = try answer(to: request)
    do {
      return try SubjectReply(jsonLine: line, answering: request)
    } catch {
      throw .broken(request.command, ClientOutput.rule(error))
    }
  }

  /// The rule that is broken by an output that is at its end.
  private func ruleBrokenByEnd() -> ContractRule {
    // A subject may also have closed its output alone, and then it does not end.
    let finished = process.waitUntilEnded(atMost: ChildProcess.lingerTimeMax)
    if case .signalled = finished?.exit { return .killedBySignal }
    return .endedEarly
  }
}

extension SubjectRequest {
  /// The request's name, as reports show it.
  package var command: ContractCommand {
    switch self {
    case .load: .load
    case .tap: .tap
    case .respond: .respond
    case .sync: .sync
    case .arrange: .arrange
    }
  }
}
