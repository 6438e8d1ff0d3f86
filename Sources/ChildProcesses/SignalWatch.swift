// SPDX-License-Identifier: Apache-2.0

import CShims
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Takes signals that would end this process, and tells of each on a thread of its own.
///
/// There is one in a process at most. A signal that is ignored when the watch starts stays ignored.
package enum SignalWatch {
  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - signals: the numbers of the signals.
  ///   - handler: called with the number of each signal that arrives, one after the other.
  /// - Throws: the system's reason why signals cannot be watched.
  package static func start(
    _ signals: [Int32],
    handler: @escaping @Sendable (Int32) -> Void
  ) throws(SpawnError) {
    let pipe = try Descriptors.pipe()
    // A handler that waits would stop whatever thread it runs on.
    Descriptors.neverWait(pipe.writing)
    let isRunning = BackgroundThread.start {
      var buffer: [UInt8] = [0]
      while case .bytes = Descriptors.read(pipe.reading, into: &buffer) {
        handler(Int32(buffer[0]))
      }
    }
    guard isRunning else { throw .system(code: EAGAIN) }
    for signal in signals {
      let code = oncegate_signal_forward(signal, pipe.writing)
      guard code == 0 else { throw .system(code: code) }
    }
  }

  /// Ends this process by a signal, as if it had never been watched.
  package static func end(by signal: Int32) -> Never {
    oncegate_signal_default(signal)
    // In this thread, which may have it blocked: what the process gets may reach another thread, and end it
    // only after a while.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
    // Some signals end nobody.
    _exit(128 + signal)
  }
}
