// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The JUnit file of a run, whole and valid on disk at every moment of it.
struct JUnitReport: Sendable {
  private var writer: JUnitWriter
  private let files: [AtomicFile]
  private(set) var results: [CaseResult]
  private var positions: [CaseName: Int] = [:]

  /// - Parameters:
  ///   - writer: writes the run's dialect.
  ///   - files: where the report is put; each is replaced as a whole.
  init(_ writer: JUnitWriter, files: [AtomicFile]) {
    self.writer = writer
    self.files = files
    results = []
    select(writer)
  }

  /// Takes other cases; of those that were there before, what is known stays.
  ///
  /// - Parameter writer: writes the same dialect, with the header that names them.
  mutating func select(_ writer: JUnitWriter) {
    let known = results.map { ($0.description.name, $0) }
    let before = Dictionary(known, uniquingKeysWith: { first, _ in first })
    self.writer = writer
    positions = Dictionary(
      writer.header.cases.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    results = writer.header.cases.map {
      before[$0.name]
        ?? CaseResult(
          description: $0,
          verdict: .unjudged(.notRun(.notReached)),
          duration: .zero,
          log: []
        )
    }
  }

  /// Takes the result of a case in the place of what is known about it.
  ///
  /// - Parameter result: the result of a case that the header names.
  mutating func record(_ result: CaseResult) {
    guard let position = positions[result.description.name] else {
      preconditionFailure("a result of a case that was not selected")
    }
    results[position] = result
  }

  /// Replaces every file by what is known now; where one cannot be written, the others still are.
  func replaceFiles() throws(ReportingError) {
    var problem: ReportingError?
    for file in files {
      do throws(ReportingError) {
        try file.replace { (output) throws(ReportingError) in
          try writer.write(results) { (bytes) throws(ReportingError) in try output.append(bytes) }
        }
      } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }

  /// Reads every file back, and compares it with what was written.
  ///
  /// - Throws: `notRead`, `notWellFormed`, `shapeBroken` or `readBackDiffers`.
  func readBack() throws(ReportingError) {
    let suites = JUnitSuites(results)
    let expected = suites.list.flatMap { suite in suite.indices.map { results[$0] } }
    for file in files {
      var position = 0
      let totals = try JUnitReader.read(file.path, schema: JUnitSchema(writer.profile)) {
        (found) throws(ReportingError) in
        guard position < expected.count else {
          throw .readBackDiffers(path: file.path, what: .cases)
        }
        let result = expected[position]
        position += 1
        guard found.name == result.description.name.description,
          found.className == JUnitWriter.className(result.description)
        else { throw .readBackDiffers(path: file.path, what: .cases) }
        guard found.outcome == JUnitOutcome(result.verdict) else {
          throw .readBackDiffers(path: file.path, what: .verdicts)
        }
      }
      guard position == expected.count else {
        throw .readBackDiffers(path: file.path, what: .cases)
      }
      guard totals.claimed == suites.list.map(\.counts.withoutTime),
        totals.claimedInAll == nil || totals.claimedInAll == claimedInAll(suites.total)
      else { throw .readBackDiffers(path: file.path, what: .counts) }
    }
  }

  private func claimedInAll(_ total: JUnitCounts) -> JUnitCounts {
    var claimed = total.withoutTime
    // The dialect without extensions does not count skipped cases in all.
    if !writer.profile.hasExtensions { claimed.skipped = 0 }
    return claimed
  }
}

extension JUnitCounts {
  /// The counts alone, as they are read back.
  var withoutTime: JUnitCounts {
    var counts = self
    counts.time = .zero
    return counts
  }
}
