// SPDX-License-Identifier: Apache-2.0

import AcceptanceHarness
import AcceptanceModel
import BundledQueueExploring
import FaultInjection
import Locking
import OfflineWrites
import QueueExploring
import Testing

struct BundledQueueTests {
  private static let seed = Seed(0x5eed)

  private static func outcome(
    _ steps: [String],
    _ parts: QueueParts? = nil,
    isRecording: Bool = false
  ) throws -> ScheduleOutcome {
    var executor = try BundledExecutor(
      .default,
      parts ?? #require(QueueParts(.default))
    )
    return try executor.run(Schedule(parsing: steps), seed: seed, isRecording: isRecording)
  }

  @Test(.timeLimit(.minutes(30)), arguments: Profile.builtIn)
  func `the queue keeps its promises in every small schedule and in drawn ones`(
    profile: Profile
  ) throws {
    let space = ScheduleSpace(
      .inProcess(profile, statementsMax: 20),
      seed: Self.seed,
      count: 250,
      depth: 8,
      submitsMax: 3
    )
    var executor = try BundledExecutor(profile, #require(QueueParts(profile)))
    for number in 0..<space.count {
      let schedule = space.schedule(number)
      let outcome = try executor.run(schedule, seed: Self.seed, isRecording: false)
      #expect(outcome.finding == nil, "\(schedule.texts)")
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: 1...25)
  func `whatever statement it dies at, one action makes one record`(number: Int) throws {
    let steps = ["submit", "submit", "resume status-after-commit:503 kill statement:\(number)"]
    let outcome = try Self.outcome(steps + ["second-sender kill"], isRecording: true)
    #expect(outcome.finding == nil)
    // The detector fires: it did die there, up to the last statement of the step.
    #expect(outcome.log.contains { $0.result == .happened(.killed) })
  }

  @Test func `each point lies where its name says`() throws {
    func story(_ point: String) throws -> [String] {
      let outcome = try Self.outcome(["submit", "resume kill \(point)"], isRecording: true)
      let words = outcome.log.map(\.result.description)
      let end = words.firstIndex(of: "killed") ?? words.count
      return Array(words[..<end].drop { $0 != "resumed" }.dropFirst())
    }
    #expect(try story("claim-stored") == [])
    #expect(try story("request-sent") == ["received", "closed", "client-gone"])
    #expect(try story("server-committed") == ["received", "committed", "closed", "client-gone"])
    #expect(try story("before-marked") == ["received", "committed", "answered"])
  }

  // MARK: - Mistakes

  /// A mistake in one part of the queue, with the fewest steps that show it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let finding: Finding
    let steps: [String]
    let make: @Sendable (inout QueueParts) -> Void

    var testDescription: String { name }
  }

  static let mistakes: [Mistake] = [
    Mistake(
      name: "a status is taken for a rejection",
      finding: .droppedOnUnknownOutcome,
      steps: ["submit", "resume status-before-commit:503"]
    ) { $0.configuration.outcomes.statuses[503] = .stopped },
    Mistake(
      name: "any object is taken for a success",
      finding: .falseSuccessBelieved,
      steps: ["submit", "resume error-in-success"]
    ) { $0.configuration.outcomes.success = SuccessShape(requires: [], forbids: []) },
    Mistake(
      name: "any object without an error is taken for a success",
      finding: .partialSuccessBelieved,
      steps: ["submit", "resume partial-success"]
    ) { $0.configuration.outcomes.success = SuccessShape(requires: []) },
    Mistake(
      name: "a used key is never sent again",
      finding: .droppedOnUnknownOutcome,
      steps: ["submit", "resume status-before-commit:503"]
    ) { $0.configuration.keyLifetimeSeconds = 0 },
    Mistake(
      name: "the transport makes a key of its own",
      finding: .keyNotSentAsAcknowledged,
      steps: ["submit"]
    ) { $0.transport = { MistakenTransport($0, .ownKey) } },
    Mistake(
      name: "the transport sends no key",
      finding: .keyNotAccepted,
      steps: ["submit"]
    ) { $0.transport = { MistakenTransport($0, .noKey) } },
    Mistake(
      name: "the transport makes another key for a retry",
      finding: .keyChangedOnRetry,
      steps: ["submit", "resume status-before-commit:503"]
    ) { $0.transport = { MistakenTransport($0, .keyOfRetry) } },
    Mistake(
      name: "the transport says in the body that it is a retry",
      finding: .bodyChangedOnRetry,
      steps: ["submit", "resume status-before-commit:503"]
    ) { $0.transport = { MistakenTransport($0, .bodyOfRetry) } },
    Mistake(
      name: "the transport sends again by itself, under another key",
      finding: .keyChangedOnRetry,
      steps: ["submit", "resume close-before-commit"]
    ) { $0.transport = { MistakenTransport($0, .sendsAgain) } },
    Mistake(
      name: "the transport believes that what was sent was done",
      finding: .completedWithoutSuccess,
      steps: ["submit", "resume close-before-commit"]
    ) { $0.transport = { MistakenTransport($0, .believesSent) } },
    Mistake(
      name: "the transport believes in what is away",
      finding: .completedWithoutSuccess,
      steps: ["submit", "resume refuse"]
    ) { $0.transport = { MistakenTransport($0, .believesRefused) } },
    Mistake(
      name: "the transport sends nothing",
      finding: .notSettledOnceReachable,
      steps: ["submit"]
    ) { $0.transport = { MistakenTransport($0, .neverSends) } },
    Mistake(
      name: "the store is empty after a crash",
      finding: .taskLostOnRelaunch,
      steps: ["submit kill"]
    ) { $0.afterKill = { try? $0.clear() } },
    Mistake(
      name: "every sender gets the number that it asks for",
      finding: .twoSendersAtOnce,
      steps: ["submit", "second-sender"]
    ) { $0.senders = { LenientSenders() } },
    Mistake(
      name: "the number of a dead sender is never free again",
      finding: .notSentAfterRelaunch,
      steps: ["submit", "resume kill server-committed"]
    ) { $0.senders = { StingySenders() } },
  ]

  @Test(.timeLimit(.minutes(30)), arguments: mistakes)
  func `each mistake is found, and shrunk to the fewest steps`(mistake: Mistake) throws {
    var parts = try #require(QueueParts(.default))
    mistake.make(&parts)
    #expect(try Self.outcome(mistake.steps, parts).finding == mistake.finding)
    // The good queue keeps its promise there.
    #expect(try Self.outcome(mistake.steps).finding == nil)

    // A search comes upon it among the small ones, and makes it as small.
    let messages = try Self.search(parts, schedules: 70, keepsGoing: true)
    let found = messages.compactMap { if case .found(let example, _) = $0 { example } else { nil } }
    let example = try #require(found.first { $0.finding == mistake.finding.name })
    #expect(example.steps.count <= mistake.steps.count, "\(example.steps)")
    let again = try Self.outcome(example.steps, parts, isRecording: true)
    #expect(again.finding == mistake.finding)
    #expect(again.log.last?.result == .violated(mistake.finding.invariant))
    // Not one step can be left out.
    for index in example.steps.indices where example.steps.count > 1 {
      var fewer = example.steps
      fewer.remove(at: index)
      #expect(try Self.outcome(fewer, parts).finding != mistake.finding, "\(fewer)")
    }
  }

  // MARK: - The search

  private static func search(
    _ parts: QueueParts,
    seed: UInt64 = 0x5eed,
    schedules: Int,
    threads: Int = 2,
    part: Int = 1,
    parts count: Int = 1,
    keepsGoing: Bool = false
  ) throws -> [ExploreMessage] {
    let parameters = ExploreParameters(
      program: CaseParameters(seed: Seed(seed), client: ["none"], folder: "/nowhere"),
      area: .queue,
      isInProcess: true,
      depth: 8,
      records: 3,
      tickets: 3,
      sessions: 3,
      schedules: schedules,
      part: part,
      parts: count,
      keepsGoing: keepsGoing
    )
    let means = QueueExplorer.Means(
      alphabet: .inProcess(.default, statementsMax: 20),
      threads: threads
    ) { _ throws(ScheduleStop) in try BundledExecutor(.default, parts) }
    var messages: [ExploreMessage] = []
    QueueExplorer.run(
      parameters,
      by: means,
      mustStop: { false },
      tell: { messages.append($0) }
    )
    return messages
  }

  @Test(.timeLimit(.minutes(30)))
  func `the same seed gives the same digest, on one thread and on two, and another seed another`()
    throws
  {
    let parts = try #require(QueueParts(.default))
    let digests = try [(UInt64(7), 1), (7, 2), (8, 2)].map { seed, threads in
      let last = try Self.search(
        parts,
        seed: seed,
        schedules: 200,
        threads: threads
      ).last
      guard case .ended(let coverage, let digest, true)? = last else { throw Missing.end }
      #expect(coverage.orders == 200 && coverage.fraction == 1 && coverage.depth == 8)
      return digest
    }
    #expect(digests[0] == digests[1] && digests[1] != digests[2])
  }

  @Test(.timeLimit(.minutes(30)))
  func `an event more or less is another digest`() throws {
    let plain = try Self.outcome(["submit", "resume"])
    let recorded = try Self.outcome(["submit", "resume"], isRecording: true)
    #expect(plain.digest == recorded.digest && plain.log.isEmpty && !recorded.log.isEmpty)
    var parts = try #require(QueueParts(.default))
    parts.transport = { MistakenTransport($0, .askedTwice) }
    let other = try Self.outcome(["submit", "resume"], parts)
    #expect(other.finding == nil && other.digest != plain.digest)
  }

  private enum Missing: Error {
    case end
  }
}

/// A transport that makes one mistake.
private final class MistakenTransport: Transport {
  enum Kind {
    case ownKey
    case noKey
    case keyOfRetry
    case bodyOfRetry
    case sendsAgain
    case believesSent
    case believesRefused
    case neverSends
    /// No mistake of its own: the same request goes out twice.
    case askedTwice
  }

