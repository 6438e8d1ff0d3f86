// SPDX-License-Identifier: Apache-2.0

/// A request up to its body.
struct RequestHead {
  var method: String
  /// The target in origin form: the path and the query as they were sent.
  var target: String
  /// False for HTTP/1.0.
  var isVersion11: Bool
  /// The fields in their order.
  var fields: [HeaderLine]

  func values(of name: String) -> [String] {
    fields.values(of: name)
  }
}

/// A header field as it arrived.
struct HeaderLine: Hashable, Sendable {
  /// The name in small letters.
  let name: String
  /// The value without white space around it.
  let value: String
  /// The bytes of the line, without its end.
  let bytes: [UInt8]
}

extension [HeaderLine] {
  func values(of name: String) -> [String] {
    let name = HTTPSyntax.lowercased(name)
    return filter { $0.name == name }.map(\.value)
  }
}

extension RequestHead {
  /// Where the body of a request ends.
  enum Framing: Hashable {
    case length(Int)
    case chunked
  }

  /// Finds where the body ends.
  ///
  /// A request that says it twice is refused, even where both say the same: two readers of it could
  /// disagree.
  ///
  /// Source: RFC 9112, sections 6.1 to 6.3.
  func framing(bodyBytesMax: Int) throws(RequestRefusal) -> Framing {
    let lengths = values(of: "content-length")
    let codings = values(of: "transfer-encoding")
    guard lengths.count + codings.count <= 1 else { throw .status(400) }
    if let coding = codings.first {
      guard isVersion11 else { throw .status(400) }
      guard HTTPSyntax.lowercased(coding) == "chunked" else { throw .status(501) }
      return .chunked
    }
    guard let length = lengths.first else { return .length(0) }
    guard !length.isEmpty, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .status(400)
    }
    guard let count = Int(length), count <= bodyBytesMax else { throw .status(413) }
    return .length(count)
  }

  /// Says whether the client waits for a word before it sends the body.
  ///
  /// Source: RFC 9110, section 10.1.1.
  func expectsContinue() throws(RequestRefusal) -> Bool {
    let expectations = values(of: "expect")
    guard isVersion11, !expectations.isEmpty else { return false }
    guard expectations.allSatisfy({ HTTPSyntax.lowercased($0) == "100-continue" }) else {
      throw .status(417)
    }
    return true
  }

  /// Makes sure that the request was meant for this machine.
  ///
  /// A page in a browser can reach loopback: under a foreign name that was made to point here, or
  /// as a foreign origin. Neither may write to the ledger.
  ///
  /// - Throws: 400 where the host is not said exactly once, 403 where it or the origin is not
  ///   loopback.
  func requireLoopback() throws(RequestRefusal) {
    let hosts = values(of: "host")
    guard hosts.count == 1 || hosts.isEmpty && !isVersion11 else { throw .status(400) }
    if let host = hosts.first, !Self.isLoopback(host) { throw .notServed(403) }
    for origin in values(of: "origin") {
      guard let host = ["http://", "https://"].firstNonNil({ Self.rest(of: origin, after: $0) }),
        Self.isLoopback(host)
      else { throw .notServed(403) }
    }
  }

  /// Says whether a host, with or without a port, is this machine.
  static func isLoopback(_ authority: some StringProtocol) -> Bool {
    let authority = HTTPSyntax.lowercased(authority)
    for name in ["127.0.0.1", "localhost", "[::1]"] {
      guard let rest = rest(of: authority, after: name) else { continue }
      if rest.isEmpty { return true }
      let port = rest.dropFirst()
      return rest.first == ":" && port.utf8.count <= 5
        && port.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
    return false
  }

  private static func rest(of text: String, after prefix: String) -> Substring? {
    text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
  }

  /// Turns a target in absolute form into origin form and takes the host from it.
  ///
  /// - Throws: 403 where that host is not loopback.
  ///
  /// Source: RFC 9112, section 3.2.2.
  mutating func useOriginForm() throws(RequestRefusal) {
    if target.hasPrefix("/") { return }
    guard HTTPSyntax.lowercased(target.prefix(7)) == "http://" else { throw .status(400) }
    let rest = target.dropFirst(7)
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    guard Self.isLoopback(host) else { throw .notServed(403) }
    let path = rest[host.endIndex...]
    fields.removeAll { $0.name == "host" }
    fields.append(
      HeaderLine(name: "host", value: String(host), bytes: Array("Host: \(host)".utf8))
    )
    target = path.hasPrefix("/") ? String(path) : "/\(path)"
  }
}

/// Why a request is not served.
enum RequestRefusal: Error, Hashable {
  /// It cannot be read: it is answered with a status, and its connection ends.
  case status(Int)
  /// It is not for this server: it is answered with a status, and its connection ends.
  case notServed(Int)
  /// The client closed the connection between two requests.
  case noRequest
}

extension Sequence {
  /// Returns what a function makes of the first element for which it makes something.
  fileprivate func firstNonNil<Result>(_ body: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = body(element) { return result }
    }
    return nil
  }
}
