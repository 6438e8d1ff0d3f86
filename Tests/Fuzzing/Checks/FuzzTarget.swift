// SPDX-License-Identifier: Apache-2.0

/// A reader that is given any bytes.
enum FuzzTarget: String, CaseIterable {
  case request, json, answer, record, report

  /// Makes a function that throws where the reader breaks an invariant.
  ///
  /// The function belongs to one thread: what is expensive to make is made once.
  func makeCheck() throws -> (_ input: [UInt8]) throws -> Void {
    switch self {
    case .request:
      let deliveries = try Deliveries()
      return { try RequestCheck.run($0, over: deliveries) }
    case .answer:
      let deliveries = try Deliveries()
      return { try AnswerCheck.run($0, over: deliveries) }
    case .json: return { try JSONCheck.run($0) }
    case .record: return { try RecordCheck.run($0) }
    case .report:
      let check = try ReportCheck()
      return { try check.run($0) }
    }
  }
}

/// An invariant that an input breaks.
struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// Throws where something that always holds does not.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(Broken) {
  if !holds { throw Broken(description: what()) }
}
