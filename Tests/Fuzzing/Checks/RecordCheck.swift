// SPDX-License-Identifier: Apache-2.0

@testable import Reporting

/// What holds for any bytes that are read as the record of a run.
enum RecordCheck {
  static func run(_ input: [UInt8]) throws {
    let cut = CutInput(input)
    let whole = read([cut.bytes[...]])
    let inParts = read(cut.parts)
    try require(whole.isRefused == inParts.isRefused, "the refusal depends on the reads")
    if !whole.isRefused {
      try require(whole.frame == inParts.frame, "the frame depends on the reads")
      try require(whole.cases == inParts.cases, "the cases depend on the reads")
    }
    guard let file = Result(catching: { try RecordFile(json: cut.bytes) }).success else { return }
    try require(!whole.isRefused, "a record is taken that cannot be cut")
    try require(file.caseCount == whole.cases.count, "the number of the cases is another")
    var seen = 0
    if Result(catching: { try file.forEachCase { _ in seen += 1 } }).success != nil {
      try require(seen == file.caseCount, "not every case is given")
    }
  }

  private struct Reading {
    var frame: [UInt8] = []
    var cases: [[UInt8]] = []
    var isRefused = false
  }

  private static func read(_ parts: [ArraySlice<UInt8>]) -> Reading {
    // Small, so that small inputs reach the bound.
    var scanner = RecordScanner(partBytesMax: 1024)
    var reading = Reading()
    do throws(ReportingError) {
      for part in parts { try scanner.take(Array(part)) { reading.cases.append($0) } }
      try scanner.end()
    } catch {
      reading.isRefused = true
    }
    reading.frame = scanner.frame
    return reading
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}
