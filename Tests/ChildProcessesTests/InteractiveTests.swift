// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Locking
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Processes that are spoken to line by line, and whose end is waited for beside other things.
struct InteractiveTests {
  private func start(_ script: String, bytesMax: Int = 1000) throws -> ChildProcess {
    try ChildProcess.start(
      shell(script),
      input: .interactive,
      output: .collect(bytesMax: bytesMax)
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `lines go in and out in step`() throws {
    let process = try start("while read -r line; do echo \"got $line\"; done; exit 6")
    for word in ["one", "two", "three"] {
      #expect(process.write(line: word.utf8))
      #expect(
        process.readLine(atMost: .seconds(30), bytesMax: 100) == .line(Array("got \(word)".utf8))
      )
    }
    process.closeInput()
    #expect(process.readLine(atMost: .seconds(30), bytesMax: 100) == .ended)
    #expect(process.waitUntilEnded().exit == .exited(6))
    #expect(!process.write(line: "late".utf8))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a line that does not come in time is told`() throws {
    let process = try start("cat")
    #expect(process.readLine(atMost: .milliseconds(50), bytesMax: 100) == .timedOut)
    process.kill(SIGKILL)
    #expect(process.readLine(atMost: .seconds(30), bytesMax: 100) == .ended)
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["echo 12345; cat", "printf 12345; cat"])
  func `a line that is too long is told`(script: String) throws {
    let process = try start(script)
    #expect(process.readLine(atMost: .seconds(30), bytesMax: 4) == .tooLong)
    process.kill(SIGKILL)
  }

  @Test(.timeLimit(.minutes(30)))
  func `output without a line break that exceeds the limit is told`() throws {
    let process = try start("yes | tr -d '\\n'", bytesMax: 1000)
    #expect(process.readLine(atMost: .seconds(30), bytesMax: 100_000) == .tooLong)
    process.kill(SIGKILL)
  }

  @Test(.timeLimit(.minutes(30)))
  func `input is refused once too much of it waits`() throws {
    let process = try start("sleep 1000")
    let line = [UInt8](repeating: 7, count: ChildProcess.inputBytesMax / 2)
    #expect(process.write(line: line))
    #expect(process.write(line: line.dropFirst(64)))
    #expect(!process.write(line: line))
    process.kill(SIGKILL)
    #expect(process.waitUntilEnded().exit == .signalled(SIGKILL))
  }

  @Test(.timeLimit(.minutes(30)))
  func `the end is told to who listens, and he may start the next process`() throws {
    let ends = Monitor<[Exit?]>([])
    _ = try ChildProcess.start(shell("exit 7")) { finished in
      ends.withLock { $0.append(finished.exit) }
      _ = try? ChildProcess.start(shell("exit 8")) { finished in
        ends.withLock { $0.append(finished.exit) }
      }
    }
    let told = ends.wait { $0.count == 2 ? $0 : nil }
    #expect(told == [.exited(7), .exited(8)])
  }
}
