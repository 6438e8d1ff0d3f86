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
/// by every later version of the program.
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
    Judgement(summary, hasEnded: hasEnded, reportProblem: reportProblem)
  }

  var comparison: RunComparison? { baseline.map { RunComparison($0, summary.results) } }

  /// The record as JSON, with its members in the order of their names: the contents of `run.json`.
  package var json: String {
    let judgement = judgement
    return WireJSON.text(
      Wire(
        version: Self.version,
        hasEnded: hasEnded,
        gate: judgement.word.rawValue,
        sentence: judgement.sentence,
        header: WireHeader(summary.header),
        results: summary.results.map(WireResult.init),
        durationNanoseconds: summary.duration.wholeNanoseconds,
        problem: summary.problem.map(WireProblem.init),
        interruption: summary.interruption,
        baseline: baseline.map(WireBaseline.init),
        reportProblem: reportProblem
      ),
      isPretty: true
    )
  }

  /// Reads the record in a file of at most `FileContents.bytesMax` bytes.
  ///
  /// - Parameter path: the path of a `run.json`.
  /// - Throws: `notRead`, `notARecord`, `recordMalformed` or `recordVersion`.
  package init(path: String) throws(ReportingError) {
    self = try RunRecord(json: FileContents.bytes(of: path))
  }

  /// Reads a record back.
  ///
  /// - Parameter json: the contents of a `run.json`.
  /// - Throws: `notARecord` where it is something else, `recordMalformed` where it is damaged,
  ///   `recordVersion` where it is newer than this program.
  package init(json: [UInt8]) throws(ReportingError) {
    let data = Data(json)
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else {
      throw .notARecord
    }
    guard (1...Self.version).contains(envelope.version) else {
      throw .recordVersion(found: envelope.version, newest: Self.version)
    }
    let wire: Wire
    do { wire = try JSONDecoder().decode(Wire.self, from: data) } catch {
      throw .recordMalformed(member: Self.member(error))
    }
    let header = try wire.header.model()
    guard wire.results.count == header.cases.count else {
      throw .recordMalformed(member: "results")
    }
    var results: [CaseResult] = []
    for (result, description) in zip(wire.results, header.cases) {
      results.append(try result.model(description))
    }
    var problem: RunProblem?
    if let found = wire.problem { problem = try found.model() }
    summary = RunSummary(
      header: header,
      results: results,
      duration: .nanoseconds(wire.durationNanoseconds),
      problem: problem,
      interruption: wire.interruption
    )
    hasEnded = wire.hasEnded
    var comparedWith: Baseline?
    if let found = wire.baseline { comparedWith = try found.model() }
    baseline = comparedWith
    reportProblem = wire.reportProblem
  }

  /// The path of the member that could not be decoded.
  private static func member(_ error: any Error) -> String {
    let path: [any CodingKey] =
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      default: []
      }
    return path.isEmpty ? "the whole" : path.map(\.stringValue).joined(separator: ".")
  }

  private struct Envelope: Decodable { var version: Int }

  private struct Wire: Codable {
    var version: Int
    var hasEnded: Bool
    var gate: String
    var sentence: String
    var header: WireHeader
    var results: [WireResult]
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
}
