// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The command: reads arguments, wires the rooms together, and ends with the status that pipelines read.
@main
enum Main {
  static func main() {
    OwnProcess.hideMemory()
    // A reader that closes a pipe early must not end the run: reports still have to be written.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    JanitorCommand.carryOut(arguments)
    exit(status(of: arguments).rawValue)
  }

  static func status(of arguments: [String]) -> ExitStatus {
    do {
      return try carryOut(arguments)
    } catch {
      Terminal.printError(error.description)
      return .usage
    }
  }

  private static func carryOut(_ arguments: [String]) throws(ArgumentError) -> ExitStatus {
    guard let name = arguments.first else {
      Terminal.print(Help.overview(Commands.all))
      return .usage
    }
    let rest = arguments.dropFirst()
    switch name {
    case "--version":
      Terminal.print("oncegate \(Version.number)")
      return .allPassed
    case "--help", "-h":
      Terminal.print(Help.overview(Commands.all))
      return .allPassed
    case "help":
      if let topic = rest.first.flatMap(Topic.named) {
        Terminal.print(topic.text)
        return .allPassed
      }
      return try carryOut(rest + ["--help"])
    default: break
    }
    let topics = rest.first == "--help" ? Topic.all.map(\.name) : []
    let known = Commands.all.map(\.name) + topics
    guard let first = Commands.all.first(where: { $0.name == name }) else {
      throw .unknownCommand(name, known: known)
    }
    let call = try CommandCall(first, rest)
    let parsed = try ParsedArguments(call.arguments, syntax: call.command)
    if parsed.wantsHelp || !call.command.subcommands.isEmpty {
      Terminal.print(Help.of(call.command))
      // Without a sub-command nothing was done, as without a command.
      return parsed.wantsHelp ? .allPassed : .usage
    }
    return try carryOut(call.command, parsed)
  }

  private static func carryOut(
    _ command: CommandSyntax,
    _ arguments: ParsedArguments
  ) throws(ArgumentError) -> ExitStatus {
    switch command {
    case Commands.run: try RunCommand(arguments).carryOut()
    case Commands.list: try ListCommand.carryOut(arguments)
    case Commands.explain: try ExplainCommand.carryOut(arguments)
    case Commands.serve: try ServeCommand(arguments).carryOut()
    case Commands.exploreState: try ExploreCommand(.state, arguments).carryOut()
    case Commands.exploreQueue: try ExploreCommand(.queue, arguments).carryOut()
    case Commands.initialise: try InitCommand(arguments).carryOut()
    case Commands.selftest: try SelftestCommand(arguments).carryOut()
    case Commands.completion: try CompletionCommand(arguments).carryOut()
    case Commands.manual: ManualPage.carryOut()
    case Commands.reportMerge: try MergeCommand(arguments).carryOut()
    case Commands.reportCheck: try CheckCommand(arguments).carryOut()
    case Commands.reportRender: try ReportRenderCommand(arguments).carryOut()
    case Commands.reportDiff: try ReportDiffCommand(arguments).carryOut()
    default: try DoctorCommand(arguments).carryOut()
    }
  }
}
