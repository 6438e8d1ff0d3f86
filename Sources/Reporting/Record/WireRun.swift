// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A case's description as JSON holds it.
struct WireCase: Codable, Hashable {
  var name: String
  var suites: [String]
  var promise: String
  var steps: [String]
  var invariants: [String]
  var byHand: [String]
  var sourceFile: String
  var sourceLine: Int?
  var repeatCommand: String?

  init(_ model: CaseDescription) {
    name = model.name.description
    suites = model.suites
    promise = model.promise
    steps = model.steps
    invariants = model.invariants.map(\.rawValue)
    byHand = model.byHand
    sourceFile = model.sourceFile
    sourceLine = model.sourceLine
    repeatCommand = model.repeatCommand
  }

  func model() throws(ReportingError) -> CaseDescription {
    guard let name = CaseName(name) else { throw .recordMalformed(member: "name") }
    let known = invariants.compactMap(Invariant.init)
    guard known.count == invariants.count else { throw .recordMalformed(member: "invariants") }
    return CaseDescription(
      name: name,
      suites: suites,
      promise: promise,
      steps: steps,
      invariants: known,
      byHand: byHand,
      sourceFile: sourceFile,
      sourceLine: sourceLine,
      repeatCommand: repeatCommand
    )
  }
}

/// A run's header as JSON holds it; in a record, the cases stand with their results instead.
struct WireHeader: Codable, Hashable {
  var programVersion: String
  var suite: String
  var cases: [WireCase]?
  var client: String
  var subject: String
  var profile: String
  var seed: String
  var commit: String?
  var startedAtUnixSeconds: Int64
  var hostname: String
  var jobs: Int
  var repeatOptions: String

  init(_ model: RunHeader, hasCases: Bool) {
    programVersion = model.version
    suite = model.suite
    cases = hasCases ? model.cases.map(WireCase.init) : nil
    client = model.client
    subject = model.subject
    profile = model.profile
    seed = model.seed.description
    commit = model.commit
    startedAtUnixSeconds = model.startedAtUnixSeconds
    hostname = model.hostname
    jobs = model.jobs
    repeatOptions = model.repeatOptions
  }

  /// The header, without cases.
  func model() throws(ReportingError) -> RunHeader {
    guard let seed = Seed(seed) else { throw .recordMalformed(member: "seed") }
    return RunHeader(
      version: programVersion,
      suite: suite,
      cases: [],
      client: client,
      subject: subject,
      profile: profile,
      seed: seed,
      commit: commit,
      startedAtUnixSeconds: startedAtUnixSeconds,
      hostname: hostname,
      jobs: jobs,
      repeatOptions: repeatOptions
    )
  }
}

/// A log line as JSON holds it, with the four members and no other.
struct WireLogLine: Codable, Hashable {
  var task: String
  var key: String
  var attempts: Int
  var result: String

  init(_ model: LogLine) {
    task = model.task.shown.description
    key = model.key.shown.description
    attempts = model.attempts
    result = model.result.description
  }

  /// The line; what somebody put into a record that is no redacted token is redacted on reading.
  func model() throws(ReportingError) -> LogLine {
    guard let category = ResultCategory(result) else { throw .recordMalformed(member: "result") }
    guard attempts >= 0 else { throw .recordMalformed(member: "attempts") }
    return LogLine(
      task: TaskID(redacting: task),
      key: KeyID(redacting: key),
      attempts: attempts,
      result: category
    )
  }
}

/// What became of a case, as JSON holds it.
struct WireResult: Codable, Hashable {
  var name: String
  var verdict: WireVerdict
  var durationNanoseconds: Int64
  var log: [WireLogLine]
  var otherRounds: [WireVerdict]

  init(_ model: CaseResult) {
    name = model.description.name.description
    verdict = WireVerdict(model.verdict)
    durationNanoseconds = model.duration.wholeNanoseconds
    log = model.log.map(WireLogLine.init)
    otherRounds = model.otherRounds.map(WireVerdict.init)
  }

  func model(_ description: CaseDescription) throws(ReportingError) -> CaseResult {
    guard name == description.name.description else { throw .recordMalformed(member: "results") }
    var lines: [LogLine] = []
    for line in log { lines.append(try line.model()) }
    var rounds: [Verdict] = []
    for round in otherRounds { rounds.append(try round.model()) }
    return CaseResult(
      description: description,
      verdict: try verdict.model(),
      duration: .nanoseconds(durationNanoseconds),
      log: lines,
      otherRounds: rounds
    )
  }
}

/// All that a record has of a case: with it beside its result, a reader needs one case at once.
struct WireRecordedCase: Codable, Hashable {
  var `case`: WireCase
  var result: WireResult
  /// How the promise stood in the run with which this one is compared, or nothing.
  var before: String?

  init(_ model: RecordedCase) {
    self.case = WireCase(model.result.description)
    result = WireResult(model.result)
    before = model.before?.rawValue
  }

  func model(isCompared: Bool) throws(ReportingError) -> RecordedCase {
    let standing = before.flatMap(Standing.init)
    guard (standing == nil) == (before == nil) else { throw .recordMalformed(member: "before") }
    return RecordedCase(
      try result.model(try self.case.model()),
      before: standing,
      isCompared: isCompared
    )
  }
}

/// Why a whole run could not be judged, as JSON holds it.
struct WireProblem: Codable, Hashable {
  var kind: String
  var words: String
  var code: Int32?

  init(_ model: RunProblem) {
    words = model.words
    switch model {
    case .canarySurvived: kind = "canary-survived"
    case .canaryNotStarted(let code):
      kind = "canary-not-started"
      self.code = code
    }
  }

  func model() throws(ReportingError) -> RunProblem {
    switch (kind, code) {
    case ("canary-survived", _): return .canarySurvived
    case ("canary-not-started", let code?): return .canaryNotStarted(code: code)
    default: throw .recordMalformed(member: "problem")
    }
  }
}
