// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// The results of a run in the suites that report them, with what is counted.
package struct JUnitSuites<Index> {
  package struct Suite {
    package let name: String
    package var indices: [Index] = []
    package var counts = JUnitCounts()
  }

  /// The suites in the order in which their first case comes.
  package private(set) var list: [Suite] = []
  package private(set) var total = JUnitCounts()

  package init<Results: RandomAccessCollection<CaseResult>>(_ results: Results)
  where Results.Index == Index {
    var positions: [String: Int] = [:]
    for index in results.indices {
      let result = results[index]
      let name = result.description.reportSuite
      let position = positions[name] ?? list.count
      if position == list.count {
        positions[name] = position
        list.append(Suite(name: name))
      }
      list[position].indices.append(index)
      // Times are summed as they are written, so that a reader who adds them up gets the same.
      let time = ReportTime.roundedToMilliseconds(result.duration)
      list[position].counts.add(JUnitOutcome(result.verdict), time: time)
      total.add(JUnitOutcome(result.verdict), time: time)
    }
  }
}

/// What a suite, or the whole, counts; skipped cases are among the tests.
package struct JUnitCounts: Hashable, Sendable {
  package var tests = 0
  package var failures = 0
  package var errors = 0
  package var skipped = 0
  package var time = Duration.zero

  package init() {}

  package mutating func add(_ outcome: JUnitOutcome, time: Duration = .zero) {
    tests += 1
    failures += outcome == .failure ? 1 : 0
    errors += outcome == .error ? 1 : 0
    skipped += outcome == .skipped ? 1 : 0
    self.time += time
  }
}
