// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import Contracts
import FaultInjection
import QueueExploring
import Testing

/// What is found broken, given nothing but facts.
struct ScheduleOracleTests {
  private static let first = UserAction(task: "t1", key: "k1", body: Array("1".utf8))
  private static let second = UserAction(task: "t2", key: "k2", body: Array("2".utf8))
  private static let submit = ScheduleStep.submit(repeatsContent: false, .away, isKilled: false)
  private static let resume = ScheduleStep.resume(.quiet, nil)

  private static func delivery(
    _ number: Int,
    of action: UserAction = first,
    key: String?? = .none,
    body: String? = nil,
    succeeded: Bool = false
  ) -> SeenDelivery {
    SeenDelivery(
      number: number,
      key: key ?? action.key,
      keyAttempt: number,
      body: body.map { Array($0.utf8) } ?? action.body,
      succeeded: succeeded
    )
  }

  private static func facts(
    _ actions: [UserAction] = [first],
    listed: [(UserAction, Int, TaskState)] = [(first, 0, .pending)],
    _ deliveries: SeenDelivery...,
    readsRefused: Int = 0
  ) -> QueueFacts {
    var facts = QueueFacts()
    facts.actions = actions
    facts.deliveries = deliveries
    for (action, attempts, state) in listed {
      facts.listings[action.task] = TaskListing(
        task: action.task,
        key: action.key,
        attempts: attempts,
        state: state
      )
    }
    facts.readsRefused = readsRefused
    return facts
  }

  /// Judges facts behind others that broke nothing.
  private static func finding(
    _ facts: QueueFacts,
    after step: ScheduleStep? = resume,
    wasKilled: Bool = false,
    behind before: QueueFacts? = facts()
  ) -> Finding? {
    var oracle = ScheduleOracle(.default)
    if let before {
      #expect(oracle.judge(after: submit, wasKilled: false, before) == nil)
    }
    if wasKilled { oracle.killed(after: facts.deliveries.count) }
    return oracle.judge(after: step, wasKilled: wasKilled, facts)?.finding
  }

  @Test func `a task that waits, or is done as the server said, breaks nothing`() {
    #expect(Self.finding(Self.facts(listed: [(Self.first, 1, .pending)], Self.delivery(1))) == nil)
    for listed in [[(Self.first, 1, TaskState.completed)], []] {
      #expect(Self.finding(Self.facts(listed: listed, Self.delivery(1, succeeded: true))) == nil)
    }
    // Killed over an answer that went out, it may know it or not.
    let facts = Self.facts(listed: [(Self.first, 1, .pending)], Self.delivery(1, succeeded: true))
    #expect(Self.finding(facts, wasKilled: true) == nil)
  }

