// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Page and summary of a run, made of its cases one after another.
struct RunPages {
  private(set) var page: HTMLPage
  private(set) var summary: MarkdownSummary
  /// Where a case is shown, by where it stands in the run.
  private let places: [Int: Int]

  init(_ digest: RunDigest, paths: ReportPaths) {
    page = HTMLPage(digest, paths: paths)
    summary = MarkdownSummary(digest, paths: paths)
    places = Dictionary(
      digest.shown.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  init(_ record: RunRecord, paths: ReportPaths) {
    var digest = RunDigest(RunFrame(record))
    let cases = record.cases
    for recorded in cases { digest.add(recorded) }
    self.init(digest, paths: paths)
    for (index, recorded) in cases.enumerated() { add(recorded, from: index) }
  }

  /// Takes a case that is shown.
  ///
  /// - Parameters:
  ///   - recorded: the case.
  ///   - index: where it stands in the run, from 0.
  mutating func add(_ recorded: RecordedCase, from index: Int) {
    guard let place = places[index] else { return }
    page.add(recorded, at: place)
    summary.add(recorded, at: place)
  }

  /// Replaces a file by one of the texts.
  func write(_ text: KeyPath<RunPages, String>, to path: String) throws(ReportingError) {
    try AtomicFile(path: path).replace(with: self[keyPath: text])
  }
}
