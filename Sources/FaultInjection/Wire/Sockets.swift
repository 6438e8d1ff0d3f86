// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system calls on sockets, with their results as values.
///
/// No descriptor is owned here: whoever opened one closes it, once.
enum Sockets {
  /// A failed system call.
  struct Failure: Error, Hashable {
    let call: String
    let code: Int32
  }

  enum Received: Hashable {
    case bytes(Int)
    case end
    case nothingYet
    case failed
  }

  #if canImport(Darwin)
  static let stream = SOCK_STREAM
  private static let noSignal: Int32 = 0
  #else
  static let stream = Int32(SOCK_STREAM.rawValue)
  private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
  private static let dontWait = Int32(MSG_DONTWAIT)

  // MARK: - Listening

  /// Returns a socket that is bound to 127.0.0.1 and does not listen.
  ///
  /// - Parameter port: the port, or 0 for one that the system chooses.
  /// - Returns: the descriptor.
  /// - Throws: the call that failed.
  static func boundToLoopback(port: UInt16) throws(Failure) -> Int32 {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    do throws(Failure) {
      try require("fcntl", fcntl(descriptor, F_SETFD, FD_CLOEXEC))
      // A chosen port may still have connections of an earlier server that wait for late packets. A
      // port of the system's choice must not be shared with another socket that does not listen
      // yet.
      if port != 0 { try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1 as Int32) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          unsafe bind(descriptor, generic, size)
        }
      }
      try require("bind", code)
      return descriptor
    } catch {
      closeDescriptor(descriptor)
      throw error
    }
  }

  /// Returns the port that a socket is bound to.
  static func port(of descriptor: Int32) throws(Failure) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe getsockname(descriptor, generic, &size)
      }
    }
    try require("getsockname", code)
    return UInt16(bigEndian: address.sin_port)
  }

  /// Lets connections be made to a bound socket.
  static func startListening(_ descriptor: Int32) throws(Failure) {
    // Accepting must not block: the client may be gone between the poll and the call.
    let flags = fcntl(descriptor, F_GETFL)
    try require("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
    // Connections inherit it: on Linux one that waits for late packets would keep the port from the next
    // server otherwise. From now on nobody can share the port.
    try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1 as Int32)
    try require("listen", listen(descriptor, SOMAXCONN))
  }

  /// Returns a new connection, or nothing where there is none at this moment.
  static func nextConnection(on listener: Int32) -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    // A child that is started meanwhile inherits it; who starts children closes what they inherit.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // On Darwin it has the listener's flag; every call here says itself that it does not wait.
    disableDelay(descriptor)
    return descriptor
  }

  /// Lets bytes go out as they are written, and lets an end be an error and no signal.
  static func disableDelay(_ descriptor: Int32) {
    try? setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1 as Int32)
    #if canImport(Darwin)
    try? setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1 as Int32)
    #endif
  }

  // MARK: - Bytes

  /// Receives into a buffer's end, without waiting.
  static func receive(
    _ descriptor: Int32,
    into buffer: inout [UInt8],
    atMost countMax: Int
  ) -> Received {
    while true {
      var count = -1
      var code: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: countMax) { space, filled in
        unsafe count = recv(descriptor, space.baseAddress, countMax, dontWait)
        code = errno
        filled = max(0, count)
      }
      if count > 0 { buffer += bytes }
      if count >= 0 { return count == 0 ? .end : .bytes(count) }
      if code == EINTR { continue }
      return code == EAGAIN || code == EWOULDBLOCK ? .nothingYet : .failed
    }
  }

  /// Sends everything, and returns false where the other side does not take it in time.
  static func sendAll(
    _ descriptor: Int32,
    _ bytes: [UInt8],
    until deadline: ContinuousClock.Instant
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = send(descriptor, rest) else { return false }
      rest = rest.dropFirst(count)
      if count > 0 { continue }
      guard ContinuousClock.now < deadline else { return false }
      _ = wait(for: [(descriptor: descriptor, events: POLLOUT)], until: deadline)
    }
    return true
  }

  /// Sends what the system takes at this moment, and returns how much that was, or nothing on
  /// failure.
  static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeBytes { space in
        #if canImport(Darwin)
        unsafe Darwin.send(descriptor, space.baseAddress, space.count, noSignal | dontWait)
        #else
        unsafe Glibc.send(descriptor, space.baseAddress, space.count, noSignal | dontWait)
        #endif
      }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }
  }

  // MARK: - Waiting

  /// Waits until one of the descriptors has one of its events, and returns what each has.
  ///
  /// - Parameters:
  ///   - watched: descriptors with the events of `poll` that are waited for.
  ///   - deadline: when the waiting ends, or nothing where it does not.
  /// - Returns: the events in the same order; none at all where the time is over.
  static func wait(
    for watched: [(descriptor: Int32, events: Int32)],
    until deadline: ContinuousClock.Instant?
  ) -> [Int32] {
    var entries = watched.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
    while true {
      let milliseconds = deadline.map { millisecondsLeft(until: $0) } ?? -1
      let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
      if count < 0, errno == EINTR { continue }
      return entries.map { Int32($0.revents) }
    }
  }

  private static func millisecondsLeft(until deadline: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = (deadline - ContinuousClock.now).components
    // Rounded up, so that the last part of a millisecond is not spent in a loop.
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return Int32(clamping: max(0, milliseconds))
  }

  /// Returns the two ends of a pipe, the one to read first.
  static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
    try require("pipe", unsafe Darwin.pipe(&ends))
    #else
    try require("pipe", unsafe Glibc.pipe(&ends))
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Makes the reading end of a pipe readable.
  static func wake(_ end: Int32) {
    let byte: UInt8 = 0
    // One byte always fits: nobody wakes the same pipe twice.
    _ = unsafe withUnsafePointer(to: byte) { pointer in unsafe write(end, pointer, 1) }
  }

  // MARK: - Ending

  /// Makes closing send a reset in place of an orderly end, and drop what was not sent yet.
  static func resetOnClose(_ descriptor: Int32) {
    try? setOption(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  /// Tells the client that nothing more comes.
  static func endSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes a connection's thread see an end where it waits for bytes; an answer can still be sent.
  static func endReceiving(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RD)) }

  /// Ends a connection in both directions, which wakes the thread that waits on it.
  static func endBoth(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  // MARK: - Results

  private static func setOption<Value>(
    _ descriptor: Int32,
    _ level: Int32,
    _ option: Int32,
    _ value: Value
  ) throws(Failure) {
    var value = value
    let size = socklen_t(MemoryLayout<Value>.size)
    let code = unsafe withUnsafePointer(to: &value) { pointer in
      unsafe setsockopt(descriptor, level, option, pointer, size)
    }
    try require("setsockopt", code)
  }

  private static func require(_ call: String, _ code: Int32) throws(Failure) {
    guard code >= 0 else { throw failure(call) }
  }

  private static func failure(_ call: String) -> Failure { Failure(call: call, code: errno) }
}
