// SPDX-License-Identifier: Apache-2.0

import Reporting

/// The record of an earlier run, as a user names it.
enum RecordedRun {
  /// Reads a record, of which at most `FileContents.bytesMax` bytes are taken.
  ///
  /// - Parameter path: the path of a `run.json`.
  /// - Returns: the record.
  /// - Throws: an error that names the file and says why it is none.
  static func read(_ path: String) throws(ArgumentError) -> RunRecord {
    do throws(ReportingError) {
      return try RunRecord(path: path)
    } catch {
      switch error {
      // These name the file themselves.
      case .notRead: throw .badRecord(error.description)
      default: throw .badRecord("'\(path)': \(error)")
      }
    }
  }
}
