// SPDX-License-Identifier: Apache-2.0

package import FaultInjection

/// Which steps schedules are made of: what can be brought about differs from one kind of queue to another.
package struct ScheduleAlphabet: Hashable, Sendable {
  /// How each schedule can begin: what comes before the first action changes nothing.
  package var beginnings: [ScheduleStep]
  /// Every step of the small schedules.
  package var all: [ScheduleStep]
  /// The few of them that most mistakes show themselves at, for schedules that are a step longer.
  package var core: [ScheduleStep]
  /// Faults for drawn schedules.
  package var faults: [Fault]
  /// Points for drawn schedules.
  package var points: [CrashPoint]
  /// Whether a second sender can be in the process of the first, and an app can be relaunched in between.
  package var isInProcess: Bool

  /// The steps for real processes.
  ///
  /// - Parameters:
  ///   - profile: what the server makes of a fault.
  ///   - hasKillPoints: whether the client ends itself where nobody else can see it.
  /// - Returns: the steps.
  package static func ofProcesses(_ profile: Profile, hasKillPoints: Bool) -> ScheduleAlphabet {
    let ofClient: Set<CrashPoint> = [.claimStored, .beforeMarked]
    let points = CrashPoint.named.filter { hasKillPoints || !ofClient.contains($0) }
    return ScheduleAlphabet(profile, points: points, statements: [], isInProcess: false)
  }

  /// The steps for a queue within the process.
  ///
  /// - Parameters:
  ///   - profile: what the server makes of a fault.
  ///   - statementsMax: up to which statement of a step the queue is killed at each.
  /// - Returns: the steps.
  package static func inProcess(_ profile: Profile, statementsMax: Int) -> ScheduleAlphabet {
    // What is on its way makes no difference to a transport that hands over whole answers.
    let points: [CrashPoint] = [.claimStored, .requestSent, .serverCommitted, .beforeMarked]
    return ScheduleAlphabet(
      profile,
      points: points,
      statements: (0..<max(0, statementsMax)).map { .statement($0 + 1) },
      isInProcess: true
    )
  }

  private init(
    _ profile: Profile,
    points: [CrashPoint],
    statements: [CrashPoint],
    isInProcess: Bool
  ) {
    func resume(_ fault: Fault) -> ScheduleStep { .resume(.faulty([fault]), nil) }
    func kill(_ point: CrashPoint) -> ScheduleStep {
      .resume(.quiet, ScheduleStep.Crash(point))
    }
    let submit = ScheduleStep.submit(repeatsContent: false, .away, isKilled: false)
    let submits: [ScheduleStep] = [
      submit, .submit(repeatsContent: false, .quiet, isKilled: false),
      .submit(repeatsContent: false, .away, isKilled: true),
      .submit(repeatsContent: true, .away, isKilled: false), .submitBeside,
    ]
    let senders: [ScheduleStep] = [
      .secondSender(.quiet, isFirstKilled: false, isInside: false),
      .secondSender(.faulty([.statusBeforeCommit(503)]), isFirstKilled: false, isInside: false),
      .secondSender(.quiet, isFirstKilled: true, isInside: false),
    ]
    let inside: [ScheduleStep] = [
      .relaunch, .secondSender(.quiet, isFirstKilled: false, isInside: true),
    ]
    let faults = Self.faults(profile)
    let plain: [ScheduleStep] = [.resume(.quiet, nil), .resume(.away, nil)]
    self.faults = faults
    self.points = points + statements
    self.isInProcess = isInProcess
    beginnings = Array(submits.prefix(3))
    all =
      submits + plain + faults.map(resume) + points.map(kill) + senders
      + (isInProcess ? inside + statements.map(kill) : [])
    let coreFaults: [Fault] = [
      .statusAfterCommit(503), .resetAfterCommit, .statusBeforeCommit(503), .reusedConnectionReset,
      .truncatedBody(bytes: 1),
    ]
    core =
      [submit, .submit(repeatsContent: true, .away, isKilled: false), .submitBeside] + plain
      + coreFaults.map(resume)
      + points.filter { [.claimStored, .serverCommitted, .beforeMarked].contains($0) }.map(kill)
      + senders.prefix(2)
  }

  /// Every fault that a queue has to survive on this server and that ends soon, one of each kind, and each
  /// status that queues are known to treat in a way of its own.
  private static func faults(_ profile: Profile) -> [Fault] {
    let all: [Fault] = [
      .statusAfterCommit(503), .resetAfterCommit, .statusBeforeCommit(503), .closeAfterCommit,
      .resetBeforeCommit, .closeBeforeCommit, .truncatedBody(bytes: 1),
      .resetMidResponse(bytes: 1), .reusedConnectionReset, .redirectPreserving(307),
      .redirectRewriting(302), .statusBeforeCommit(408), .tooManyRequests(retryAfter: "1"),
      .unavailable(retryAfter: "1"), .statusBeforeCommit(500), .statusAfterCommit(500),
      .malformedSuccess, .emptySuccess, .captivePortal, .errorInSuccess, .partialSuccess,
    ]
    return all.filter { $0.isSurvivable(on: profile) }
  }
}

extension Fault {
  /// Whether every queue has to survive it on this server.
  package func isSurvivable(on profile: Profile) -> Bool {
    guard isSurvivable else { return false }
    switch self {
    case .statusBeforeCommit(let status):
      // A failure that is kept under the key never ends.
      return !profile.storesFailures || [408, 425, 429, 502, 503, 504].contains(status)
    case .emptySuccess, .malformedSuccess, .resetMidResponse, .truncatedBody:
      // What the server's own success looks like is no fault.
      return profile.success.status != 204 && !profile.success.body.isEmpty
    default: return true
    }
  }
}
