// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reporting

struct ReportPaceTests {
  private let start = ContinuousClock.now

  @Test func `a run writes at once as long as that takes little`() {
    var pace = ReportPace(began: start)
    #expect(pace.next <= start)
    pace.wrote(from: start, to: start + ReportPace.freeTime)
    #expect(pace.next <= start)
  }

  @Test func `what takes more waits until it is a tenth of the run`() {
    var pace = ReportPace(began: start)
    let end = start + ReportPace.freeTime + .milliseconds(20)
    pace.wrote(from: start, to: end)
    #expect(pace.next == start + .milliseconds(200))
    pace.wrote(from: end, to: end + .milliseconds(30))
    #expect(pace.next == start + .milliseconds(500))
  }
}
