// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct RunTests {
  @Test(.timeLimit(.minutes(30)))
  func `output and exit status are told`() throws {
    let finished = try run("echo hi; exit 3")
    #expect(finished.exit == .exited(3))
    #expect(finished.text == "hi\n")
    #expect(finished.leftProcesses == 0)
    #expect(!finished.timedOut)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [SIGKILL, SIGTERM, SIGILL, SIGTRAP, SIGSEGV])
  func `a process that a signal ends is told from one that exits`(signal: Int32) throws {
    let finished = try run("kill -\(signal) $$")
    #expect(finished.exit == .signalled(signal))
    #expect(finished.exit?.isTrap == (signal == SIGILL || signal == SIGTRAP))
  }

  @Test(.timeLimit(.minutes(30)))
  func `three megabytes on each pipe arrive without a deadlock`() throws {
    let finished = try run(
      "head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2",
      outputBytesMax: 4_000_000
    )
    #expect(finished.exit == .exited(0))
    #expect(finished.output.count == 3_000_000)
    #expect(!finished.outputOverflowed)
  }

  @Test(.timeLimit(.minutes(30)))
  func `input arrives whole and ends`() throws {
    let bytes = [UInt8](repeating: 7, count: 1_000_000)
    let finished = try run("cat", input: .bytes(bytes), outputBytesMax: 2_000_000)
    #expect(finished.output == bytes)
  }

  @Test(.timeLimit(.minutes(30)))
  func `input that nobody reads blocks nobody`() throws {
    let finished = try run("exit 4", input: .bytes([UInt8](repeating: 7, count: 1_000_000)))
    #expect(finished.exit == .exited(4))
  }

  @Test(.timeLimit(.minutes(30)))
  func `without input the standard input is at its end`() throws {
    #expect(try run("cat; echo end").text == "end\n")
  }

  @Test(.timeLimit(.minutes(30)))
  func `output beyond the limit is dropped and does not stop the process`() throws {
    let finished = try run("head -c 5000000 /dev/zero; exit 5", outputBytesMax: 10)
    #expect(finished.exit == .exited(5))
    #expect(finished.output.count == 10)
    #expect(finished.outputOverflowed)
  }

  @Test(.timeLimit(.minutes(30)))
  func `endless output is kept within the limit until the time is over`() throws {
    let finished = try run("yes", outputBytesMax: 1000, timeLimit: .milliseconds(300))
    #expect(finished.timedOut)
    #expect(finished.output.count == 1000)
  }

  @Test(.timeLimit(.minutes(30)))
  func `endless output kills where that is asked for`() throws {
    let process = try ChildProcess.start(shell("yes"), output: .collectOrKill(bytesMax: 1000))
    let finished = process.waitUntilEnded()
    #expect(finished.exit == .signalled(SIGKILL))
    #expect(finished.outputOverflowed)
    #expect(finished.output.count == 1000)
  }

  @Test(.timeLimit(.minutes(30)))
  func `who ignores the request to end is killed`() throws {
    let process = try ChildProcess.start(
      shell("trap '' TERM; echo ready; while :; do sleep 1; done"),
      output: .collect(bytesMax: 100)
    )
    #expect(process.readLine(atMost: .seconds(30), bytesMax: 100) == .line(Array("ready".utf8)))
    process.kill(SIGTERM)
    #expect(process.waitUntilEnded(atMost: .milliseconds(100)) == nil)
    process.kill(SIGKILL)
    #expect(process.waitUntilEnded().exit == .signalled(SIGKILL))
  }

  @Test(.timeLimit(.minutes(30)))
  func `who closes its output and hangs is told from who ends`() throws {
    let finished = try run("exec >&- 2>&-; sleep 1000", timeLimit: .milliseconds(300))
    #expect(finished.timedOut)
    #expect(finished.outputEndedEarly)
    #expect(finished.exit == .signalled(SIGKILL))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a kill after the end hits nobody`() throws {
    let process = try ChildProcess.start(shell("exit 0"))
    #expect(process.waitUntilEnded().exit == .exited(0))
    process.kill(SIGKILL)
    #expect(process.finished?.exit == .exited(0))
  }

  @Test(.timeLimit(.minutes(30)))
  func `whoever runs beside a command can kill it`() throws {
    let finished = try ChildProcess.run(
      shell("sleep 1000"),
      outputBytesMax: 0,
      timeLimit: .seconds(30)
    ) { $0.kill(SIGKILL) }
    #expect(finished.exit == .signalled(SIGKILL))
    #expect(!finished.timedOut)
  }
}
