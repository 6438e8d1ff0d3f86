// SPDX-License-Identifier: Apache-2.0

import Reporting

/// The record of an earlier run, as a user names it.
enum RecordedRun {
  /// Reads something from a record.
  ///
  /// - Parameters:
  ///   - path: the path of a `run.json`.
  ///   - take: takes what is needed from it.
  /// - Returns: what that returned.
  /// - Throws: an error that names the file and says why it is no record.
  static func read<Value>(
    _ path: String,
    _ take: (RecordFile) throws(ReportingError) -> Value
  ) throws(ArgumentError) -> Value {
    do throws(ReportingError) {
      return try take(RecordFile(path: path))
    } catch {
      switch error {
      // These name the file themselves.
      case .notRead: throw .badRecord(error.description)
      default: throw .badRecord("'\(path)': \(error)")
      }
    }
  }
}
