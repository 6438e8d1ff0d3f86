// SPDX-License-Identifier: Apache-2.0

#if os(Linux) && !ONCEGATE_PORTABLE
import ChildProcesses
import Glibc
import Locking
import Testing

/// Signals that a terminal sends to the group of this process while it is starting another one.
struct GroupSignalTests {
  @Test(.timeLimit(.minutes(30)), arguments: [SIGTSTP, SIGTTIN, SIGINT])
  func `a process that is just being started takes no signal of its parent's group`(
    number: Int32
  ) async {
    await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) { [number] in
      // Nobody else's group; and this process itself does not mind.
      setpgid(0, 0)
      signal(number, SIG_IGN)
      let isOver = Monitor(false)
      let isRunning = BackgroundThread.start {
        while !isOver.withLock({ $0 }) { kill(0, number) }
      }
      guard isRunning else { exit(2) }
      for _ in 0..<300 {
        // Where one takes such a signal, it ends by it, or it stops and this never returns.
        guard try run("exit 7").exit == .exited(7) else { exit(EXIT_FAILURE) }
      }
      isOver.withLock { $0 = true }
      exit(EXIT_SUCCESS)
    }
  }
}
#endif
