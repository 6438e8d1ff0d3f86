// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The record of a run, from which every report can be made again: the contents of `run.json`.
///
/// The format has a version. Members are added within a version, and a reader ignores those that it
/// does not know; where a member changes its meaning, the version grows. A record can be read back
/// by every later version of the program. Each element of `results` holds all that there is of one
/// case, `case`, `result` and `before`, so that a reader needs one at once.
package struct RunRecord: Hashable, Sendable {
  /// The newest version, which is written.
  package static let version = 1

  package let summary: RunSummary
  /// Whether the run was over when the record was written.
  package let hasEnded: Bool
  /// The earlier run with which this one is compared, or nothing.
  package let baseline: Baseline?
  /// Why a report of the run could not be written, or nothing.
  package let reportProblem: String?

  package init(
    _ summary: RunSummary,
    hasEnded: Bool,
    baseline: Baseline? = nil,
    problem: ReportingError? = nil
  ) {
    self.summary = summary
    self.hasEnded = hasEnded
    self.baseline = baseline
    reportProblem = problem?.description
  }

  var judgement: Judgement {
    Judgement(RunOutcome(summary), hasEnded: hasEnded, reportProblem: reportProblem)
  }

  /// The cases as a file has them.
  var cases: [RecordedCase] {
    summary.results.map {
      RecordedCase(
        $0,
        before: baseline?.standings[$0.description.name],
        isCompared: baseline != nil
      )
    }
  }

  /// The record as JSON, with its members in the order of their names: the contents of `run.json`.
  package var json: String {
    let judgement = judgement
    return WireJSON.text(
      Wire(
        version: Self.version,
        hasEnded: hasEnded,
        gate: judgement.word.rawValue,
        sentence: judgement.sentence,
        header: WireHeader(summary.header, hasCases: false),
        results: cases.map(WireRecordedCase.init),
        durationNanoseconds: summary.duration.wholeNanoseconds,
        problem: summary.problem.map(WireProblem.init),
        interruption: summary.interruption,
        baseline: baseline.map(WireBaseline.init),
        reportProblem: reportProblem
      ),
      isPretty: true
    )
  }

  /// Reads a whole record into memory, as is needed where runs are merged.
  ///
  /// - Parameter file: the record.
  /// - Throws: as reading does.
  package init(_ file: RecordFile) throws(ReportingError) {
    let frame = file.frame
    var results: [CaseResult] = []
    var baseline = frame.comparison?.baseline
    try file.forEachCase {
      results.append($0.result)
      baseline?.add($0.before, of: $0.result.description.name)
    }
    summary = RunSummary(
      header: frame.header.with(cases: results.map(\.description)),
      results: results,
      duration: frame.duration,
      problem: frame.problem,
      interruption: frame.interruption
    )
    hasEnded = frame.hasEnded
    self.baseline = baseline
    reportProblem = frame.reportProblem
  }

  private struct Wire: Encodable {
    var version: Int
    var hasEnded: Bool
    var gate: String
    var sentence: String
    var header: WireHeader
    var results: [WireRecordedCase]
    var durationNanoseconds: Int64
    var problem: WireProblem?
    var interruption: Int32?
    var baseline: WireBaseline?
    var reportProblem: String?
  }
}

/// Writes JSON the same way on every platform.
enum WireJSON {
  static func text(_ value: some Encodable, isPretty: Bool) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      isPretty
      ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      : [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value without numbers that JSON lacks cannot fail to encode")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The path of the member that could not be decoded.
  ///
  /// - Parameters:
  ///   - error: what the decoder threw.
  ///   - place: the path of what was decoded, or nothing where that is the whole.
  /// - Returns: as in `header.jobs`.
  static func member(_ error: any Error, in place: String? = nil) -> String {
    let path: [any CodingKey] =
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      default: []
      }
    let names = [place].compactMap { $0 } + path.map(\.stringValue)
    return names.isEmpty ? "the whole" : names.joined(separator: ".")
  }
}
