// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An HTTP/1.1 server on loopback that records writes once per key and fails on request.
///
/// A server begins with its port bound and nobody listening, so that connections are refused. It
/// serves from `listen` to `stop`, each connection on a thread of its own; when it goes, it stops
/// by itself.
public final class FaultServer: Sendable {
  /// The port on 127.0.0.1.
  public let port: UInt16
  private let core: ServerCore
  private let listener: Listener

  /// Binds a port, without listening.
  ///
  /// - Parameters:
  ///   - ledger: what was delivered and recorded.
  ///   - profile: how keys are treated.
  ///   - upstream: a real server that does the work, and whose answers faults act on; then the ledger counts
  ///     deliveries and holds no record. Nothing where the ledger does the work.
  ///   - script: which fault meets which delivery of a key.
  ///   - port: the port, or 0 for one that the system chooses.
  ///   - limits: bounds of everything that a client could make grow.
  ///   - observer: is told every event, in order, one at a time, and must not stop the server.
  ///   - currentSecond: the time in seconds since 1970, which key lifetimes are measured with.
  /// - Throws: an error where the port cannot be bound or the profile has a flaw.
  public init(
    ledger: Ledger,
    profile: Profile = .default,
    upstream: Upstream? = nil,
    script: FaultScript = .none,
    port: UInt16 = 0,
    limits: Limits = .default,
    observer: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    currentSecond: @escaping @Sendable () -> Int64 = FaultServer.secondOfSystem
  ) throws(FaultServerError) {
    if let flaw = profile.flaws.first { throw .badProfile(flaw) }
    do {
      listener = try Listener(port: port)
    } catch {
      switch error.code {
      case EADDRINUSE: throw .portInUse(port)
      case EACCES: throw .portForbidden(port)
      default: throw .system(call: error.call, code: error.code)
      }
    }
    self.port = listener.port
    if let upstream, upstream.host != .version6, upstream.port == listener.port {
      listener.stop()
      listener.closeAll()
      throw .upstreamIsThisServer(port: upstream.port)
    }
    core = ServerCore(
      ledger: ledger,
      profile: profile,
      upstream: upstream,
      script: script,
      limits: limits,
      currentSecond: currentSecond,
      observer: observer
    )
  }

  deinit { stop() }

  /// The address of the first endpoint, such as `http://127.0.0.1:8081/items`.
  public var url: String {
    let path = core.profile.endpoints[0].path.map { $0 == "*" ? "1" : String($0) }.joined()
    return "http://127.0.0.1:\(port)\(path)"
  }

  /// Changes which fault meets which delivery; deliveries that have arrived keep theirs.
  public func setScript(_ script: FaultScript) { core.setScript(script) }

  /// Changes which fault meets which delivery of one key, whatever the others meet.
  ///
  /// - Parameters:
  ///   - script: the faults of that key, or nothing where it is treated as every other one.
  ///   - key: the key, without quotes.
  public func setScript(_ script: FaultScript?, forKey key: String) {
    core.setScript(script, forKey: key)
  }

  /// Accepts connections from now on.
  ///
  /// - Throws: an error where the server listens already, was stopped, or the system refuses.
  public func listen() throws(FaultServerError) {
    let core = core
    do {
      let isStarted = try listener.listen { descriptor in core.serve(descriptor) }
      guard isStarted else { throw FaultServerError.notReady }
    } catch let error as Sockets.Failure {
      throw .system(call: error.call, code: error.code)
    } catch {
      throw .notReady
    }
  }

  /// Lets every held delivery go on.
  public func releaseHeld() { core.holds.releaseAll() }

  /// Closes the port and every connection, and returns when no thread of the server is left.
  ///
  /// A delivery that is held or waits is not answered. A second call changes nothing. The observer
  /// must not call it: it runs on a thread that is waited for.
  public func stop() {
    listener.stop()
    core.stop()
    listener.closeAll()
  }

  /// The time of the system's clock in seconds since 1970.
  public static let secondOfSystem: @Sendable () -> Int64 = { Int64(time(nil)) }
}
