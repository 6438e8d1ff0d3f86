// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension RunRecord {
  /// Makes again what people read of an earlier run: page, summary and logs.
  ///
  /// Written from the same record and named from the same folder, each file has the same bytes as
  /// that of the run itself. The record and the JUnit file are not written.
  ///
  /// - Parameter paths: where the files go; the folder is made where it is missing.
  /// - Throws: why one of them could not be written.
  package func writeReports(_ paths: ReportPaths) throws(ReportingError) {
    try Folder.make(paths.logFolder)
    for result in summary.results where result.hasLog { try result.writeLog(paths) }
    try writePage(paths)
    try writeSummary(paths)
  }

  func writeItself(_ paths: ReportPaths) throws(ReportingError) {
    try AtomicFile(path: paths.record).replace(with: json)
  }

  func writePage(_ paths: ReportPaths) throws(ReportingError) {
    try AtomicFile(path: paths.page).replace(with: HTMLPage(self, paths: paths).text)
  }

  func writeSummary(_ paths: ReportPaths) throws(ReportingError) {
    try AtomicFile(path: paths.summary).replace(with: MarkdownSummary(self, paths: paths).text)
  }
}

extension CaseResult {
  /// Whether a log belongs to the case: it ran, or had begun to.
  var hasLog: Bool { !verdict.wasNotRun || !log.isEmpty }

  func writeLog(_ paths: ReportPaths) throws(ReportingError) {
    let text = log.map { $0.json + "\n" }.joined()
    try AtomicFile(path: paths.log(of: description.name)).replace(with: text)
  }
}
