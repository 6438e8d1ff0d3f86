// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
package import Contracts

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A subject in a process of its own, which is asked and answers line by line, in step.
///
/// Whatever it does wrong becomes a stop that names the request and the broken rule.
package struct ProcessSubject: Subject {
  /// The most bytes that wait to be read: an answer, and the beginning of one that nobody asked for.
  private static let outputBytesMax = 2 * ContractLine.bytesMax

  private let process: ChildProcess
  /// How long one answer may take.
  private let timeLimit: Duration

  /// Starts the subject.
  ///
  /// - Parameters:
  ///   - arguments: its argument vector; the first element is a path or a name on `PATH`.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - timeLimit: how long one answer may take.
  /// - Throws: the broken rule where it cannot be started.
  package init(
    _ arguments: [String],
    inherited: [String: String],
    timeLimit: Duration
  ) throws(CaseStop) {
    var environment = inherited.filter { !$0.key.hasPrefix(CaseParameters.variable) }
    environment["ONCEGATE_CONTRACT"] = "1"
    self.timeLimit = timeLimit
    do {
      process = try ChildProcess.start(
        Command(arguments, environment: environment),
        input: .interactive,
        output: .collectOrKill(bytesMax: Self.outputBytesMax),
        // This process has its own from the runner, which shows it only where the user asks for that.
        errors: .inherit
      )
    } catch {
      throw .broken(.start, ClientOutput.rule(brokenBy: error))
    }
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
    try exchange(.load, .load(session: session, records: records))
  }

  package mutating func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    try exchange(.tap, .tap(record: record, value: value))
  }

  package mutating func respond(
    ticket: String,
    outcome: WriteOutcome
  ) throws(CaseStop) -> SubjectReply {
    try exchange(.respond, .respond(ticket: ticket, outcome: outcome))
  }

  package mutating func sync(
    session: String,
    record: String,
    outcome: ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    try exchange(.sync, .sync(session: session, record: record, outcome: outcome))
  }

  package mutating func arrange(order: [String]) throws(CaseStop) -> SubjectReply {
    try exchange(.arrange, .arrange(order: order))
  }

  private func exchange(
    _ command: ContractCommand,
    _ request: SubjectRequest
  ) throws(CaseStop) -> SubjectReply {
    // A line that is there already answers nothing: the subject is out of step.
    if case .line = process.readLine(atMost: .zero, bytesMax: ContractLine.bytesMax) {
      throw .broken(command, .moreThanOneLine)
    }
    // Where nobody reads the request, the output is at its end too, and that is told below.
    _ = process.write(line: request.jsonLine.utf8)
    switch process.readLine(atMost: timeLimit, bytesMax: ContractLine.bytesMax) {
    case .line(let line):
      do {
        return try SubjectReply(jsonLine: line, answering: request)
      } catch {
        throw .broken(command, ClientOutput.rule(error))
      }
    case .timedOut: throw .broken(command, .hang)
    case .tooLong: throw .broken(command, .lineTooLong)
    case .ended: throw .broken(command, ruleBrokenByEnd())
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
