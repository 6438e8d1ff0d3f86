// SPDX-License-Identifier: Apache-2.0

import CShims
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a case's process does first, so that nothing that it starts outlives it or its runner.
package enum CaseProcess {
  /// How often the runner is looked for where the system does not tell that it is gone.
  static let parentCheckMilliseconds: Int32 = 1000
  /// What a case's process is asked to end with.
  package static let endSignals = [SIGTERM, SIGINT, SIGHUP]

  /// Adopts orphans, forbids core dumps, ends on a signal, and ends when the runner is gone.
  ///
  /// In each case everything that the process has started is killed first. It is called once, before
  /// any other thread exists.
  ///
  /// - Parameters:
  ///   - lifeline: a descriptor that writes to the runner; its reader's end is the runner's end.
  ///   - whenAskedToStop: called at the first signal in place of ending, for a process that then ends by
  ///     itself; the second signal ends it.
  package static func prepare(
    lifeline: Int32 = STDOUT_FILENO,
    whenAskedToStop: (@Sendable () -> Void)? = nil
  ) {
    oncegate_forbid_core_dumps()
    ProcessTree.ownEveryChild()
    // A lifeline that is gone tells by its error, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    // Where signals cannot be watched, they end the process as ever, and the runner does the rest.
    let wasAsked = Monitor(false)
    try? SignalWatch.start(endSignals) { signal in
      let isFirst = wasAsked.withLock { wasAsked in
        defer { wasAsked = true }
        return !wasAsked
      }
      guard isFirst, let whenAskedToStop else { end(status: 128 + signal) }
      whenAskedToStop()
    }
    let parent = getppid()
    _ = BackgroundThread.start {
      waitUntilGone(lifeline, parent: parent)
      end(status: 128 + SIGTERM)
    }
  }

  private static func end(status: Int32) -> Never {
    // Another thread may see its client die now, and must not take that for a broken promise.
    if let nothing = try? Descriptors.openNothing() { dup2(nothing, STDOUT_FILENO) }
    ProcessTree.killEverything()
    _exit(status)
  }

  /// Waits until nobody reads the pipe any more or the parent has ended.
  private static func waitUntilGone(_ lifeline: Int32, parent: pid_t) {
    var descriptors = [pollfd(fd: lifeline, events: 0, revents: 0)]
    while getppid() == parent {
      let count = unsafe poll(&descriptors, 1, parentCheckMilliseconds)
      if count > 0 && Int32(descriptors[0].revents) & (POLLERR | POLLHUP) != 0 { return }
      // What cannot be polled never says a word; the parent alone is looked at.
      if count > 0 { descriptors[0].fd = -1 }
    }
  }
}
