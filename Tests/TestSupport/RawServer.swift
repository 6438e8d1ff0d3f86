// SPDX-License-Identifier: Apache-2.0

import Foundation
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server that reads whole requests on loopback and writes back the bytes that the test says.
package final class RawServer: Sendable {
  package enum Reply: Sendable {
    /// Writes these bytes and closes.
    case send(String)
    /// Writes these bytes and breaks the connection.
    case sendThenReset(String)
    /// Waits until the test releases it, then writes these bytes and closes.
    case hold(String)
    /// Writes these bytes at once, and closes only when the test releases it.
    case sendThenHold(String)
  }

  private struct State {
    var requests: [String] = []
    var isReleased = false
    var isClosed = false
  }

  package let port: UInt16
  private let listener: Int32
  private let isListening: Bool
  private let state = Monitor(State())
  private let reply: @Sendable (Int) -> Reply

  package var url: String { "http://127.0.0.1:\(port)/items" }

  /// Every request so far, as it came.
  package var requests: [String] { state.withLock { $0.requests } }

  /// Listens, or holds a port on which nothing listens.
  package init(isListening: Bool = true, _ reply: @escaping @Sendable (Int) -> Reply) throws {
    self.reply = reply
    self.isListening = isListening
    let listener = socket(AF_INET, Self.stream, 0)
    self.listener = listener
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = Self.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port: UInt16? = withUnsafeMutableBytes(of: &address) { bytes in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        bind(listener, pointer, size) == 0, getsockname(listener, pointer, &size) == 0
      else { return nil }
      return bytes.loadUnaligned(as: sockaddr_in.self).sin_port.bigEndian
    }
    guard let port, !isListening || listen(listener, 64) == 0 else { throw POSIXError(.EIO) }
    self.port = port
    if isListening { Thread.detachNewThread { self.accept() } }
  }

  /// Lets every held answer go, now and later.
  package func release() { state.withLock { $0.isReleased = true } }

  /// Waits until so many requests have come.
  package func waitForRequests(_ count: Int) {
    state.wait { state -> Void? in state.requests.count >= count ? () : nil }
  }

  /// Stops; call it at the end of a test.
  package func close() {
    state.withLock {
      $0.isReleased = true
      $0.isClosed = true
    }
    // The thread that accepts closes its own socket: its number could be another server's already.
    guard isListening else { return systemClose(listener) }
    let wake = socket(AF_INET, Self.stream, 0)
    var address = Self.loopback(port)
    _ = withUnsafeBytes(of: &address) { bytes in
      connect(
        wake,
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      )
    }
    systemClose(wake)
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private func accept() {
    while true {
      let connection = systemAccept(listener)
      if state.withLock({ $0.isClosed }) || connection < 0 {
        systemClose(connection)
        return systemClose(listener)
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      Thread.detachNewThread { self.serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    defer { systemClose(connection) }
    guard let request = readRequest(connection) else { return }
    let number = state.withLock { state -> Int in
      state.requests.append(request)
      return state.requests.count - 1
    }
    switch reply(number) {
    case .send(let text): write(text, connection)
    case .hold(let text):
      state.wait { state -> Void? in state.isReleased ? () : nil }
      write(text, connection)
    case .sendThenHold(let text):
      write(text, connection)
      state.wait { state -> Void? in state.isReleased ? () : nil }
    case .sendThenReset(let text):
      write(text, connection)
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
  }

  private func readRequest(_ connection: Int32) -> String? {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer[..<count]
      let text = String(decoding: received, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let header = text[..<end.lowerBound].lowercased()
      let length = header.components(separatedBy: "content-length: ").dropFirst().first
        .flatMap { Int($0.prefix(while: \.isNumber)) }
      if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
    }
  }

  private func write(_ text: String, _ connection: Int32) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
      let flags: Int32 = 0
      #else
      let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
private func systemClose(_ descriptor: Int32) { close(descriptor) }

/// A whole HTTP answer.
package func http(_ status: String, _ body: String = "", headers: [String] = []) -> String {
  let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
  return (lines + ["Connection: close", "", body]).joined(separator: "\r\n")
}
