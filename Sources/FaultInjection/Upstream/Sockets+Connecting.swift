// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Sockets {
  /// The two ways to reach this machine.
  enum Family: Hashable, Sendable {
    case version4
    case version6
  }

  /// Connects to a port on loopback, or returns nothing where that fails.
  ///
  /// - Parameters:
  ///   - port: the port.
  ///   - family: which of the loopback addresses.
  ///   - deadline: when the attempt ends.
  /// - Returns: the descriptor, which does not wait by itself.
  static func connected(
    toLoopback port: UInt16,
    _ family: Family,
    until deadline: ContinuousClock.Instant
  ) -> Int32? {
    let descriptor = socket(family == .version4 ? AF_INET : AF_INET6, stream, 0)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    disableDelay(descriptor)
    if begin(descriptor, port, family) || errno == EINPROGRESS && isConnected(descriptor, deadline)
    {
      return descriptor
    }
    closeDescriptor(descriptor)
    return nil
  }

  private static func begin(_ descriptor: Int32, _ port: UInt16, _ family: Family) -> Bool {
    switch family {
    case .version4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return begin(descriptor, &address)
    case .version6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
        unsafe bytes[bytes.count - 1] = 1
      }
      return begin(descriptor, &address)
    }
  }

  private static func begin<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
    let size = socklen_t(MemoryLayout<Address>.size)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe connect(descriptor, generic, size) == 0
      }
    }
  }

  /// Waits for the end of an attempt to connect.
  private static func isConnected(
    _ descriptor: Int32,
    _ deadline: ContinuousClock.Instant
  ) -> Bool {
    let found = wait(for: [(descriptor: descriptor, events: POLLOUT)], until: deadline)
    guard found[0] != 0 else { return false }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
      return false
    }
    return code == 0
  }
}
