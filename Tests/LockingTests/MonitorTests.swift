// SPDX-License-Identifier: Apache-2.0

import Foundation
import Locking
import Testing

struct MonitorTests {
  @Test(.timeLimit(.minutes(30)))
  func `additions of many threads are all counted`() {
    let sum = Monitor(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { sum.withLock { $0 += 1 } }
    }
    #expect(sum.withLock { $0 } == 8000)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a waiting thread sees the change that it waits for`() {
    let value = Monitor(0)
    let thread = Thread { for _ in 0..<5 { value.withLock { $0 += 1 } } }
    thread.start()
    let seen = value.wait { $0 == 5 ? $0 : nil }
    #expect(seen == 5)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a wait that is limited ends without the change`() {
    let value = Monitor(0)
    #expect(value.wait(atMost: .milliseconds(1)) { $0 == 1 ? true : nil } == nil)
    #expect(value.wait(atMost: .zero) { $0 == 0 ? true : nil } == true)
  }

  @Test func `an error leaves the monitor free`() {
    struct Refused: Error {}
    let value = Monitor(0)
    #expect(throws: Refused.self) { try value.withLock { _ in throw Refused() } }
    #expect(value.withLock { $0 } == 0)
  }
}
