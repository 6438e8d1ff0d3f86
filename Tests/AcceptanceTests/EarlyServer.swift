// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server that answers requests before their bodies are whole, apart from the first few.
final class EarlyServer: Sendable {
  let url: String
  private let listener: Int32

  init(wholeFirst count: Int) throws {
    #if canImport(Darwin)
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port: UInt16? = withUnsafeMutableBytes(of: &address) { bytes in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        bind(listener, pointer, size) == 0, listen(listener, 64) == 0,
        getsockname(listener, pointer, &size) == 0
      else { return nil }
      return bytes.loadUnaligned(as: sockaddr_in.self).sin_port.bigEndian
    }
    guard let port else { throw POSIXError(.EIO) }
    url = "http://127.0.0.1:\(port)"
    Thread.detachNewThread { Self.serve(listener, count) }
  }

  func close() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ listener: Int32, _ wholeFirst: Int) {
    var served = 0
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      served += 1
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      // A body ends in a brace; one that lacks its last byte has none at its end.
      while served > wholeFirst
        ? !String(decoding: received, as: UTF8.self).contains("\r\n\r\n") : received.last != 0x7d
      {
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        received += buffer[..<count]
      }
      let answer = Array(http("200 OK", #"{"id":1}"#).utf8)
      _ = send(connection, answer, answer.count, 0)
      shutdown(connection, Int32(SHUT_WR))
    }
  }
}
