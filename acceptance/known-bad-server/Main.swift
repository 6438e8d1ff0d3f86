// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts
import FaultInjection

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server with a flaw of one's choice, which says its address and serves until the end of its input.
@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.count, arguments.first) {
    case (1, "--list"): say(Flaw.list)
    case (0, _): serve(nil)
    case (2, "--flaw"):
      guard let flaw = Flaw(rawValue: arguments[1]) else { refuse() }
      serve(flaw)
    case (1, "--fault-server"): serveFaultServer()
    default: refuse()
    }
  }

  private static func serve(_ flaw: Flaw?) {
    let flawed = FlawedServer(flaw)
    guard
      let server = try? PlainServer(
        takesShortBodies: flawed.takesShortBodies,
        reply: flawed.reply
      )
    else { exit(1) }
    say("\(server.url)\n")
    waitForEndOfInput()
  }

  /// Serves the product's own server without a fault: another one that is known to be good.
  private static func serveFaultServer() {
    guard let server = try? FaultServer(ledger: Ledger()), (try? server.listen()) != nil else {
      exit(1)
    }
    say("http://127.0.0.1:\(server.port)\n")
    waitForEndOfInput()
    server.stop()
  }

  private static func waitForEndOfInput() {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(0, &byte, 1)
      if count == 0 || count < 0 && errno != EINTR { return }
    }
  }

  /// Ends the process because of wrong usage: `EX_USAGE` of sysexits.h.
  private static func refuse() -> Never {
    Descriptor.standardError.write(
      "usage: known-bad-server [--flaw NAME | --fault-server | --list]\n".utf8
    )
    exit(64)
  }

  private static func say(_ text: String) { Descriptor.standardOutput.write(text.utf8) }
}
