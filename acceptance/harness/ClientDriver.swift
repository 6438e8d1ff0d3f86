// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import ChildProcesses
package import Contracts

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs the commands of the client under test, each as a process of its own.
///
/// Whatever a client does wrong becomes a stop that names the command and the broken rule.
package struct ClientDriver: Sendable {
  /// The most bytes that one command may write to its standard output.
  package static let outputBytesMax = 16 * 1024 * 1024

  /// The client's argument vector, without the command.
  let arguments: [String]
  /// What ends an app that is no child process, or nothing.
  private let terminateArguments: [String]?
  private let environment: [String: String]
  /// What the capabilities of a client add to its environment.
  package var situation = Situation()
  /// How far the files of the client can be written, or nothing for as far as it likes.
  package var fileLimit: FileLimit?
  /// How long the client is asked to wait for an answer.
  package var requestTimeoutMilliseconds: Int
  /// The folder that belongs to the client.
  let stateFolder: String
  /// How long one command may take.
  package let timeLimit: Duration

  /// Prepares the commands without running one.
  ///
  /// - Parameters:
  ///   - parameters: what the runner says about the client.
  ///   - url: the endpoint, whole.
  ///   - stateFolder: the folder that belongs to the client.
  ///   - inherited: this process's environment, which the runner has already reduced.
  package init(
    _ parameters: CaseParameters,
    url: String,
    stateFolder: String,
    inherited: [String: String]
  ) {
    arguments = parameters.client
    terminateArguments = parameters.terminate
    timeLimit = .milliseconds(parameters.commandTimeLimitMilliseconds)
    var environment = inherited.filter { !$0.key.hasPrefix(CaseParameters.variable) }
    environment["ONCEGATE_CONTRACT"] = "1"
    environment["ONCEGATE_URL"] = url
    environment["ONCEGATE_STATE_DIR"] = stateFolder
    self.environment = environment
    self.stateFolder = stateFolder
    requestTimeoutMilliseconds = parameters.requestTimeoutMilliseconds
  }

  /// Lets the user act: the client stores one task and acknowledges it.
  package func submit(_ body: [UInt8]) throws(CaseStop) -> SubmitReply {
    try ClientOutput.submitReply(output(of: .submit, arguments + ["submit"], .bytes(body)))
  }

  /// Lets the client try everything that waits.
  package func resume() throws(CaseStop) {
    _ = try output(of: .resume, arguments + ["resume"], .empty)
  }

  /// Asks the client for every task that it keeps.
  package func tasks() throws(CaseStop) -> [TaskListing] {
    try ClientOutput.taskListings(output(of: .tasks, arguments + ["tasks"], .empty))
  }

  /// The environment that every command is given.
  package var variables: [String: String] {
    environment.merging(situation.variables) { $1 }
      .merging(["ONCEGATE_REQUEST_TIMEOUT_MS": "\(requestTimeoutMilliseconds)"]) { $1 }
  }

  /// The argument vector of a command; empty where nothing is configured for it.
  package func words(of command: ContractCommand) -> [String] {
    command == .terminate ? terminateArguments ?? [] : arguments + [command.rawValue]
  }

  /// Runs a command, kills it at the time limit, and does not judge how it ended.
  package func finished(
    _ command: ContractCommand,
    _ input: ChildProcess.Input = .empty
  ) throws(CaseStop) -> FinishedCommand {
    try start(command, words(of: command), input, whenEnded: nil).waitOrKill(atMost: timeLimit)
  }

  /// Waits until nothing of a killed command lives on, and says whether that is so.
  package func isGone(_ process: ChildProcess) -> Bool {
    process.waitUntilEnded(atMost: timeLimit) != nil
  }

  /// Starts `resume` and returns while it runs.
  ///
  /// - Parameters:
  ///   - timeout: how long it is asked to wait for an answer, where that is less than otherwise.
  ///   - whenEnded: called once, on another thread, when nothing of the command lives on.
  /// - Returns: the running command, to be finished or killed.
  /// - Throws: the broken rule where it cannot be started; then `whenEnded` is never called.
  package func startResume(
    requestTimeoutMilliseconds timeout: Int = .max,
    whenEnded: @escaping @Sendable () -> Void
  ) throws(CaseStop) -> ChildProcess {
    var hurried = self
    hurried.requestTimeoutMilliseconds = min(timeout, requestTimeoutMilliseconds)
    return try hurried.start(.resume, arguments + ["resume"], .empty) { _ in whenEnded() }
  }

  /// Waits at most that long for a command that was started, and judges how it ended.
  package func finish(
    _ command: ContractCommand,
    _ process: ChildProcess,
    atMost limit: Duration
  ) throws(CaseStop) {
    _ = try judgedOutput(of: command, process, atMost: limit)
  }

  /// Ends the app in the midst of a command: by the configured command, and by SIGKILL.
  ///
  /// What a killed app leaves behind is no breach of its own.
  package func kill(_ process: ChildProcess) throws(CaseStop) {
    defer { process.kill(SIGKILL) }
    if let terminateArguments {
      _ = try output(of: .terminate, terminateArguments, .empty)
    }
  }

  func output(
    of command: ContractCommand,
    _ arguments: [String],
    _ input: ChildProcess.Input
  ) throws(CaseStop) -> [UInt8] {
    let process = try start(command, arguments, input, whenEnded: nil)
    return try judgedOutput(of: command, process, atMost: timeLimit)
  }

  func start(
    _ command: ContractCommand,
    _ arguments: [String],
    _ input: ChildProcess.Input,
    whenEnded: (@Sendable (FinishedCommand) -> Void)?
  ) throws(CaseStop) -> ChildProcess {
    do {
      return try ChildProcess.start(
        Command(arguments, environment: variables, fileLimit: fileLimit),
        input: input,
        output: .collectOrKill(bytesMax: Self.outputBytesMax),
        // This process has its own from the runner, which shows it only where the user asks for that.
        errors: .inherit,
        whenEnded: whenEnded
      )
    } catch {
      throw .broken(command, ClientOutput.rule(brokenBy: error))
    }
  }

  /// Waits within a limit, kills what does not end, and returns what was written.
  private func judgedOutput(
    of command: ContractCommand,
    _ process: ChildProcess,
    atMost limit: Duration
  ) throws(CaseStop) -> [UInt8] {
    let finished = process.waitOrKill(atMost: limit)
    if let rule = ClientOutput.rule(brokenByEndOf: finished) { throw .broken(command, rule) }
    return finished.output
  }
}