  @Test func `what is gone is lost, by the moment at which it went`() {
    let gone = Self.facts(listed: [])
    #expect(Self.finding(gone, after: Self.submit, behind: nil) == .taskNotListed)
    #expect(Self.finding(gone, wasKilled: true) == .taskLostOnRelaunch)
    #expect(
      Self.finding(gone, after: Self.submit, wasKilled: true, behind: nil) == .taskLostOnRelaunch
    )
    #expect(Self.finding(gone) == .droppedOnUnknownOutcome)
    let sent = Self.facts(listed: [], Self.delivery(1))
    #expect(Self.finding(sent, wasKilled: true) == .removedWithoutSuccess)
    #expect(Self.finding(sent) == .droppedOnUnknownOutcome)
    let both = Self.facts([Self.first, Self.second])
    #expect(Self.finding(both, after: .submitBeside) == .lostDuringDrain)
    let renamed = UserAction(task: "t9", key: "k1", body: [])
    #expect(Self.finding(Self.facts(listed: [(renamed, 0, .pending)])) == .taskIdentityChanged)
  }

  @Test(arguments: [
    (nil, Finding.completedWithoutSuccess), (Fault.captivePortal, .falseSuccessBelieved),
    (.emptySuccess, .falseSuccessBelieved), (.partialSuccess, .partialSuccessBelieved),
    (.redirectPreserving(307), .redirectBelieved), (.closeAfterCommit, .completedWithoutSuccess),
  ])
  func `what is believed without a success has a name`(fault: Fault?, finding: Finding) {
    let step = ScheduleStep.resume(fault.map { .faulty([$0]) } ?? .quiet, nil)
    let facts = Self.facts(listed: [(Self.first, 1, .completed)], Self.delivery(1))
    #expect(Self.finding(facts, after: step) == finding)
  }

  @Test func `only an answer that tells of a failure may stop a task`() {
    let facts = Self.facts(listed: [(Self.first, 1, .stopped)], Self.delivery(1))
    #expect(Self.finding(facts) == .droppedOnUnknownOutcome)
    for fault in [Fault.errorInSuccess, .partialSuccess] {
      #expect(Self.finding(facts, after: .resume(.faulty([fault]), nil)) == nil)
    }
    // The fault of another task is none of its own.
    let other = ScheduleStep.resume(.faulty([nil, .errorInSuccess]), nil)
    #expect(Self.finding(facts, after: other) == .droppedOnUnknownOutcome)
  }

  @Test func `what identifies an action never changes`() {
    let pending = [(Self.first, 2, TaskState.pending)]
    let one = Self.delivery(1)
    let otherKey = Self.facts(listed: pending, one, Self.delivery(2, key: "k9"))
    #expect(Self.finding(otherKey) == .keyChangedOnRetry)
    var oracle = ScheduleOracle(.default)
    #expect(oracle.judge(after: Self.submit, wasKilled: false, Self.facts()) == nil)
    oracle.killed(after: 1)
    #expect(
      oracle.judge(after: nil, wasKilled: false, otherKey)?.finding == .keyChangedOnRelaunch
    )
    let otherBody = Self.facts(listed: pending, one, Self.delivery(2, body: "9"))
    #expect(Self.finding(otherBody) == .bodyChangedOnRetry)
    let redirected = ScheduleStep.resume(.faulty([.redirectPreserving(308)]), nil)
    #expect(Self.finding(otherBody, after: redirected) == .writeMangledByRedirect)
    #expect(Self.finding(Self.facts(listed: pending, readsRefused: 1)) == .redirectBecameRead)
    let unkeyed = Self.facts(listed: pending, Self.delivery(1, key: .some(nil)))
    #expect(Self.finding(unkeyed) == .keyNotAccepted)
    let stranger = Self.facts(listed: pending, Self.delivery(1, key: "k9", body: "9"))
    #expect(Self.finding(stranger) == .keyNotSentAsAcknowledged)
    let relisted = UserAction(task: "t1", key: "k9", body: [])
    #expect(Self.finding(Self.facts(listed: [(relisted, 0, .pending)])) == .listedKeyChanged)
    let again = UserAction(task: "t2", key: "k1", body: Array("2".utf8))
    #expect(Self.finding(Self.facts([Self.first, again])) == .newActionReusedKey)
  }

  @Test func `a second record belongs to the action with its bytes`() {
    var facts = Self.facts(listed: [(Self.first, 1, .pending)], Self.delivery(1))
    let ledger = Ledger()
    _ = try? ledger.seed(key: "k1", body: Self.first.body)
    _ = try? ledger.seed(key: "k9", body: Self.first.body)
    facts.records = ledger.records
    var oracle = ScheduleOracle(.default)
    let breach = oracle.judge(after: Self.resume, wasKilled: false, facts)
    #expect(breach?.finding == .twoRecordsForOneAction && breach?.action == Self.first)
  }

  @Test func `attempts are counted and never go down`() {
    let before = Self.facts(listed: [(Self.first, 2, .pending)])
    #expect(
      Self.finding(Self.facts(listed: [(Self.first, 1, .pending)]), behind: before)
        == .attemptsWentDown
    )
    #expect(Self.finding(Self.facts([Self.first], Self.delivery(1))) == .attemptsNotCounted)
  }

  @Test func `what is done stays done, and nobody else's answer does it`() {
    let done = Self.facts(
      listed: [(Self.first, 1, .completed)],
      Self.delivery(1, succeeded: true)
    )
    let undone = Self.facts(
      listed: [(Self.first, 1, .pending)],
      Self.delivery(1, succeeded: true)
    )
    #expect(Self.finding(undone, behind: done) == .lateAnswerChangedSettled)
    let believed = Self.facts(listed: [(Self.first, 1, .completed)], Self.delivery(1))
    let step = ScheduleStep.secondSender(.quiet, isFirstKilled: false, isInside: false)
    #expect(Self.finding(believed, after: step) == .lateAnswerSettledAnother)
  }

  @Test func `in the end everything is settled`() {
    func end(_ facts: QueueFacts, killedAfter: Int?) -> Finding? {
      var oracle = ScheduleOracle(.default)
      _ = oracle.judge(after: Self.submit, wasKilled: false, Self.facts())
      if let killedAfter { oracle.killed(after: killedAfter) }
      return oracle.judgeEnd(facts)?.finding
    }
    let waiting = Self.facts(listed: [(Self.first, 1, .pending)], Self.delivery(1))
    #expect(end(waiting, killedAfter: nil) == .notSettledOnceReachable)
    #expect(end(waiting, killedAfter: 1) == .notSentAfterRelaunch)
    #expect(end(waiting, killedAfter: 0) == .notSettledOnceReachable)
    let done = Self.facts(
      listed: [(Self.first, 1, .completed)],
      Self.delivery(1, succeeded: true)
    )
    #expect(end(done, killedAfter: 1) == nil)
  }
}
