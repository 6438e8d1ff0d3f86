// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a run leaves in GitHub Actions besides its report folder.
package struct GitHubActions: Sendable {
  /// The file that becomes the step's summary, or nothing.
  package let stepSummaryPath: String?
  /// Takes whole lines that the runner reads as commands.
  package let annotate: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - stepSummaryPath: the value of `GITHUB_STEP_SUMMARY`, or nothing.
  ///   - annotate: writes to standard output or standard error, of which the runner reads both; nothing
  ///     where no annotations are wanted.
  package init(stepSummaryPath: String?, annotate: (@Sendable (String) -> Void)?) {
    self.stepSummaryPath = stepSummaryPath
    self.annotate = annotate
  }

  /// Adds a text to the step's summary; what other programs put there stays.
  func appendToStepSummary(_ text: String) throws(ReportingError) {
    guard let path = stepSummaryPath, !path.isEmpty else { return }
    let file = try OutputFile(path, shownPath: path, flags: O_CREAT | O_APPEND)
    try file.append(Array((text + "\n").utf8))
    try file.finish()
  }

  /// The annotations of a run: one line for each case that failed or could not be judged.
  package static func annotations(for summary: RunSummary) -> [String] {
    summary.results.filter(\.verdict.needsAttention).map { result in
      let description = result.description
      return annotation(
        file: description.sourceFile,
        line: result.sourceLine,
        title: "\(description.name): \(result.verdict.titleWord)",
        message: result.verdict.message + "\n"
          + "repeat: \(summary.header.repeatCommand(for: description))"
      )
    }
  }

  /// One command that annotates a line of a file with an error.
  ///
  /// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions and
  /// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts.
  ///
  /// - Parameters:
  ///   - file: the file, relative to the repository.
  ///   - line: the line, from 1.
  ///   - title: one line.
  ///   - message: the text.
  /// - Returns: the command, without a line break.
  static func annotation(file: String, line: Int, title: String, message: String) -> String {
    "::error file=\(property(file)),line=\(line),title=\(property(title))::\(data(message))"
  }

  private static func data(_ text: String) -> String {
    CommandText.data(text, escaping: ["%": "%25", "\n": "%0A"])
  }

  private static func property(_ text: String) -> String {
    CommandText.property(text, escaping: ["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }
}
