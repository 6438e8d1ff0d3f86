// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
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
    case (1, "--list"): write(Flaw.list, to: 1)
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
    write("\(server.url)\n", to: 1)
    waitForEndOfInput()
  }

  /// Serves the product's own server without a fault: another one that is known to be good.
  private static func serveFaultServer() {
    guard let server = try? FaultServer(ledger: Ledger()), (try? server.listen()) != nil else {
      exit(1)
    }
    write("http://127.0.0.1:\(server.port)\n", to: 1)
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
    write("usage: known-bad-server [--flaw NAME | --fault-server | --list]\n", to: 2)
    exit(64)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
