// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Everything that this process has started, directly or not.
package enum ProcessTree {
  /// Declares that nothing but this module starts and awaits processes here.
  ///
  /// On Linux this process then adopts its descendants' orphans, so that each is found, also one whose
  /// environment holds no token. It is called before the first process is started. Whoever else waits
  /// for children would meet children that it does not know.
  package static func ownEveryChild() {
    ProcessPlatform.adoptOrphans()
    Supervisor.shared.post(.ownEveryChild)
  }

  /// Kills and reaps all descendants of this process; from then on none can be started.
  ///
  /// It returns when none is left, and at the latest after `ChildProcess.killTimeMax`.
  package static func killEverything() {
    let done = Monitor(false)
    Supervisor.shared.post(.killEverything(reply: done))
    _ = done.wait(atMost: ChildProcess.killTimeMax) { $0 ? true : nil }
  }
}
