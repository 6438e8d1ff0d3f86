// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Processes that outlive the command that started them.
struct LeftProcessesTests {
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      // The pipe stays open.
      ("sleep 98765 & echo $!", 1),
      // The pipe is closed: nothing but the process itself shows that it lives.
      ("sleep 98765 >/dev/null 2>&1 & echo $!", 1),
      ("sleep 98765 >/dev/null & echo $!; sleep 98765 >/dev/null & echo $!", 2),
      ("(trap '' TERM HUP INT; exec sleep 98765) >/dev/null & echo $!", 1),
    ]
  )
  func `a background process is counted and killed`(script: String, count: Int) throws {
    let finished = try run(script)
    #expect(finished.exit == .exited(0))
    #expect(finished.leftProcesses == count)
    #expect(finished.lines.count == count)
    for line in finished.lines { #expect(isGoneSoon(try #require(Int32(line)))) }
  }

  @Test(
    .timeLimit(.minutes(30)),
    .enabled(if: hasSetsid),
    arguments: [
      "setsid sh -c 'echo $$; exec sleep 98765' & sleep 0.2",
      "setsid sh -c 'echo $$; exec sleep 98765 >/dev/null' & sleep 0.2",
      // A daemon: its parent ends before the command does.
      "(setsid sh -c 'echo $$; exec sleep 98765 >/dev/null' &) ; sleep 0.2",
      "(setsid sh -c '(setsid sh -c \"echo \\$\\$; exec sleep 98765\" &)' &) ; sleep 0.2",
    ]
  )
  func `a process in a session of its own is counted and killed`(script: String) throws {
    let finished = try run(script)
    #expect(finished.leftProcesses == 1)
    #expect(isGoneSoon(try #require(finished.lines.first.flatMap { Int32($0) })))
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("exit 0", 0), ("sleep 0.02 & exit 0", 0),
      ("sleep 98765 & :", 1), ("sleep 98765 >/dev/null & sleep 98765 >/dev/null & :", 2),
      ("(\(setsid) sleep 98765 >/dev/null & :) ; sleep 0.2", 1),
      ("(sleep 98765 & sleep 98765 & wait) & :", 3),
    ]
  )
  func `where every child is owned the same is counted, command after command`(
    script: String,
    count: Int
  ) async {
    await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) { [script, count] in
      ProcessTree.ownEveryChild()
      for _ in 0..<2 {
        guard try run(script).leftProcesses == count else { exit(EXIT_FAILURE) }
      }
      ProcessTree.killEverything()
      // Nothing is left to wait for.
      exit(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD ? EXIT_SUCCESS : 2)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `who ends soon after its command is not counted`() throws {
    let finished = try run("sleep 0.02 & exit 0")
    #expect(finished.leftProcesses == 0)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a command that is killed takes its group with it`() throws {
    let finished = try run("sleep 98765 & echo $!; wait", timeLimit: .milliseconds(300))
    #expect(finished.timedOut)
    #expect(isGoneSoon(try #require(finished.lines.first.flatMap { Int32($0) })))
  }

  @Test(.timeLimit(.minutes(30)), .enabled(if: hasSetsid))
  func `what another command has left running is not touched while that runs`() throws {
    let other = try ChildProcess.start(
      shell("(setsid sleep 98765 >/dev/null & echo $!); echo; cat"),
      input: .interactive,
      output: .collect(bytesMax: 1000)
    )
    guard case .line(let line) = other.readLine(atMost: .seconds(30), bytesMax: 100),
      let orphan = Int32(String(decoding: line, as: UTF8.self))
    else {
      Issue.record("no process ID")
      return
    }
    for _ in 0..<3 { #expect(try run("sleep 98765 & :").leftProcesses == 1) }
    #expect(isAlive(orphan))
    other.closeInput()
    #expect(other.waitUntilEnded().leftProcesses == 1)
    #expect(isGoneSoon(orphan))
  }
}

/// The command that starts a session, or nothing where the system has none.
private let setsid = hasSetsid ? "setsid" : ""

/// Whether the system has a command that starts a session.
let hasSetsid = access("/usr/bin/setsid", X_OK) == 0
