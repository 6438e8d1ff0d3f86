// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

#if os(Linux)
import Glibc

/// What the runner was told in secret stays with it.
struct HiddenEnvironmentTests {
  /// Without capabilities even the superuser is bound by what a process forbids.
  private static let withoutCapabilities =
    getuid() == 0
    ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"] : []

  /// The first reading shows that a process of the same user can be read where it forbids nothing.
  private static let configuration = """
    {"cases": [{
      "name": "own.reads-the-runner",
      "promise": "nobody reads the runner's environment",
      "command": ["sh", "-c",
        "sleep 60 & cat /proc/$!/environ >/dev/null || exit 9; kill $!; ! cat /proc/$PPID/environ"]
    }]}
    """

  @Test(
    .enabled(if: withoutCapabilities.allSatisfy { OutsideProgram.exists($0) || $0.hasPrefix("-") })
  )
  func `a child cannot read the environment of the runner`() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.file("oncegate.json")
    try Data(Self.configuration.utf8).write(to: URL(fileURLWithPath: configuration))
    let run = GateRun.command(
      ["run", "own.reads-the-runner", "--config", configuration],
      reports: folder.file("report")
    )
    let finished = try ChildProcess.run(
      Command(
        ["/usr/bin/env"] + Self.withoutCapabilities + run.arguments,
        environment: run.environment
      ),
      outputBytesMax: 1 << 20,
      timeLimit: GateRun.timeMax
    )
    #expect(finished.exit == .exited(0), "\(String(decoding: finished.output, as: UTF8.self))")
  }
}
#endif
