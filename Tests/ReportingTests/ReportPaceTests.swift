// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reporting

struct ReportPaceTests {
  private let start = ContinuousClock.now

  @Test func `the first writes are made at once, however long they take`() {
    var pace = ReportPace(began: start)
    for _ in 0..<ReportPace.freeWrites {
      #expect(pace.next <= start)
      pace.wrote(from: start, to: start + .seconds(60))
    }
    #expect(pace.next <= start)
  }

  @Test func `further writes wait until they are a tenth of the run`() {
    var pace = ReportPace(began: start)
    for _ in 0..<ReportPace.freeWrites { pace.wrote(from: start, to: start + .seconds(1)) }
    pace.wrote(from: start, to: start + .milliseconds(20))
    #expect(pace.next == start + .milliseconds(200))
    pace.wrote(from: start, to: start + .milliseconds(30))
    #expect(pace.next == start + .milliseconds(500))
  }
}
