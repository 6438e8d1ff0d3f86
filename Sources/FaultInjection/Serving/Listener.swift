// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A bound port, and the thread that accepts its connections.
final class Listener: Sendable {
  private enum Phase: Hashable {
    case bound
    case listening
    case stopping
    case closed
  }

  let port: UInt16
  private let descriptor: Int32
  private let wake: (read: Int32, write: Int32)
  private let phase = Monitor(Phase.bound)
  private let threads = ThreadCount()

  /// How long a connection that cannot be accepted for want of descriptors is left alone.
  private static let wantOfDescriptors = Duration.milliseconds(10)

  init(port: UInt16) throws(Sockets.Failure) {
    descriptor = try Sockets.boundToLoopback(port: port)
    do throws(Sockets.Failure) {
      self.port = try Sockets.port(of: descriptor)
      wake = try Sockets.pipe()
    } catch {
      Sockets.closeDescriptor(descriptor)
      throw error
    }
  }

  /// Begins to accept, and hands every connection over.
  ///
  /// - Parameter connected: takes a connection's descriptor, which it owns from then on.
  /// - Returns: false where the port has been listened on before.
  /// - Throws: the call that failed.
  func listen(
    _ connected: @escaping @Sendable (Int32) -> Void
  ) throws(Sockets.Failure) -> Bool {
    try phase.withLock { phase throws(Sockets.Failure) in
      guard phase == .bound else { return false }
      try Sockets.startListening(descriptor)
      guard threads.start({ [self] in accept(connected) }) else {
        throw Sockets.Failure(call: "pthread_create", code: EAGAIN)
      }
      phase = .listening
      return true
    }
  }

  private func accept(_ connected: (Int32) -> Void) {
    while true {
      let found = Sockets.wait(
        for: [
          (descriptor: descriptor, events: POLLIN), (descriptor: wake.read, events: POLLIN),
        ],
        until: nil
      )
      if found[1] != 0 { return }
      guard let connection = Sockets.nextConnection(on: descriptor) else {
        // The client is gone already, or there are no descriptors left and trying at once would
        // spin.
        let until = ContinuousClock.now + Self.wantOfDescriptors
        _ = Sockets.wait(for: [(descriptor: wake.read, events: POLLIN)], until: until)
        continue
      }
      connected(connection)
    }
  }

  /// Stops accepting, and returns when nothing is accepted any more.
  func stop() {
    let isFirst = phase.withLock { phase in
      guard phase == .bound || phase == .listening else { return false }
      phase = .stopping
      return true
    }
    if isFirst { Sockets.wake(wake.write) }
    threads.waitForNone()
  }

  /// Gives the port back; nothing may be accepting any more.
  func closeAll() {
    let isFirst = phase.withLock { phase in
      guard phase == .stopping else { return false }
      phase = .closed
      return true
    }
    guard isFirst else { return }
    // A child that is being started may have the descriptor for a moment, and would go on to listen.
    Sockets.endBoth(descriptor)
    for end in [descriptor, wake.read, wake.write] { Sockets.closeDescriptor(end) }
  }
}
