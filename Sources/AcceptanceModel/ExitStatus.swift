// SPDX-License-Identifier: Apache-2.0

/// The exit status of the command; pipelines depend on each value.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Every selected case passed.
  case allPassed = 0
  /// At least one case failed: a promise is broken. Wins over `notJudged`.
  case promiseBroken = 1
  /// The command cannot be carried out as written.
  case usage = 2
  /// It could not be judged, or a report could not be written.
  case notJudged = 3
  /// Interrupted by SIGINT; the reports are complete.
  case interrupted = 130
  /// Interrupted by SIGTERM; the reports are complete.
  case terminated = 143

  package var meaning: String {
    switch self {
    case .allPassed: "every selected case passed"
    case .promiseBroken: "at least one case failed: a promise is broken"
    case .usage: "the command cannot be carried out as written"
    case .notJudged: "it could not be judged, or a report could not be written"
    case .interrupted: "interrupted by SIGINT; the reports say which cases did not run"
    case .terminated: "interrupted by SIGTERM; the reports say which cases did not run"
    }
  }
}
