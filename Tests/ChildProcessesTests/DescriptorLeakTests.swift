// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct DescriptorLeakTests {
  @Test(.timeLimit(.minutes(30)))
  func `no descriptor is left open after many commands, good and bad`() async {
    // In a process of its own, because tests beside this one open descriptors too.
    await #expect(processExitsWith: .exitCode(0)) {
      let works = { () throws in
        _ = try run("echo hi; cat", input: .bytes([1, 2, 3]))
        _ = try run("sleep 1000 & :")
        _ = try? ChildProcess.start(Command(["/nowhere/nothing"]), output: .collect(bytesMax: 1))
        _ = try? ChildProcess.start(Command(["/dev/null"]), input: .interactive)
      }
      // The supervising thread opens what it keeps.
      try works()
      let before = openDescriptors()
      let probe = open("/dev/null", O_RDONLY)
      // Otherwise the counter counts nothing and the test proves nothing.
      guard openDescriptors() == before + 1 else { exit(2) }
      close(probe)
      for _ in 0..<4 { try works() }
      exit(openDescriptors() == before ? 0 : 1)
    }
  }
}

/// How many descriptors of this process are open.
func openDescriptors() -> Int {
  (0..<1024).filter { fcntl(Int32($0), F_GETFD) != -1 }.count
}
