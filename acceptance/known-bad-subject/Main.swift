// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A subject with at most one flaw, to prove that the cases find it.
@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.count {
    case 0: SubjectLoop.run(FlawedSubject(nil))
    case 1 where arguments[0] == "--list":
      print(Flaw.list, terminator: "")
    case 1:
      guard let flaw = Flaw(rawValue: arguments[0]) else { refuse() }
      SubjectLoop.run(FlawedSubject(flaw))
    default: refuse()
    }
  }

  /// Ends the process because of wrong usage: `EX_USAGE` of sysexits.h.
  private static func refuse() -> Never {
    let usage = Array("usage: known-bad-subject [FLAW | --list]\n".utf8)
    _ = unsafe usage.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    exit(64)
  }
}
