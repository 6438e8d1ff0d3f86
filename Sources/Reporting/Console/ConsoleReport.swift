// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What a run writes onto its standard output.
package enum ConsoleFormat: Hashable, Sendable {
  case human(TerminalOptions)
  case json
  case tap
}

/// Turns events into text; nothing is written here.
protocol ConsoleReport: Sendable {
  /// Takes an event, and tells what it adds to the output.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - problem: why a report could not be written; counts for the end of the run alone.
  /// - Returns: whole lines, or nothing at all; on a terminal also a bar that is replaced in place.
  mutating func text(for event: RunEvent, problem: ReportingError?) -> String
}

extension ConsoleFormat {
  func report(paths: ReportPaths, baseline: Baseline? = nil) -> any ConsoleReport {
    switch self {
    case .human(let options): TerminalReport(options: options, paths: paths, baseline: baseline)
    case .json: JSONEventReport()
    case .tap: TAPReport()
    }
  }
}
