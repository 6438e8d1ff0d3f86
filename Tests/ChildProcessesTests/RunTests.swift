// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Testing

struct RunTests {
  @Test(.timeLimit(.minutes(1)))
  func `a command's output and exit status are told`() throws {
    let finished = try ChildProcess.run(
      Command(["sh", "-c", "echo hi; exit 3"]),
      outputBytesMax: 100,
      timeLimit: .seconds(20)
    )
    #expect(finished.exit == .exited(3))
    #expect(finished.output == Array("hi\n".utf8))
    #expect(finished.leftProcesses == 0)
    #expect(!finished.timedOut)
  }
}
