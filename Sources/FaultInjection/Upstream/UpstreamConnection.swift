// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A connection to a real server for one exchange; what is sent, and when, is the caller's.
///
/// It belongs to one thread. It is closed by `close`, and nobody else closes it.
package final class UpstreamConnection {
  let descriptor: Int32
  private let deadline: ContinuousClock.Instant
  private var reader: RequestReader

  /// Connects.
  ///
  /// - Parameters:
  ///   - upstream: where to.
  ///   - limits: how large the answer may be, and how long everything may take from now on.
  /// - Throws: `unreachable` where nothing takes the connection.
  package init(to upstream: Upstream, limits: Limits = .default) throws(UpstreamFailure) {
    let deadline = ContinuousClock.now + limits.upstreamDeadline
    let descriptor = upstream.host.families.lazy.compactMap {
      Sockets.connected(toLoopback: upstream.port, $0, until: deadline)
    }.first
    guard let descriptor else { throw .unreachable }
    self.descriptor = descriptor
    self.deadline = deadline
    var limits = limits
    limits.bodyBytesMax = limits.upstreamBodyBytesMax
    reader = RequestReader(descriptor, limits: limits)
    reader.deadline = deadline
  }

  /// Ends the connection.
  package func close() { Sockets.closeDescriptor(descriptor) }

  /// Sends bytes, and returns false where the server takes no more; it may have answered all the same.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    Sockets.sendAll(descriptor, bytes, until: deadline)
  }

  /// Tells the server that nothing more comes.
  package func endSending() { Sockets.endSending(descriptor) }

  /// Says whether the server has sent something, or has ended the connection.
  package var hasSomething: Bool {
    Sockets.wait(for: [(descriptor: descriptor, events: POLLIN)], until: .now)[0] != 0
  }

  /// Reads the answer.
  ///
  /// - Parameter isToHead: whether the request was a HEAD, whose answer has no body.
  /// - Returns: the whole answer.
  /// - Throws: why there is none.
  package func answer(isToHead: Bool = false) throws(UpstreamFailure) -> UpstreamAnswer {
    do throws(RequestRefusal) {
      return try reader.answer(isToHead: isToHead)
    } catch {
      switch error {
      case .status(408): throw .tooSlow
      case .status(413), .status(431): throw .tooLarge
      case .noRequest: throw .endedEarly
      default: throw reader.isAtEnd ? .endedEarly : .malformed
      }
    }
  }
}
