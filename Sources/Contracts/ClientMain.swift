// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Turns an offline write queue into a program that keeps to the client contract.
public enum ClientMain {
  /// The longest body that `submit` reads, in bytes.
  public static let bodyBytesMax = 1_048_576

  /// Carries out the command in the process's arguments, and ends the process.
  ///
  /// The exit status is 0 where the command was carried out, 1 where it was not (a task that could not be
  /// made durable), and 64 for wrong arguments, environment or input.
  ///
  /// - Parameters:
  ///   - arguments: the command, with the task where it is `cancel`; a program with options of its own takes them out before.
  ///   - optionsHelp: what `--help` says about those options.
  ///   - makeClient: opens the queue; called once, and not where the usage is wrong.
  public static func run<Client: OfflineClient>(
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    optionsHelp: String = "",
    makeClient: (ClientEnvironment) throws -> Client
  ) -> Never {
    endProcess(
      status(
        arguments: arguments,
        optionsHelp: optionsHelp,
        variables: ProcessInfo.processInfo.environment,
        input: .standardInput,
        output: .standardOutput,
        errors: .standardError,
        makeClient: makeClient
      )
    )
  }

  static func status<Client: OfflineClient>(
    arguments: [String],
    optionsHelp: String = "",
    variables: [String: String],
    input: Descriptor,
    output: Descriptor,
    errors: Descriptor,
    makeClient: (ClientEnvironment) throws -> Client
  ) -> Int32 {
    if arguments == ["--help"] {
      let help = optionsHelp.isEmpty ? usage : "\(usage)\n\(optionsHelp)"
      return output.write(line: help) ? ProgramStatus.success : ProgramStatus.failure
    }
    guard let command = arguments.first.flatMap(ClientCommand.init),
      arguments.count == (command == .cancel ? 2 : 1)
    else {
      errors.write(line: usage)
      return ProgramStatus.usage
    }
    do {
      let environment = try ClientEnvironment(variables)
      let body = command == .submit ? try readBody(from: input) : []
      let client = try makeClient(environment)
      guard let lines = try command.run(client, body: body, task: arguments.last ?? "") else {
        errors.write(line: usage)
        return ProgramStatus.usage
      }
      return lines.allSatisfy(output.write(line:)) ? ProgramStatus.success : ProgramStatus.failure
    } catch {
      errors.write(line: "\(command.rawValue): \(error)")
      let isUsage =
        error is ClientEnvironmentError || error is BodyError || error is ServerOptionsError
      return isUsage ? ProgramStatus.usage : ProgramStatus.failure
    }
  }

  private static func readBody(from input: Descriptor) throws(BodyError) -> [UInt8] {
    guard let body = input.readToEnd(bytesMax: bodyBytesMax) else { throw .tooLong }
    guard !body.isEmpty else { throw .empty }
    guard ContractLine.isUTF8(body) else { throw .notUTF8 }
    return body
  }

  private static let usage = """
    usage: submit | resume | tasks
      submit  keeps the body on standard input as a task, and prints its task and key
      resume  tries every unfinished task now
      tasks   prints every task, a line each
    a client that can do more also takes: capabilities | due | cancel TASK
      capabilities  prints what it can do
      due           tries what is due by the clock
      cancel        takes an action back as far as that is possible
    environment: ONCEGATE_URL, ONCEGATE_STATE_DIR, ONCEGATE_REQUEST_TIMEOUT_MS
    """
}

private enum ClientCommand: String {
  case submit
  case resume
  case tasks
  case capabilities
  case due
  case cancel

  /// Carries the command out and returns the lines of its answer, or nothing where the client knows no
  /// such command.
  func run(
    _ client: some OfflineClient,
    body: [UInt8],
    task: String
  ) throws -> [String]? {
    switch self {
    case .submit: return [try client.submit(body: body).jsonLine]
    case .resume:
      try client.resume()
      return []
    case .tasks: return try client.tasks().map(\.jsonLine)
    case .capabilities:
      return (client as? any CapableClient).map { [CapabilitiesReply($0.capabilities).jsonLine] }
    case .due:
      guard let client = client as? any CapableClient, client.capabilities.contains(.clock) else {
        return nil
      }
      try client.sendDue()
      return []
    case .cancel:
      guard let client = client as? any CapableClient, client.capabilities.contains(.cancel) else {
        return nil
      }
      try client.cancel(task: task)
      return []
    }
  }
}

private enum BodyError: Error, CustomStringConvertible {
  case empty
  case tooLong
  case notUTF8

  var description: String {
    switch self {
    case .empty: "standard input is empty; expected the body, UTF-8 JSON"
    case .tooLong: "the body is longer than \(ClientMain.bodyBytesMax) bytes"
    case .notUTF8: "the body is not UTF-8"
    }
  }
}
