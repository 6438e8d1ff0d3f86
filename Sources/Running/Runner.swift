// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
import ChildProcesses

/// Carries out a plan, one process per case and round, and tells what happens.
///
/// It prints nothing and formats nothing.
package final class Runner {
  /// How long a process may take to end when it is asked to.
  package static let termTimeMax = Duration.seconds(2)
  /// How long a killed process may take to be gone before it is given up.
  package static let killTimeMax = Duration.seconds(2)
  /// How long the canary may live.
  package static let canaryTimeMax = Duration.seconds(20)
  /// The longest wait without a look at the clock.
  ///
  /// The time of a longer pause was not this process's time: it was stopped, or the machine slept.
  static let tickMax = Duration.milliseconds(500)

  let plan: RunPlan
  let post: (RunEvent) -> Void
  let interruptions: Interruptions
  let clock = ContinuousClock()
  var folder = ""
  var interruption: Int32?
  private var lastTick: ContinuousClock.Instant
  private var running: [Int: RunningRound] = [:]
  private var roundsStarted = 0
  /// What is known of each case's rounds, in the order of the plan.
  private var results: [[RoundResult?]]
  private var stopReason: NotRunReason?

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - plan: what to do.
  ///   - interruptions: what can stop it; by default the signals of this process.
  ///   - post: called for each event, in order, on the thread that runs.
  package init(
    plan: RunPlan,
    interruptions: Interruptions = .fromSignals(),
    post: @escaping (RunEvent) -> Void
  ) {
    self.plan = plan
    self.interruptions = interruptions
    self.post = post
    results = plan.cases.map { _ in Array(repeating: nil, count: plan.rounds) }
    lastTick = clock.now
  }

  /// Runs the plan to its end; called once.
  package func run() -> RunSummary {
    let started = clock.now
    post(.runStarted(plan.header))
    var problem: RunProblem?
    if let made = PrivateFolder.makeForRun(in: plan.temporaryFolder) {
      folder = made
      problem = letCanaryDie()
      if problem != nil { stopReason = .canary }
      if interruption != nil { stopReason = .interrupted }
      runCases()
      PrivateFolder.remove(made)
      fillIn(.unjudged(.notRun(stopReason ?? .notReached)))
    } else {
      fillIn(.unjudged(.setupFailed(.privateFolder)))
    }
    let summary = RunSummary(
      header: plan.header,
      results: plan.cases.indices.compactMap(caseResult),
      duration: clock.now - started,
      problem: problem,
      interruption: interruption
    )
    post(.runEnded(summary))
    return summary
  }

  private func runCases() {
    var waiting = plan.cases.indices.flatMap { index in (0..<plan.rounds).map { (index, $0) } }[...]
    lastTick = clock.now
    while true {
      while stopReason == nil, running.count < plan.jobs, let (index, round) = waiting.popFirst() {
        start(index, round)
      }
      guard !running.isEmpty else { return }
      let limit = running.values.map(\.timeLeft).reduce(Self.tickMax, min)
      let notice = interruptions.next(atMost: max(.zero, limit))
      countTime(waitedAtMost: limit)
      switch notice {
      case .ended(let identity, let end): finish(identity, end)
      case .interrupted(let signal): interrupt(signal: signal)
      case nil: break
      }
      enforceLimits()
    }
  }

  private func start(_ index: Int, _ round: Int) {
    let planned = plan.cases[index]
    let name = planned.description.name
    roundsStarted += 1
    let identity = roundsStarted
    // A plan may hold a case more than once, so its name alone would be no folder of its own.
    guard let folder = PrivateFolder.makeForRound("\(identity)-\(name)", in: folder) else {
      record(RoundResult(verdict: .unjudged(.setupFailed(.privateFolder))), index, round)
      return
    }
    var command = planned.command(folder)
    command.environment = CaseEnvironment.whole(command.environment, folder: folder)
    do throws(SpawnError) {
      let process = try ChildProcess.start(
        command,
        output: planned.isOwn
          ? (plan.showOutput ? .inherit : .discard)
          : .collectOrKill(bytesMax: CaseTranscript.bytesMax),
        errors: plan.showOutput ? .inherit : .discard,
        // A case's process first kills what it has started.
        deathSignal: planned.isOwn ? Signals.kill : Signals.terminate,
        whenEnded: { [interruptions] in interruptions.post(.ended(identity, $0)) }
      )
      running[identity] = RunningRound(
        process: process,
        index: index,
        round: round,
        folder: folder,
        started: clock.now,
        timeLeft: planned.timeLimit
      )
      post(.caseStarted(name))
    } catch {
      PrivateFolder.remove(folder)
      record(RoundResult(verdict: .unjudged(.couldNotStart(code: error.code))), index, round)
    }
  }

  /// Counts the time of all that run, but of a pause only what was meant to be waited.
  private func countTime(waitedAtMost limit: Duration) {
    let now = clock.now
    let passed = min(now - lastTick, max(.zero, limit) + Self.tickMax)
    lastTick = now
    for identity in running.keys { running[identity]?.timeLeft -= passed }
  }

  private func enforceLimits() {
    for (identity, round) in running where round.timeLeft <= .zero {
      switch round.stage {
      case .running:
        running[identity]?.timedOut = true
        running[identity]?.terminate()
      case .terminated: running[identity]?.kill()
      case .killed:
        var end = FinishedCommand(exit: nil)
        end.leftProcesses = 1
        finish(identity, end)
      }
    }
  }

  private func interrupt(signal: Int32) {
    interruption = signal
    stopReason = .interrupted
    post(.interrupted(signal: signal))
    for identity in running.keys { running[identity]?.terminate() }
  }

  private func finish(_ identity: Int, _ end: FinishedCommand) {
    // What was given up may end after all.
    guard let round = running.removeValue(forKey: identity) else { return }
    var end = end
    end.timedOut = round.timedOut
    var result = plan.cases[round.index].judge(end)
    if interruption != nil, !result.verdict.standsAfterInterruption {
      result.verdict = .unjudged(.notRun(.interrupted))
    }
    result.duration = clock.now - round.started
    PrivateFolder.remove(round.folder)
    if case .failed = result.verdict, plan.failFast { stopReason = stopReason ?? .failFast }
    record(result, round.index, round.round)
  }

  /// Keeps the result of a round, and tells that of the case where it was the last.
  private func record(_ result: RoundResult, _ index: Int, _ round: Int) {
    results[index][round] = result
    if let ended = caseResult(index) { post(.caseEnded(ended)) }
  }

  /// Gives a verdict to every round that has none.
  private func fillIn(_ verdict: Verdict) {
    for index in results.indices {
      for round in results[index].indices where results[index][round] == nil {
        record(RoundResult(verdict: verdict), index, round)
      }
    }
  }

  /// What became of a case, or nothing while a round is missing.
  private func caseResult(_ index: Int) -> CaseResult? {
    let rounds = results[index].compactMap { $0 }
    guard rounds.count == plan.rounds, let worst = RoundResult.worst(of: rounds) else { return nil }
    return CaseResult(
      description: plan.cases[index].description,
      verdict: rounds[worst].verdict,
      duration: rounds.map(\.duration).reduce(.zero, +),
      log: rounds[worst].log,
      otherRounds: rounds.indices.filter { $0 != worst }.map { rounds[$0].verdict }
    )
  }
}
