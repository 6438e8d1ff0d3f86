// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AcceptanceHarness
@testable import FaultInjection

/// What a timeline says of things that happen at once.
struct TimelineOverlapTests {
  private let timeline = Timeline()

  private static let limit = Duration.seconds(20)
  /// What has happened already is seen at once; only a wait for nothing uses this up.
  private static let quiet = Duration.milliseconds(1)

  private func receive(_ numbers: ClosedRange<Int>, key: String = "k") {
    for number in numbers {
      let delivery = Delivery(
        number: number,
        key: key,
        keyAttempt: number,
        method: "POST",
        path: "/items",
        contentType: nil,
        authorization: nil,
        body: []
      )
      timeline.append(.received(delivery))
    }
  }

  @Test(.timeLimit(.minutes(30))) func `a second process that sends nothing keeps the promise`() {
    let command = timeline.beginCommand()
    receive(1...1)
    timeline.append(.held(delivery: 1))
    timeline.endCommand(command)
    let wait = timeline.waitForRival(of: "k", of: 1, in: command, atMost: Self.limit)
    #expect(wait == .kept)
  }

  @Test(.timeLimit(.minutes(30))) func `a second delivery beside a held one is a second sender`() {
    let command = timeline.beginCommand()
    receive(1...1)
    timeline.append(.held(delivery: 1))
    receive(2...2, key: "another")
    receive(3...3)
    timeline.endCommand(command)
    let wait = timeline.waitForRival(of: "k", of: 1, in: command, atMost: Self.limit)
    #expect(wait == .sentAtOnce(3))
  }

  @Test(.timeLimit(.minutes(30))) func `a sender that has left has no rival`() {
    let command = timeline.beginCommand()
    receive(1...1)
    timeline.append(.held(delivery: 1))
    timeline.append(.clientGone(delivery: 1))
    receive(2...2)
    let wait = timeline.waitForRival(of: "k", of: 1, in: command, atMost: Self.limit)
    #expect(wait == .firstLeft)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [1, 8, 9, 24])
  func `deliveries that have not ended are under way at once`(count: Int) {
    let command = timeline.beginCommand()
    receive(1...count)
    let most = timeline.waitForBurst(above: 8, atMost: Self.quiet, of: command)
    #expect(most == count)
  }

  @Test(.timeLimit(.minutes(30))) func `deliveries one after another are no burst`() {
    let command = timeline.beginCommand()
    receive(1...20)
    for number in 1...19 { timeline.append(.answered(delivery: number, status: 200)) }
    #expect(timeline.waitForBurst(above: 8, atMost: Self.limit, of: command) == 1)
  }

  @Test func `a held delivery is known by its key until it is released`() {
    receive(1...1)
    #expect(timeline.heldDelivery(of: "k") == nil)
    timeline.append(.held(delivery: 1))
    #expect(timeline.heldDelivery(of: "k") == 1)
    #expect(timeline.heldDelivery(of: "another") == nil)
    #expect(timeline.waitUntilQuiet(atMost: Self.limit, heldCounts: false))
    #expect(!timeline.waitUntilQuiet(atMost: Self.quiet))
    timeline.append(.released(delivery: 1))
    #expect(timeline.heldDelivery(of: "k") == nil)
  }
}
