// SPDX-License-Identifier: Apache-2.0

/// What is known about a case.
package enum Verdict: Hashable, Sendable {
  /// The case ran to its end and every promise held.
  case passed
  /// A promise is broken.
  case failed(Failure)
  /// The case could not be judged; it is never a pass.
  case unjudged(Unjudged)
  /// The case does not apply to this client; it is never a pass.
  case skipped(SkipReason)
}

/// How a promise was seen broken.
package enum Failure: Hashable, Sendable {
  /// The case found it, and logged the invariant in its last line.
  ///
  /// `sourceLine` is the line of the check in the case's source file, 1 or more.
  case invariantBroken(Finding, sourceLine: Int)
  /// The state machine under test, or a user's own case, died by the trap of a false precondition.
  case preconditionFailed
  /// A user's own case ended with a status other than 0.
  case exitStatus(Int32)

  package var words: String {
    switch self {
    case .invariantBroken(let finding, _): finding.happened
    case .preconditionFailed: "a precondition was false, and the process ended by its trap"
    case .exitStatus(let status): "the case ended with exit status \(status)"
    }
  }
}

/// Why a case could not be judged.
package enum Unjudged: Hashable, Sendable {
  /// It had not ended within its time limit, and was stopped.
  case timedOut(limit: Duration)
  /// Its process was ended by a signal that is no trap.
  case signal(Int32)
  /// Its process could not be started; the value is an `errno`.
  case couldNotStart(code: Int32)
  /// A command of the client or subject broke the contract.
  case contractBroken(ContractBreach)
  /// The planned fault never bit, so nothing was proved.
  case vacuous
  /// The case could not be set up.
  case setupFailed(SetupProblem)
  /// Its process ended and had told no verdict, or one that its exit contradicts.
  case noVerdict
  /// Its process wrote something that is no event.
  case malformedEvents
  /// Processes that it had started were still alive when it ended, and were killed.
  case leftProcesses(count: Int)
  case notRun(NotRunReason)

  package var words: String {
    switch self {
    case .timedOut(let limit): "had not ended after \(limit.components.seconds) s and was stopped"
    case .signal(let number): "the case's process was ended by signal \(number)"
    case .couldNotStart(let code): "the case's process could not be started: errno \(code)"
    case .contractBroken(let breach): "the contract was broken: \(breach)"
    case .vacuous: "vacuous: the planned fault was not reached, so nothing was proved"
    case .setupFailed(let problem): problem.words
    case .noVerdict: "the case's process ended without a verdict"
    case .malformedEvents: "the case's process wrote something that is no event"
    case .leftProcesses(let count):
      "left \(count) \(count == 1 ? "process" : "processes") running; they were killed"
    case .notRun(let reason): reason.words
    }
  }
}

/// Why a case could not be set up.
package enum SetupProblem: String, Hashable, Sendable, CaseIterable {
  case serverPort = "server-port"
  case privateFolder = "private-folder"
  case unknownCase = "unknown-case"
  case badParameters = "bad-parameters"
  case upstreamUnreachable = "upstream-unreachable"
  case plainWriteRefused = "plain-write-refused"
  case otherAccountRefused = "other-account-refused"
  case recordsUnreadable = "records-unreadable"

  package var words: String {
    switch self {
    case .serverPort: "no port could be opened on 127.0.0.1 for the fault server"
    case .privateFolder: "the private folder could not be made; is the temporary folder writable?"
    case .unknownCase:
      "the case program does not know this case; do both programs come from one build?"
    case .badParameters:
      "the case program was not given what it needs; do both come from one build?"
    case .upstreamUnreachable: "nothing answers at the address of the server; is it running?"
    case .plainWriteRefused:
      "the server does not answer a plain write with the profile's success; "
        + "see 'profile', 'upstream.headers' and 'upstream.body' in 'oncegate help config'"
    case .otherAccountRefused:
      "the server does not answer a plain write of the other account with the profile's success; "
        + "see 'upstream.otherAccount' in 'oncegate help config'"
    case .recordsUnreadable:
      "the server does not say how many records there are; "
        + "see 'upstream.records' in 'oncegate help config'"
    }
  }
}

/// Why a case was not run.
package enum NotRunReason: String, Hashable, Sendable, CaseIterable {
  /// What the report says before the case's turn has come.
  case notReached = "not-reached"
  case interrupted
  case failFast = "fail-fast"
  case canary

  package var words: String {
    switch self {
    case .notReached: "not run: the run ended before its turn"
    case .interrupted: "not run: the run was interrupted"
    case .failFast: "not run: an earlier case failed and --fail-fast was given"
    case .canary: "not run: this build does not check preconditions"
    }
  }
}

/// Why a case does not apply.
package enum SkipReason: Hashable, Sendable {
  /// The client does not announce a capability that the case needs.
  case missingCapability(Capability)
  /// The server, or what is said about it, lacks something that the case needs.
  case serverLacks(ServerNeed)

  package var words: String {
    switch self {
    case .missingCapability(let capability):
      "the \(capability.isOfSubject ? "subject" : "client") does not announce the capability "
        + "'\(capability.rawValue)'"
    case .serverLacks(let need): need.words
    }
  }
}

/// What a client or a subject can do beyond version 1 of its contract.
package enum Capability: String, Hashable, Sendable, CaseIterable {
  case credentials
  case accounts
  case clock
  case cancel
  case killPoints = "kill-points"
  case records
  // Of a subject.
  case delete
  case cancelWrite = "cancel-write"
  case listRead = "list-read"

  /// Whether it is a subject that announces it.
  package var isOfSubject: Bool {
    switch self {
    case .credentials, .accounts, .clock, .cancel, .killPoints, .records: false
    case .delete, .cancelWrite, .listRead: true
    }
  }
}

/// What a case needs of the server that it judges, and of what is said about that one.
package enum ServerNeed: String, Hashable, Sendable, CaseIterable {
  /// A success by which two records can be told apart.
  case judge
  case failOnce = "fail-once"
  case otherAccount = "other-account"
  case requiredKey = "required-key"
  case forgottenFailures = "forgotten-failures"
  case otherSpellings = "other-spellings"

  package var words: String {
    switch self {
    case .judge:
      "nothing tells records apart: the profile's success has no ${id}, and no 'upstream.records' is named"
    case .failOnce: "no 'upstream.failOnce' says how the server is made to fail once"
    case .otherAccount: "no 'upstream.otherAccount' says who else may write"
    case .requiredKey: "the profile allows writes without a key"
    case .forgottenFailures: "the profile keeps failures under the key"
    case .otherSpellings: "the server takes the body of 'upstream.body' in no other spelling"
    }
  }
}
