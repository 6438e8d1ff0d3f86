// SPDX-License-Identifier: Apache-2.0

import ChildProcesses

/// The commit that a run judges.
enum Commit {
  /// How long git may take to name it.
  private static let timeMax = Duration.seconds(5)
  private static let digits = 40...64

  /// Where pipelines name the commit; the first that is set is taken.
  private static let variables = [
    "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "BUILD_SOURCEVERSION",
    "GIT_COMMIT", "BITRISE_GIT_COMMIT", "CI_COMMIT",
  ]

  /// Asks the pipeline's variables and then git, and returns nothing where neither knows.
  static func current() -> String? {
    for variable in variables {
      if let value = Terminal.environment(variable), isCommit(value) { return value }
    }
    let command = Command(
      ["git", "rev-parse", "--verify", "HEAD"],
      environment: ["PATH": Terminal.environment("PATH") ?? "/usr/bin:/bin"]
    )
    let finished = try? ChildProcess.run(command, outputBytesMax: 128, timeLimit: timeMax)
    guard let finished, finished.exit == .exited(0) else { return nil }
    let text = String(decoding: finished.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return isCommit(text) ? text : nil
  }

  private static func isCommit(_ text: String) -> Bool {
    digits.contains(text.utf8.count) && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
