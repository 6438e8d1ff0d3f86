// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where the queue sends to: `http://ADDRESS:PORT/PATH` with an IPv4 address.
struct Endpoint {
  let host: String
  let port: UInt16
  let path: String

  /// Reads the address, or nothing where the text is something else.
  init?(_ url: String) {
    let scheme = "http://"
    guard url.hasPrefix(scheme) else { return nil }
    let rest = url.dropFirst(scheme.count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let parts = rest[..<slash].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
    host = String(parts[0])
    self.port = port
    path = slash == rest.endIndex ? "/" : String(rest[slash...])
  }

  /// Opens a connection, or nothing where nobody answers.
  func connect() -> Int32? {
    #if canImport(Darwin)
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1,
      connect(descriptor, to: address)
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private func connect(_ descriptor: Int32, to address: sockaddr_in) -> Bool {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        #if canImport(Darwin)
        unsafe Darwin.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        #else
        unsafe Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        #endif
      }
    }
  }
}
