// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What happens to everything that a process has started when it ends itself.
///
/// Each of them ends or uses up its process, and so has one of its own.
struct ProcessTreeTests {
  /// Takes the process IDs that a process has told on its output.
  private func processIDs(_ output: [UInt8]) -> [Int32] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
  }

  @Test(.timeLimit(.minutes(30)))
  func `killing everything leaves nothing and starts nothing`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(0),
      observing: [\.standardOutputContent]
    ) {
      ProcessTree.ownEveryChild()
      startFamily()
      ProcessTree.killEverything()
      do throws(SpawnError) {
        _ = try ChildProcess.start(shell("exit 0"))
        exit(1)
      } catch {
        exit(error == .ending ? 0 : 2)
      }
    }
    let family = processIDs(try #require(result).standardOutputContent)
    #expect(family.count >= 3)
    for member in family { #expect(isGoneSoon(member)) }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a process that stays alive keeps its family`() async throws {
    // Shows that the next tests can fail.
    let result = await #expect(
      processExitsWith: .exitCode(0),
      observing: [\.standardOutputContent]
    ) {
      let process = startFamily()
      let isAlive = process.finished == nil && isAlive(process.processID)
      ProcessTree.killEverything()
      exit(isAlive ? 0 : 1)
    }
    #expect(processIDs(try #require(result).standardOutputContent).count >= 3)
  }

  @Test(.timeLimit(.minutes(30)), arguments: CaseProcess.endSignals)
  func `a case's process that is asked to end takes its family with it`(
    signal: Int32
  ) async throws {
    let result = await #expect(
      processExitsWith: .exitCode(128 + signal),
      observing: [\.standardOutputContent]
    ) { [signal] in
      CaseProcess.prepare()
      startFamily()
      kill(getpid(), signal)
      while true { pause() }
    }
    let family = processIDs(try #require(result).standardOutputContent)
    #expect(family.count >= 3)
    for member in family { #expect(isGoneSoon(member)) }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a case's process ends with its family when nobody reads it any more`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(128 + SIGTERM),
      observing: [\.standardOutputContent]
    ) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      CaseProcess.prepare(lifeline: ends[1])
      startFamily()
      close(ends[0])
      while true { pause() }
    }
    let family = processIDs(try #require(result).standardOutputContent)
    #expect(family.count >= 3)
    for member in family { #expect(isGoneSoon(member)) }
  }

  #if os(Linux) && !ONCEGATE_PORTABLE
  @Test(.timeLimit(.minutes(30)))
  func `a process that is killed takes its children with it`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL),
      observing: [\.standardOutputContent]
    ) {
      let process = try ChildProcess.start(shell("exec sleep 98765"))
      tell("\(process.processID)\n")
      kill(getpid(), SIGKILL)
    }
    let children = processIDs(try #require(result).standardOutputContent)
    #expect(children.count == 1)
    for child in children { #expect(isGoneSoon(child)) }
  }

  @Test(.timeLimit(.minutes(30)))
  func `an orphan without a token is counted where every child is owned`() async throws {
    await #expect(processExitsWith: .exitCode(1)) {
      CaseProcess.prepare()
      let finished = try run("setsid env -i sleep 98765 >/dev/null & sleep 0.2")
      exit(Int32(finished.leftProcesses))
    }
  }
  #endif
}

/// Writes to standard output at once.
func tell(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// Starts a process with a child and a grandchild in a session of its own, tells their IDs, and waits
/// until all live.
@discardableResult
func startFamily() -> ChildProcess {
  let script = """
    echo $$
    sleep 98765 >/dev/null & echo $!
    \(hasSetsid ? "setsid" : "") sh -c 'echo $$; exec sleep 98765' &
    wait
    """
  guard let process = try? ChildProcess.start(shell(script), output: .collect(bytesMax: 1000))
  else { exit(99) }
  for _ in 0..<3 {
    guard case .line(let line) = process.readLine(atMost: .seconds(30), bytesMax: 100) else {
      exit(98)
    }
    tell(String(decoding: line, as: UTF8.self) + "\n")
  }
  return process
}
