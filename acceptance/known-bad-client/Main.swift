// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A client behind the client contract, with a flaw of one's choice.
@main
enum Main {
  static func main() {
    // A server that hangs up while we send is an outcome, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    var words = Array(CommandLine.arguments.dropFirst())
    let server: ServerOptions
    do throws(ServerOptionsError) {
      server = try ServerOptions(takenFrom: &words)
    } catch {
      refuse(error.description)
    }
    var arguments = words[...]
    if arguments.first == "--list" { return write(Flaw.list) }
    if arguments.first == "--help" { return write("\(usage)\n\(ServerOptions.help)\n") }
    var flaw: Flaw?
    if arguments.first == "--flaw" {
      guard let named = arguments.dropFirst().first.flatMap(Flaw.init) else {
        refuse("--flaw needs one of the names that --list prints")
      }
      flaw = named
      arguments = arguments.dropFirst(2)
    }
    guard let command = arguments.first, arguments.count == (command == "cancel" ? 2 : 1) else {
      refuse(usage)
    }
    do {
      try run(command, server, task: arguments.last ?? "", flaw: flaw)
    } catch {
      complain("known-bad-client: error: \(error)")
      exit(1)
    }
  }

  private static let usage =
    "usage: known-bad-client [OPTION ...] [--flaw NAME] COMMAND, or --list"

  private static func run(_ command: String, _ server: ServerOptions, task: String, flaw: Flaw?)
    throws
  {
    let environment = try ClientEnvironment(ProcessInfo.processInfo.environment)
    guard let endpoint = Endpoint(environment.url) else {
      refuse("ONCEGATE_URL must be http://, an IPv4 address and a port")
    }
    let queue = FlawedQueue(
      folder: try TaskFolder(path: "\(environment.stateFolder)/queue"),
      endpoint: endpoint,
      server: server,
      environment: environment,
      flaw: flaw,
      kept: flaw == .transportResends ? KeptConnection() : nil
    )
    switch command {
    case "submit":
      try queue.submit(standardInput()) { task in
        write(SubmitReply(task: task.task, key: task.key).jsonLine + "\n")
      }
    case "resume": try queue.resume()
    case "tasks": write(try queue.tasks().map { $0.listing.jsonLine + "\n" }.joined())
    case "capabilities":
      write(CapabilitiesReply(Set(ClientCapability.allCases)).jsonLine + "\n")
    case "due": try queue.sendDue()
    case "cancel": try queue.cancel(task)
    default: refuse("the commands are submit, resume, tasks, capabilities, due and cancel")
    }
  }

  private static func standardInput() -> Data {
    var input: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe read(0, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return Data(input) }
      input += piece[..<count]
    }
  }

  private static func write(_ text: String) { Descriptor.standardOutput.write(text.utf8) }

  private static func complain(_ text: String) { Descriptor.standardError.write("\(text)\n".utf8) }

  private static func refuse(_ text: String) -> Never {
    complain("known-bad-client: error: \(text)")
    exit(2)
  }
}
