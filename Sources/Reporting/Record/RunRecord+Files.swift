// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension RecordFile {
  /// Makes again what people read of an earlier run: page, summary and logs.
  ///
  /// Written from the same record and named from the same folder, each file has the same bytes as
  /// that of the run itself. The record and the JUnit file are not written. The logs are those of
  /// the cases that the page shows.
  ///
  /// - Parameters:
  ///   - digest: that of this record.
  ///   - paths: where the files go; the folder is made where it is missing.
  /// - Throws: why the record could not be read or one of the files not be written.
  package func writeReports(
    _ digest: RunDigest,
    _ paths: ReportPaths
  ) throws(ReportingError) {
    try Folder.make(paths.logFolder)
    var pages = RunPages(digest, paths: paths)
    let shown = Set(digest.shown)
    try forEachCase(where: shown.contains) { (recorded, index) throws(ReportingError) in
      pages.add(recorded, from: index)
      if recorded.result.hasLog { try recorded.result.writeLog(paths) }
    }
    try pages.write(\.page.text, to: paths.page)
    try pages.write(\.summary.text, to: paths.summary)
  }

  /// Reads the whole record, and counts.
  package func digest() throws(ReportingError) -> RunDigest {
    var digest = RunDigest(frame)
    try forEachCase { digest.add($0) }
    return digest
  }
}

extension RunRecord {
  func writeItself(_ paths: ReportPaths) throws(ReportingError) {
    try AtomicFile(path: paths.record).replace(with: json)
  }

  func writePage(_ paths: ReportPaths) throws(ReportingError) {
    try RunPages(self, paths: paths).write(\.page.text, to: paths.page)
  }

  func writeSummary(_ paths: ReportPaths) throws(ReportingError) {
    try RunPages(self, paths: paths).write(\.summary.text, to: paths.summary)
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
