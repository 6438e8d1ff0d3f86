// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A connection to a server under test, without any HTTP library between.
final class RawClient {
  /// What a client saw until its connection ended.
  struct Seen: Hashable, CustomStringConvertible {
    var bytes: [UInt8] = []
    var end = End.closed

    enum End: Hashable {
      case closed
      case reset
      case timedOut
      /// As many bytes as were asked for have come.
      case open
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var description: String { "\(end): \(text)" }

    var status: Int? {
      bytes.starts(with: "HTTP/1.1 ".utf8)
        ? Int(String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self)) : nil
    }

    /// What stands after the first empty line.
    var body: String {
      text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
    }
  }

  private var descriptor: Int32

  /// The longest that a test waits for a byte.
  private static let deadlineMilliseconds: Int32 = 20_000

  /// Connects, or returns nothing where the connection is refused.
  init?(port: UInt16, host: UInt32 = 0x7f00_0001) {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code != 0 {
      hangUp()
      return nil
    }
  }

  deinit { hangUp() }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends all, or as much as the server takes before it ends the connection.
  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { space in
        #if canImport(Darwin)
        Darwin.send(descriptor, space.baseAddress, space.count, 0)
        #else
        Glibc.send(descriptor, space.baseAddress, space.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads up to the end of the connection, or up to so many bytes.
  func read(atMost countMax: Int = .max) -> Seen {
    var seen = Seen()
    while seen.bytes.count < countMax {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Self.deadlineMilliseconds) > 0 else {
        seen.end = .timedOut
        return seen
      }
      var space = [UInt8](repeating: 0, count: min(65_536, countMax - seen.bytes.count))
      let count = recv(descriptor, &space, space.count, 0)
      if count == 0 { return seen }
      guard count > 0 else {
        seen.end = .reset
        return seen
      }
      seen.bytes += space.prefix(count)
    }
    seen.end = .open
    return seen
  }

  /// Reads one whole answer on a connection that stays open.
  func readAnswer() -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let seen = read(atMost: 1)
      if seen.bytes.isEmpty { break }
      bytes += seen.bytes
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let length = text.components(separatedBy: "\r\n")
      .first { $0.lowercased().hasPrefix("content-length: ") }
      .flatMap { Int($0.dropFirst(16)) }
    return text + read(atMost: length ?? 0).text
  }
}

/// Writes a request as a plain client would.
func request(
  _ body: String = #"{"title":"a"}"#,
  key: String? = "k1",
  method: String = "POST",
  path: String = "/items",
  fields: [String] = []
) -> String {
  var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"]
  if let key { lines.append("Idempotency-Key: \(key)") }
  lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] + fields
  return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// An answer as it stands on the wire.
func answer(
  _ statusLine: String,
  _ body: String,
  type: String = "application/json",
  fields: [String] = [],
  connection: String = "close"
) -> String {
  let lines =
    ["HTTP/1.1 \(statusLine)", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
    + fields + ["Connection: \(connection)", "", body]
  return lines.joined(separator: "\r\n")
}

func failure(_ statusLine: String, fields: [String] = []) -> String {
  answer(statusLine, #"{"error":"\#(statusLine.dropFirst(4))"}"#, fields: fields)
}

func success(
  id: Int = 1,
  attempts: Int = 1,
  count: Int = 1,
  fields: [String] = [],
  connection: String = "close"
) -> String {
  answer(
    "200 OK",
    #"{"id":\#(id),"attempts":\#(attempts),"record_count":\#(count)}"#,
    fields: fields,
    connection: connection
  )
}
