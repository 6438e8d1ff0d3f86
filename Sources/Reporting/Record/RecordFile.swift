// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A case as the record of a run has it.
package struct RecordedCase: Hashable, Sendable {
  package let result: CaseResult
  /// How the promise stood in the run with which this one is compared, or nothing.
  let before: Standing?
  /// What there is to say about the promise since then, or nothing.
  let change: Change?

  init(_ result: CaseResult, before: Standing?, isCompared: Bool) {
    self.result = result
    self.before = before
    let change = Change(from: before, to: Standing(result.verdict))
    self.change = isCompared && change != .unchanged ? change : nil
  }
}

/// A `run.json` that is read case by case, however many there are.
package struct RecordFile {
  let frame: RunFrame
  /// How many cases the run had.
  let caseCount: Int
  private let input: RecordInput

  /// Opens a record and reads everything but the cases.
  ///
  /// - Parameter path: the path of a `run.json`, which is read more than once.
  /// - Throws: `notRead`; `notARecord` where the file holds something else; `recordBroken` or
  ///   `recordMalformed` where it is damaged; `recordVersion` where it is newer than this program.
  package init(path: String) throws(ReportingError) {
    try self.init(.file(OpenFile(path: path)))
  }

  /// Takes what a `run.json` holds.
  ///
  /// - Parameter json: the bytes.
  /// - Throws: as with a file.
  package init(json: [UInt8]) throws(ReportingError) { try self.init(.bytes(json)) }

  private init(_ input: RecordInput) throws(ReportingError) {
    self.input = input
    var scanner = RecordScanner()
    try input.forEachPiece { (bytes) throws(ReportingError) in
      try scanner.take(bytes) { _ in }
    }
    try scanner.end()
    frame = try RunFrame(json: scanner.frame)
    guard scanner.hasCases else { throw .recordMalformed(member: "results") }
    caseCount = scanner.caseCount
  }

  /// Gives each case to a function, in the order of the run.
  ///
  /// - Parameter visit: takes a case.
  /// - Throws: what the function throws; `recordMalformed` where a case is damaged.
  package func forEachCase(
    _ visit: (RecordedCase) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    let all = 0...
    try forEachCase(where: all.contains) { (recorded, _) throws(ReportingError) in
      try visit(recorded)
    }
  }

  /// Gives some of the cases to a function, in the order of the run; the others are not decoded.
  ///
  /// - Parameters:
  ///   - isWanted: tells of a case, by where it stands in the run, whether it is wanted.
  ///   - visit: takes a case, and where it stands.
  /// - Throws: what the function throws; `recordMalformed` where a case is damaged.
  func forEachCase(
    where isWanted: (Int) -> Bool,
    _ visit: (RecordedCase, Int) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    var scanner = RecordScanner()
    var index = 0
    let isCompared = frame.comparison != nil
    let decoder = JSONDecoder()
    try input.forEachPiece { (bytes) throws(ReportingError) in
      try scanner.take(bytes) { (json) throws(ReportingError) in
        defer { index += 1 }
        guard isWanted(index) else { return }
        let wire: WireRecordedCase
        do { wire = try decoder.decode(WireRecordedCase.self, from: Data(json)) } catch {
          throw .recordMalformed(member: WireJSON.member(error, in: "results.\(index)"))
        }
        try visit(try wire.model(isCompared: isCompared), index)
      }
    }
    try scanner.end()
    // The file was written to meanwhile.
    guard index == caseCount else { throw .recordMalformed(member: "results") }
  }
}

/// Where a record comes from: it can be read from its start as often as is needed.
private enum RecordInput {
  case file(OpenFile)
  case bytes([UInt8])

  func forEachPiece(
    _ visit: ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    switch self {
    case .file(let file): try file.forEachPiece(visit)
    case .bytes(let bytes): try visit(bytes)
    }
  }
}
