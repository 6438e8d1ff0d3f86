// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a process is given, and what it is not.
struct EnvironmentTests {
  @Test(.timeLimit(.minutes(30)))
  func `the environment is exactly what the command names, and the token`() throws {
    let finished = try ChildProcess.run(
      Command(["env"], environment: ["A": "1", "B": "x y"]),
      outputBytesMax: 1000,
      timeLimit: .seconds(30)
    )
    let names = finished.lines.sorted().map { $0.prefix { $0 != "=" } }
    #expect(names == ["A", "B", "ONCEGATE_CASE_TOKEN"])
    #expect(finished.lines.contains("B=x y"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `each command's token descends from this process's token`() throws {
    let script = "echo $ONCEGATE_CASE_TOKEN"
    let tokens = (try run(script).text, try run(script).text)
    #expect(tokens.0 != tokens.1)
    #expect(tokens.0.hasPrefix(ProcessToken.own + "."))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a process leads a group of its own and may not dump core`() throws {
    let lines = try run("echo $$; ps -o pgid= -p $$; ulimit -c").lines
      .map { $0.filter(\.isNumber) }
    #expect(lines.count == 3)
    #expect(lines[0] == lines[1])
    #expect(lines[2] == "0")
  }

  @Test(.timeLimit(.minutes(30)))
  func `signals that are ignored here have their default effect in a child`() throws {
    // A shell cannot give an ignored signal its effect back, so that it shows what it was given.
    signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, SIG_DFL) }
    #expect(try run("kill -USR1 $$; echo ignored").exit == .signalled(SIGUSR1))
  }

  @Test(.timeLimit(.minutes(30)))
  func `no descriptor above 2 is inherited`() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    #expect(fcntl(descriptor, F_GETFD) == 0, "it would be inherited by itself")
    // Number 3 is the folder itself, which the command opens to read it.
    #expect(try run("ls /dev/fd").text == "0\n1\n2\n3\n")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a command starts in its working folder`() throws {
    let folder = try TemporaryFolder()
    let command = Command(["/bin/pwd", "-P"], workingDirectory: folder.path)
    let finished = try ChildProcess.run(command, outputBytesMax: 1000, timeLimit: .seconds(30))
    #expect(finished.text.hasSuffix("\(folder.path)\n"))
  }
}
