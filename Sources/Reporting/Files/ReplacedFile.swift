// SPDX-License-Identifier: Apache-2.0

/// A file that a command leaves for its user beside the reports.
package enum ReplacedFile {
  /// Puts a text in the place of whatever the file held, as a whole.
  ///
  /// - Parameters:
  ///   - text: what the file holds from then on.
  ///   - path: the file; its folder exists.
  /// - Throws: why it could not be written; then it is as it was.
  package static func write(_ text: String, to path: String) throws(ReportingError) {
    try AtomicFile(path: path).replace(with: text)
  }
}
