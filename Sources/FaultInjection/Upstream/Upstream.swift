// SPDX-License-Identifier: Apache-2.0

/// The address of a real server on this machine, such as `http://127.0.0.1:3000`.
///
/// Another machine is refused: what is tried out here loses answers and repeats writes.
public struct Upstream: Sendable, Hashable {
  /// Where the server listens, in the order in which it is tried.
  enum Host: String, Sendable, Hashable {
    case version4 = "127.0.0.1"
    case version6 = "[::1]"
    case localhost

    /// The addresses that it stands for; nobody is asked for a name.
    var families: [Sockets.Family] {
      switch self {
      case .version4: [.version4]
      case .version6: [.version6]
      case .localhost: [.version4, .version6]
      }
    }
  }

  /// Why a text is no address of a server on this machine.
  public enum Flaw: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case otherScheme
    case otherHost
    case badPort
    case hasMore

    /// What is wrong, as a fragment of a sentence without the text itself, which may hold a secret.
    public var description: String {
      switch self {
      case .otherScheme: "expected http://, as a server on this machine is spoken to"
      case .otherHost: "expected a server on this machine: 127.0.0.1, [::1] or localhost"
      case .badPort: "expected a port from 1 to 65535 behind the host's colon"
      case .hasMore: "expected nothing behind host and port; paths go on as they arrive"
      }
    }
  }

  let host: Host
  /// The port that the server listens on.
  public let port: UInt16

  /// Reads an address.
  ///
  /// - Parameter text: the scheme `http`, a loopback host and a port, such as `http://127.0.0.1:3000`.
  /// - Throws: what is wrong with the text.
  public init(_ text: String) throws(Flaw) {
    let scheme = "http://"
    guard HTTPSyntax.lowercased(text.prefix(scheme.count)) == scheme else { throw .otherScheme }
    var rest = text.dropFirst(scheme.count)
    if rest.hasSuffix("/") { rest.removeLast() }
    guard !rest.contains(where: { "/?#@".contains($0) }) else { throw .hasMore }
    let authority = HTTPSyntax.lowercased(rest)
    let hosts: [Host] = [.version4, .version6, .localhost]
    guard
      let host = hosts.first(where: {
        authority == $0.rawValue || authority.hasPrefix("\($0.rawValue):")
      })
    else { throw .otherHost }
    self.host = host
    let digits = authority.dropFirst(host.rawValue.count).dropFirst()
    guard authority != host.rawValue else {
      port = 80
      return
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(digits),
      port > 0
    else { throw .badPort }
    self.port = port
  }

  /// The host and the port, as a Host field names them.
  package var authority: String { "\(host.rawValue):\(port)" }
  /// The address, without a slash behind it.
  package var url: String { "http://\(authority)" }
}

/// Why a real server gave no answer that can be passed on.
public enum UpstreamFailure: Error, Hashable, Sendable, CaseIterable {
  /// Nothing took the connection.
  case unreachable
  /// The connection ended before the answer was whole.
  case endedEarly
  /// What came is no HTTP/1.1 answer, or frames its body in two ways.
  case malformed
  /// The answer is larger than `Limits` allow.
  case tooLarge
  /// The answer was not whole when the time was over.
  case tooSlow
}