  private let real: any Transport
  private let kind: Kind
  private let sent = Monitor<[[UInt8]: Int]>([:])

  init(_ real: any Transport, _ kind: Kind) {
    self.real = real
    self.kind = kind
  }

  func send(_ request: TransportRequest) throws(TransportFailure) -> TransportAnswer {
    let number = sent.withLock { sent in
      sent[request.body, default: 0] += 1
      return sent[request.body] ?? 0
    }
    switch kind {
    case .ownKey: return try real.send(request.with(key: "own-\(number)"))
    case .noKey: return try real.send(request.with(key: nil))
    case .keyOfRetry where number > 1: return try real.send(request.with(key: "retry-\(number)"))
    case .bodyOfRetry where number > 1:
      return try real.send(request.with(body: Array(#"{"retry":true}"#.utf8)))
    case .keyOfRetry, .bodyOfRetry: return try real.send(request)
    case .neverSends: throw .refused
    case .askedTwice:
      _ = try? real.send(request)
      return try real.send(request)
    case .sendsAgain, .believesSent, .believesRefused:
      do {
        return try real.send(request)
      } catch {
        switch (kind, error) {
        case (.sendsAgain, .reset): return try real.send(request.with(key: "again-\(number)"))
        case (.believesSent, .reset), (.believesRefused, .refused):
          return TransportAnswer(status: 200, body: Array(#"{"id":1}"#.utf8))
        default: throw error
        }
      }
    }
  }
}

extension TransportRequest {
  fileprivate func with(key: String?) -> TransportRequest {
    let others = headers.filter { $0.name != "Idempotency-Key" }
    let own = key.flatMap { HeaderField("Idempotency-Key", $0) }
    return with(headers: others + [own].compactMap(\.self), body: body)
  }

  fileprivate func with(body: [UInt8]) -> TransportRequest { with(headers: headers, body: body) }

  private func with(headers: [HeaderField], body: [UInt8]) -> TransportRequest {
    TransportRequest(
      endpoint: endpoint,
      method: method,
      headers: headers,
      body: body,
      timeoutMilliseconds: timeoutMilliseconds,
      answerBytesMax: answerBytesMax,
      answerHeaderBytesMax: answerHeaderBytesMax
    )
  }
}

private struct LenientSenders: SenderPlace {
  func take(_ number: Int64) throws(QueueError) -> SenderLock? { SenderLock(number: number) {} }
}

private final class StingySenders: SenderPlace {
  private let taken = Monitor<Set<Int64>>([])

  func take(_ number: Int64) throws(QueueError) -> SenderLock? {
    guard taken.withLock({ $0.insert(number).inserted }) else { return nil }
    return SenderLock(number: number) {}
  }
}
