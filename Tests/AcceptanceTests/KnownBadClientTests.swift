// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import TestSupport
import Testing

@testable import known_bad_client

struct KnownBadClientTests {
  private static let program = BuiltProducts.path(of: "known-bad-client")

  /// The words that tell most about each flaw.
  private static func finding(of flaw: Flaw) -> Finding {
    switch flaw {
    case .newKeyOnRelaunch, .keyOnlyInMemory: .keyChangedOnRelaunch
    case .newKeyOnRetry: .keyChangedOnRetry
    case .bodyChangedOnRetry: .bodyChangedOnRetry
    case .bodyRebuiltOnRelaunch: .bodyChangedOnRelaunch
    case .bodyRewrittenOnSubmit: .bodyNotAsSubmitted
    case .deletedOn503, .stoppedOn503, .droppedWhenRefused: .droppedOnUnknownOutcome
    case .completedOn503: .completedWithoutSuccess
    case .resentAfter409: .resentAfterConflict
    case .droppedOn409: .droppedAfterConflict
    case .newKeyAfter409: .newKeyAfterConflict
    case .conflictNotStopped: .notStoppedAfterConflict
    case .newActionReusesKey: .newActionReusedKey
    case .newActionSwallowed: .newActionMadeNoRecord
    case .notDurable: .taskNotListed
    case .losesTaskOnRelaunch: .taskLostOnRelaunch
    case .deletedBeforeSend: .removedWithoutSuccess
    case .newTaskWhenRefused: .taskIdentityChanged
    case .attemptsResetWhenRefused: .attemptsWentDown
    case .attemptsOnlyInMemory: .attemptsNotCounted
    case .claimNeverReleased: .notSentAfterRelaunch
    case .doubleSend: .twoRecordsForOneAction
    case .noKeySent: .keyNotAccepted
    case .neverSends: .notSettledOnceReachable
    case .deletedOn429, .stoppedOn408: .droppedOnUnknownOutcome
    case .believesCutAnswer: .completedWithoutSuccess
    case .believesAny200: .falseSuccessBelieved
    case .believesPartialSuccess: .partialSuccessBelieved
    case .redirectAsRead: .redirectBecameRead
    case .redirectWithoutBody: .writeMangledByRedirect
    case .transportResends: .transportResentAsNewWrite
    case .lateAnswerRestores: .lateAnswerChangedSettled
    case .retriesRejection: .notStoppedAfterRejection
    case .droppedOnRejection: .droppedAfterRejection
    case .headBlocks: .blockedByPoisonedHead
    case .sendsAllAtOnce: .burstOnReconnect
    case .twoSenders: .twoSendersAtOnce
    case .lostDuringDrain: .lostDuringDrain
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: Flaw.allCases)
  func `each flaw is caught by the case and the promise that are meant for it`(
    flaw: Flaw
  ) throws {
    let expectation = flaw.expectation
    let run = try CaseRun(
      expectation.caseName,
      client: [Self.program, "--flaw", flaw.rawValue]
    )
    #expect(run.finding?.invariant.rawValue == expectation.invariant)
    #expect(run.finding == Self.finding(of: flaw))
    #expect(run.exit?.isTrap == true)
    #expect(run.log.last?.result.description == "violated:\(expectation.invariant)")
  }

  @Test(.timeLimit(.minutes(30)), arguments: Flaw.allCases)
  func `in every other case a flaw is judged and never an error of the client`(
    flaw: Flaw
  ) throws {
    for name in QueueCaseTests.names where name != flaw.expectation.caseName {
      let run = try CaseRun(name, client: [Self.program, "--flaw", flaw.rawValue])
      switch run.verdict {
      case .passed, .failed(.invariantBroken): break
      // What is never sent meets no fault.
      case .unjudged(.vacuous): #expect(flaw == .neverSends, "\(name)")
      default: Issue.record("\(name) with \(flaw.rawValue): \(String(describing: run.verdict))")
      }
    }
  }

  @Test func `every expectation names a queue case that promises the invariant`() throws {
    for flaw in Flaw.allCases {
      let description = try #require(
        CaseCatalogue.all.first { $0.name.description == flaw.expectation.caseName }
      )
      let invariant = try #require(Invariant(rawValue: flaw.expectation.invariant))
      #expect(description.invariants.contains(invariant), "\(flaw.rawValue)")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the list names each flaw with its case and promise`() throws {
    let finished = try ChildProcess.run(
      Command([Self.program, "--list"]),
      outputBytesMax: 1 << 16,
      timeLimit: .seconds(20)
    )
    let lines = String(decoding: finished.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == Flaw.allCases.count)
    #expect(
      lines.contains("completed-on-503\tqueue.lost-response\tremoved-only-after-explicit-success")
    )
  }
}
