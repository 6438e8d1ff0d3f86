// SPDX-License-Identifier: Apache-2.0

/// What is known about a run before its first case starts.
package struct RunHeader: Hashable, Sendable {
  /// What stands for the client and the subject where the user names none.
  package static let (bundledClient, bundledSubject) = ("reference-client", "bundled")

  package let version: String
  /// The suite's name, or `selection` where cases were named one by one.
  package let suite: String
  /// The selected cases in the order in which they are reported.
  package var cases: [CaseDescription]
  /// The client's command as its reader wrote it, or `bundledClient`.
  package let client: String
  /// The subject's command as its reader wrote it, or `bundledSubject`.
  package let subject: String
  package let profile: String
  package let seed: Seed
  /// The commit that is judged, or nothing where the folder is no repository.
  package let commit: String?
  /// When the run started, in seconds since 1970-01-01 00:00:00 UTC.
  package let startedAtUnixSeconds: Int64
  package let hostname: String
  package let jobs: Int
  /// The options, quoted for a shell, that a run of one case needs to repeat this one.
  package let repeatOptions: String

  package init(
    version: String,
    suite: String,
    cases: [CaseDescription],
    client: String,
    subject: String,
    profile: String,
    seed: Seed,
    commit: String?,
    startedAtUnixSeconds: Int64,
    hostname: String,
    jobs: Int,
    repeatOptions: String
  ) {
    self.version = version
    self.suite = suite
    self.cases = cases
    self.client = client
    self.subject = subject
    self.profile = profile
    self.seed = seed
    self.commit = commit
    self.startedAtUnixSeconds = startedAtUnixSeconds
    self.hostname = hostname
    self.jobs = jobs
    self.repeatOptions = repeatOptions
  }

  /// The command that repeats one case of this run.
  package func repeatCommand(for description: CaseDescription) -> String {
    description.repeatCommand
      ?? "oncegate run \(description.name) --seed \(seed)"
      + (repeatOptions.isEmpty ? "" : " \(repeatOptions)")
  }
}

/// What became of one case.
package struct CaseResult: Hashable, Sendable {
  package let description: CaseDescription
  package let verdict: Verdict
  package let duration: Duration
  /// The redacted log, in the order of the events.
  package let log: [LogLine]
  /// The verdicts of the other rounds where a case was repeated, in their order.
  package let otherRounds: [Verdict]

  package init(
    description: CaseDescription,
    verdict: Verdict,
    duration: Duration,
    log: [LogLine],
    otherRounds: [Verdict] = []
  ) {
    self.description = description
    self.verdict = verdict
    self.duration = duration
    self.log = log
    self.otherRounds = otherRounds
  }

  /// The number, from 1, of the log line that says which promise broke.
  package var violationLineNumber: Int? {
    log.lastIndex {
      if case .violated = $0.result { true } else { false }
    }.map { $0 + 1 }
  }
}

/// What happened in a run, in the order in which it happened.
package enum RunEvent: Hashable, Sendable {
  /// Posted first, before any process is started.
  case runStarted(RunHeader)
  /// Posted once per round, when the case's process has been started.
  case caseStarted(CaseName)
  /// Posted once per case, after its last round, when nothing of it lives on.
  case caseEnded(CaseResult)
  /// Posted when the first signal has been taken, with its number.
  case interrupted(signal: Int32)
  /// Posted last, once.
  case runEnded(RunSummary)
}

/// What became of a run.
package struct RunSummary: Hashable, Sendable {
  package let header: RunHeader
  /// One result per selected case, in the header's order.
  package let results: [CaseResult]
  package let duration: Duration
  package let problem: RunProblem?
  /// The signal that interrupted the run, or nothing.
  package let interruption: Int32?

  package init(
    header: RunHeader,
    results: [CaseResult],
    duration: Duration,
    problem: RunProblem?,
    interruption: Int32?
  ) {
    self.header = header
    self.results = results
    self.duration = duration
    self.problem = problem
    self.interruption = interruption
  }

  package var counts: VerdictCounts { VerdictCounts(results.map(\.verdict)) }

  /// The exit status that this run deserves, apart from reports that could not be written.
  package var exitStatus: ExitStatus {
    ExitStatus(counts, problem: problem, interruption: interruption)
  }
}

extension ExitStatus {
  /// The exit status that a run deserves.
  ///
  /// - Parameters:
  ///   - counts: how many results there are of each kind.
  ///   - problem: why the whole run could not be judged, or nothing.
  ///   - interruption: the signal that interrupted the run, or nothing.
  package init(_ counts: VerdictCounts, problem: RunProblem?, interruption: Int32?) {
    self =
      if interruption == 2 {
        .interrupted
      } else if interruption != nil {
        .terminated
      } else if counts.failed > 0 {
        .promiseBroken
      } else if problem != nil || counts.unjudged > 0 || counts.passed == 0 {
        .notJudged
      } else {
        .allPassed
      }
  }
}

/// Why a whole run could not be judged.
package enum RunProblem: Hashable, Sendable {
  /// The process with a false precondition went on living.
  case canarySurvived
  /// The process with a false precondition could not be started, or did not die by a trap.
  case canaryNotStarted(code: Int32)

  package var words: String {
    switch self {
    case .canarySurvived:
      "this build does not check preconditions, so that its cases prove nothing; "
        + "build without -Ounchecked"
    case .canaryNotStarted(let code):
      "the program that runs the cases could not be started: errno \(code)"
    }
  }
}

/// How many results there are of each kind.
package struct VerdictCounts: Hashable, Sendable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var unjudged = 0
  package private(set) var skipped = 0

  package init(_ verdicts: some Sequence<Verdict> = []) {
    for verdict in verdicts { add(verdict) }
  }

  package mutating func add(_ verdict: Verdict) {
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .unjudged: unjudged += 1
    case .skipped: skipped += 1
    }
  }

  package var total: Int { passed + failed + unjudged + skipped }
}
