// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// A server that asks for time is given it, within bounds.
package enum QueueRetryAfter {
  /// The longest that a task may wait, whatever a server asks for, in seconds.
  private static let waitSecondsMax: Int64 = 86_400

  /// An answer that asks for time.
  private struct Answer {
    let fault: Fault
    /// How long the client must wait, in seconds, or nothing where what is asked for makes no sense.
    var seconds: Int64?
  }

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.clock)
    queue.clock = QueueScenario.startOfClock
    try queue.serverAppears()
    for round in 0..<answers(at: 0).count {
      try judge(queue, round, answers(at: queue.clock)[round])
      queue.clock += waitSecondsMax
    }
  }

  private static func answers(at now: Int64) -> [Answer] {
    [
      Answer(fault: .tooManyRequests(retryAfter: "120"), seconds: 120),
      Answer(fault: .unavailable(retryAfter: HTTPDate.text(unixSeconds: now + 90)), seconds: 90),
      Answer(fault: .unavailable(retryAfter: "600"), seconds: 600),
      Answer(fault: .tooManyRequests(retryAfter: "999999999999")),
      Answer(fault: .unavailable(retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT")),
      Answer(fault: .tooManyRequests(retryAfter: "-1")),
      Answer(fault: .tooManyRequests(retryAfter: "soon")),
    ]
  }

  /// Lets a task meet an answer, and looks when it comes back.
  private static func judge(
    _ queue: QueueScenario,
    _ round: Int,
    _ answer: Answer
  ) throws(CaseStop) {
    queue.setFaults(.once(answer.fault))
    let start = queue.clock
    let action = try queue.submit(content: round)
    for _ in 1...QueueScenario.resumesMax where queue.deliveries(of: action).isEmpty {
      try queue.resume()
    }
    guard !queue.deliveries(of: action).isEmpty else { throw .unjudged(.vacuous) }
    queue.checkIdentities()

    if let seconds = answer.seconds {
      queue.clock = start + seconds - 1
      try queue.sendDue()
      let early = queue.deliveries(of: action).dropFirst().first
      queue.check(early == nil, .sentBeforeRetryAfter, of: action, at: early)
    }
    queue.clock = start + waitSecondsMax
    try queue.sendDue()
    queue.checkIdentities()
    let isSentAgain = queue.deliveries(of: action).count > 1
    queue.check(isSentAgain, .retryAfterWithoutEnd, of: action)
    let settled = queue.isSettled(action, try queue.listing(of: action))
    queue.check(settled, .notSettledOnceReachable, of: action)
  }
}
