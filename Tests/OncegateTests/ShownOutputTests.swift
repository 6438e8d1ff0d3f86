// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

/// A client's complaints help the one who writes it, and are nobody else's business.
struct ShownOutputTests {
  /// Runs a case over programs that complain, and returns all that came to the terminal.
  private static func text(_ options: [String]) throws -> String {
    let folder = try TemporaryFolder()
    for name in ["client", "subject"] {
      let path = folder.file(name)
      try "#!/bin/sh\necho complaint of the \(name) >&2\nexit 3\n"
        .write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
    let run =
      [
        BuiltProducts.path(of: "oncegate"), "run", "queue.disconnect", "state.rejection",
        "--client", folder.file("client"), "--subject", folder.file("subject"),
        "--report-dir", folder.file("report"),
      ] + options
    let finished = try ChildProcess.run(
      Command(["/bin/sh", "-c", #"exec "$@" 2>&1"#, "sh"] + run),
      outputBytesMax: 1 << 20,
      timeLimit: .seconds(60)
    )
    #expect(finished.exit == .exited(3))
    return String(decoding: finished.output, as: UTF8.self)
  }

  @Test(.timeLimit(.minutes(30)))
  func `complaints are shown where that is asked for, and nowhere else`() throws {
    let shown = try Self.text(["--show-output"])
    #expect(shown.contains("complaint of the client"))
    #expect(shown.contains("complaint of the subject"))
    #expect(try !Self.text([]).contains("complaint"))
  }
}
