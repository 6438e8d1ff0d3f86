// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The JUnit file of a run, whole and valid on disk at every moment of it.
struct JUnitReport: Sendable {
  private var writer: JUnitWriter
  private let files: [AtomicFile]
  private(set) var results: [CaseResult]
  private var positions: [CaseName: Int] = [:]
  /// What was written of each case, or nothing where that has to be written anew.
  private var elements: [[UInt8]?] = []
  /// What the texts of the written elements may have, in bytes.
  private var shares: [Int] = []

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
    elements = Array(repeating: nil, count: results.count)
  }

  /// Takes the result of a case in the place of what is known about it.
  ///
  /// - Parameter result: the result of a case that the header names.
  mutating func record(_ result: CaseResult) {
    guard let position = positions[result.description.name] else {
      preconditionFailure("a result of a case that was not selected")
    }
    results[position] = result
    elements[position] = nil
  }

  /// Replaces every file by what is known now; where one cannot be written, the others still are.
  mutating func replaceFiles() throws(ReportingError) {
    let document = try document()
    var problem: ReportingError?
    for file in files {
      do throws(ReportingError) {
        try file.replace { (output) throws(ReportingError) in try output.append(document) }
      } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }

  /// The whole file, of whose cases only those are written anew that have changed.
  mutating func document() throws(ReportingError) -> [UInt8] {
    let texts = writer.texts(JUnitSuites(results).total)
    let shares = [texts.problemBytes, texts.outputBytes]
    if shares != self.shares {
      for index in results.indices where results[index].verdict.needsAttention {
        elements[index] = nil
      }
      self.shares = shares
    }
    var whole: [[UInt8]] = []
    whole.reserveCapacity(results.count)
    for index in results.indices {
      let element =
        if let known = elements[index] { known } else {
          try writer.element(of: results[index], texts)
        }
      elements[index] = element
      whole.append(element)
    }
    let document = Document()
    document.bytes.reserveCapacity(whole.reduce(4096) { $0 + $1.count })
    try writer.write(results, elements: whole) { document.bytes += $0 }
    return document.bytes
  }

  private final class Document { var bytes: [UInt8] = [] }

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
