// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Testing

/// Each bound of a child's output lets pass what reaches it, and refuses one byte more.
struct OutputBoundTests {
  @Test(.timeLimit(.minutes(30)))
  func `bytes of a line`() throws {
    for (bytesMax, expected) in [(5, LineReading.line), (4, .tooLong)] {
      let process = try ChildProcess.start(
        shell("echo 12345; exec cat"),
        input: .interactive,
        output: .collect(bytesMax: 1000)
      )
      let found = process.readLine(atMost: .seconds(30), bytesMax: bytesMax)
      switch expected {
      case .line: #expect(found == .line(Array("12345".utf8)))
      case .tooLong: #expect(found == .tooLong)
      }
      process.closeInput()
      _ = process.waitUntilEnded()
    }
  }

  private enum LineReading {
    case line
    case tooLong
  }

  @Test(.timeLimit(.minutes(30)), arguments: [5, 4])
  func `bytes of all output`(bytesMax: Int) throws {
    let process = try ChildProcess.start(
      shell("printf 12345"),
      output: .collect(bytesMax: bytesMax)
    )
    let finished = process.waitUntilEnded()
    #expect(finished.exit == .exited(0))
    #expect(finished.output == Array("12345".utf8.prefix(bytesMax)))
    #expect(finished.outputOverflowed == (bytesMax == 4))
  }

  @Test(.timeLimit(.minutes(30)))
  func `bytes of output that a process may write before it is killed`() throws {
    let fits = try ChildProcess.start(shell("printf 12345"), output: .collectOrKill(bytesMax: 5))
      .waitUntilEnded()
    #expect(fits.exit == .exited(0) && !fits.outputOverflowed)
    let beyond = try ChildProcess.start(
      shell("printf 123456; sleep 1000"),
      output: .collectOrKill(bytesMax: 5)
    ).waitUntilEnded()
    #expect(beyond.outputOverflowed && beyond.output == Array("12345".utf8))
  }
}
