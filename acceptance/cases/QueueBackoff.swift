// SPDX-License-Identifier: Apache-2.0

package import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection

/// Failed attempts wait for longer and longer, but not for ever, and not all for the same time.
package enum QueueBackoff {
  private static let tasks = 2
  /// So many doublings of a quarter of a second are longer than a day.
  private static let attemptsBefore = 20
  /// The longest that a task may wait, in seconds.
  private static let waitSecondsMax: Int64 = 86_400
  /// Into how many steps the longest wait is divided.
  ///
  /// So fine that waits which differ by a tenth seldom end in the same one.
  private static let steps: Int64 = 48
  /// How many waits must end in the same step before they count as equal.
  ///
  /// Even where chance moves a wait by no more than a tenth, that happens once in a thousand million runs.
  private static let equalWaitsMax = 16

  package static func run(_ queue: QueueScenario) throws(CaseStop) {
    try queue.need(.clock)
    queue.clock = QueueScenario.startOfClock
    var actions: [UserAction] = []
    for content in 0..<tasks { actions.append(try queue.submit(content: content)) }
    // An attempt that reaches nobody counts as well.
    try queue.resume()
    try queue.serverAppears(.always(.statusBeforeCommit(503)))
    for _ in 1...attemptsBefore { try queue.resume() }

    let longest = try longestWait(queue)
    try checkSpread(queue, longestSeconds: longest)

    // All the waiting has changed nothing of what the tasks are.
    queue.faultsEnd()
    queue.clock += waitSecondsMax
    try queue.resume()
    queue.checkIdentities()
    for action in actions {
      let isRenamed = try queue.isListedUnderAnotherTask(action)
      queue.check(!isRenamed, .taskIdentityChanged, of: action)
      let listing = try queue.listing(of: action)
      queue.check(queue.isSettled(action, listing), .notSettledOnceReachable, of: action)
    }
  }

  /// Lets every task that the client sends fail at the same moment.
  ///
  /// - Returns: the keys that were sent.
  private static func failTogether(_ queue: QueueScenario) throws(CaseStop) -> Set<String?> {
    let keys = try arrivals(queue) { () throws(CaseStop) in try queue.resume() }
    queue.checkIdentities()
    // A client that has given its tasks up by now has no waiting time to look at.
    guard !keys.isEmpty else { throw .unjudged(.vacuous) }
    return keys
  }

  /// The keys that arrive while something is done.
  private static func arrivals(
    _ queue: QueueScenario,
    _ body: () throws(CaseStop) -> Void
  ) throws(CaseStop) -> Set<String?> {
    let sent = queue.deliveries.count
    try body()
    return Set(queue.deliveries.dropFirst(sent).map(\.key))
  }

  private static func arrivals(
    _ queue: QueueScenario,
    dueAt moment: Int64
  ) throws(CaseStop) -> Set<String?> {
    queue.clock = moment
    return try arrivals(queue) { () throws(CaseStop) in try queue.sendDue() }
  }

  /// How long it takes until every task that failed has been sent again, to the next power of two.
  private static func longestWait(_ queue: QueueScenario) throws(CaseStop) -> Int64 {
    var missing = try failTogether(queue)
    let start = queue.clock
    let atOnce = try arrivals(queue, dueAt: start)
    queue.check(atOnce.isEmpty, .noWaiting)
    var waited: Int64 = 1
    while true {
      missing.subtract(try arrivals(queue, dueAt: start + min(waited, waitSecondsMax)))
      if missing.isEmpty { return waited }
      queue.check(waited < waitSecondsMax, .waitWithoutEnd)
      if waited >= waitSecondsMax { return waited }
      waited *= 2
    }
  }

  /// Asserts that waits which begin together do not end together, time and again.
  private static func checkSpread(
    _ queue: QueueScenario,
    longestSeconds longest: Int64
  ) throws(CaseStop) {
    let width = (longest + steps - 1) / steps
    let first = try failTogether(queue)
    let start = queue.clock
    var step: Int64 = 0
    var back: Set<String?> = []
    while back.isEmpty, step < steps {
      step += 1
      back = try arrivals(queue, dueAt: start + step * width)
    }
    var equalWaits = first.count
    guard back == first else { return }
    while equalWaits < equalWaitsMax {
      let failed = try failTogether(queue)
      let start = queue.clock
      guard try arrivals(queue, dueAt: start + (step - 1) * width).isEmpty,
        try arrivals(queue, dueAt: start + step * width) == failed
      else { return }
      equalWaits += failed.count
    }
    queue.check(false, .waitsNotSpread)
  }
}
