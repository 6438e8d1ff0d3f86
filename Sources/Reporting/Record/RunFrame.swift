// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What there is to say of a whole run, whatever became of each of its cases.
struct RunFrame: Hashable, Sendable {
  /// The header, without the cases.
  let header: RunHeader
  let duration: Duration
  let problem: RunProblem?
  let interruption: Int32?
  /// Whether the run was over when the record was written.
  let hasEnded: Bool
  /// Why a report of the run could not be written, or nothing.
  let reportProblem: String?
  /// The earlier run with which this one is compared, with what is gone since, or nothing.
  let comparison: RunComparison?

  /// Takes everything but the cases from a record.
  init(_ record: RunRecord) {
    let summary = record.summary
    header = summary.header.with(cases: [])
    duration = summary.duration
    problem = summary.problem
    interruption = summary.interruption
    hasEnded = record.hasEnded
    reportProblem = record.reportProblem
    comparison = record.baseline.map { RunComparison($0) }
  }

  /// Decodes everything but the cases.
  ///
  /// - Parameter json: a record; its cases are not looked at.
  /// - Throws: `notARecord`, `recordVersion` or `recordMalformed`.
  init(json: [UInt8]) throws(ReportingError) {
    let data = Data(json)
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else {
      throw .notARecord
    }
    guard (1...RunRecord.version).contains(envelope.version) else {
      throw .recordVersion(found: envelope.version, newest: RunRecord.version)
    }
    let wire: Wire
    do { wire = try JSONDecoder().decode(Wire.self, from: data) } catch {
      throw .recordMalformed(member: WireJSON.member(error))
    }
    header = try wire.header.model()
    duration = .nanoseconds(wire.durationNanoseconds)
    var problem: RunProblem?
    if let found = wire.problem { problem = try found.model() }
    self.problem = problem
    interruption = wire.interruption
    hasEnded = wire.hasEnded
    reportProblem = wire.reportProblem
    var comparison: RunComparison?
    if let found = wire.baseline { comparison = RunComparison(try found.model()) }
    self.comparison = comparison
  }

  private struct Envelope: Decodable { var version: Int }

  private struct Wire: Decodable {
    var hasEnded: Bool
    var header: WireHeader
    var durationNanoseconds: Int64
    var problem: WireProblem?
    var interruption: Int32?
    var baseline: WireBaseline?
    var reportProblem: String?
  }
}

extension RunHeader {
  /// Makes the same header of other cases.
  func with(cases: [CaseDescription]) -> RunHeader {
    var header = self
    header.cases = cases
    return header
  }
}
