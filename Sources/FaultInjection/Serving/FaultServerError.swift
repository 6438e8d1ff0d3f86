// SPDX-License-Identifier: Apache-2.0

/// Why a fault server cannot serve.
public enum FaultServerError: Error, Hashable, CustomStringConvertible {
  /// Another program listens on the port.
  case portInUse(UInt16)
  /// The port may not be used without special rights.
  case portForbidden(UInt16)
  /// A system call failed, with its error number.
  case system(call: String, code: Int32)
  /// The profile asks for something that no server could do.
  case badProfile(Profile.Flaw)
  /// The server listens already, or was stopped.
  case notReady
  /// The real server would be this one, which would pass everything on to itself.
  case upstreamIsThisServer(port: UInt16)
  /// The ledger cannot be used.
  case ledger(LedgerError)

  /// What is wrong, as a fragment of a sentence.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port) is in use by another program; stop it or choose another port"
    case .portForbidden(let port): "port \(port) needs special rights; choose one above 1023"
    case .system(let call, let code): "cannot serve: '\(call)' failed with error \(code)"
    case .badProfile(let flaw): "profile: \(flaw)"
    case .notReady: "the server listens already, or was stopped"
    case .upstreamIsThisServer(let port):
      "port \(port) is the one that this server listens on; name the port of your own server"
    case .ledger(let error): error.description
    }
  }
}
