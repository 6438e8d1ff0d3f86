// SPDX-License-Identifier: Apache-2.0

/// A member of the configuration: the one table for reading the file and for its help.
struct ConfigurationMember: Sendable {
  /// Where a value goes.
  typealias Target<Value> = any WritableKeyPath<Configuration, Value?> & Sendable

  /// What may stand there, and where it goes.
  enum Kind: Sendable {
    case command(Target<ConfiguredCommand>)
    case number(Target<Int>, allowed: ClosedRange<Int>, unit: String)
    case folder(Target<String>)
    case variables
    case sources
    case profile
    case upstream
    case cases
  }

  let name: String
  let kind: Kind
  /// What it is for, in a line or two.
  let help: String
  /// What holds where it is left out.
  let otherwise: String
  /// The option that wins over it, or nothing.
  let option: String?

  init(
    _ name: String,
    _ kind: Kind,
    _ help: String,
    otherwise: String,
    option: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.help = help
    self.otherwise = otherwise
    self.option = option
  }

  /// What may stand there, as errors and help say it.
  var expected: String {
    switch kind {
    case .command: "a command: text such as \"./client --quiet\", or a list of its words"
    case .number(_, let allowed, let unit):
      "\(allowed.lowerBound)...\(allowed.upperBound)" + (unit.isEmpty ? "" : " \(unit)")
    case .folder: "the path of a folder"
    case .variables:
      "a list of names of environment variables, at most \(Configuration.passedMax)"
    case .sources: "an object that names a file for an area: {\"queue\": \"src/queue.ts:12\"}"
    case .profile: "the name of a built-in profile, or a whole profile as an object"
    case .upstream:
      "an object that says where your server is and how it is judged; see 'oncegate help config'"
    case .cases: "a list of cases, at most \(Configuration.casesMax)"
    }
  }

  static let all: [ConfigurationMember] = [
    ConfigurationMember(
      "client",
      .command(\.client),
      "the program with the offline queue; see 'oncegate help contract'",
      otherwise: "the bundled reference client",
      option: "--client"
    ),
    ConfigurationMember(
      "subject",
      .command(\.subject),
      "the program with the optimistic state; see 'oncegate help contract'",
      otherwise: "the bundled state machine",
      option: "--subject"
    ),
    ConfigurationMember(
      "terminate",
      .command(\.terminate),
      "ends the app in place of a kill, for an app that is no child process, as in a simulator",
      otherwise: "the client's process is killed"
    ),
    ConfigurationMember(
      "pass",
      .variables,
      "variables of this environment that the client, the subject and your own cases get as well",
      otherwise: "only PATH and what every case gets"
    ),
    ConfigurationMember(
      "timeoutSeconds",
      .number(\.timeoutSeconds, allowed: 1...RunOptions.timeoutSecondsMax, unit: "s"),
      "how long one case may take",
      otherwise: "\(RunOptions.timeoutSecondsDefault) s",
      option: "--timeout"
    ),
    ConfigurationMember(
      "commandTimeoutSeconds",
      .number(
        \.commandTimeoutSeconds,
        allowed: 1...Configuration.commandTimeoutSecondsMax,
        unit: "s"
      ),
      "how long one command of the client may take before it counts as hanging",
      otherwise: "\(RunOptions.commandTimeoutSecondsDefault) s"
    ),
    ConfigurationMember(
      "requestTimeoutMilliseconds",
      .number(
        \.requestTimeoutMilliseconds,
        allowed: 1...Configuration.requestTimeoutMillisecondsMax,
        unit: "ms"
      ),
      "how long the client is told that an attempt may take, as ONCEGATE_REQUEST_TIMEOUT_MS, and how long "
        + "a server of your own may take to answer; less than a command may take",
      otherwise: "\(RunOptions.requestTimeoutMillisecondsDefault) ms"
    ),
    ConfigurationMember(
      "jobs",
      .number(\.jobs, allowed: 1...RunOptions.jobsMax, unit: ""),
      "how many cases run at once; 1 where all share one simulator",
      otherwise: "the number of cores",
      option: "--jobs"
    ),
    ConfigurationMember(
      "reportDir",
      .folder(\.reportFolder),
      "where the reports go",
      otherwise: "oncegate-report",
      option: "--report-dir"
    ),
    ConfigurationMember(
      "sources",
      .sources,
      "your files that own the behaviour, as a pipeline shows them: annotations land there; "
        + "the areas are queue, state, server and those of your own cases",
      otherwise: "the scenarios of oncegate"
    ),
    ConfigurationMember(
      "profile",
      .profile,
      "how your server treats keys; see 'oncegate help profiles'",
      otherwise: "default",
      option: "--profile"
    ),
    ConfigurationMember(
      "upstream",
      .upstream,
      "a server of your own on this machine, which the suite 'server' judges",
      otherwise: "none",
      option: "--upstream"
    ),
    ConfigurationMember(
      "cases",
      .cases,
      "cases of your own: commands that pass by exit status 0 and fail by another one",
      otherwise: "none"
    ),
  ]
}

/// A member of a case of the user's own.
struct OwnCaseMember: Hashable, Sendable {
  let name: String
  /// What may stand there.
  let expected: String
  let help: String
  let isRequired: Bool

  static let name = OwnCaseMember(
    name: "name",
    expected:
      "a name such as \"backup.restore\": two parts of lower-case letters, digits and hyphens",
    help: "by which it is selected; its area is none of the built-in ones",
    isRequired: true
  )
  static let command = OwnCaseMember(
    name: "command",
    expected: "a command: text such as \"./client --quiet\", or a list of its words",
    help: "gets a HOME and a TMPDIR of its own; nothing that it writes is read or shown",
    isRequired: true
  )
  static let promise = OwnCaseMember(
    name: "promise",
    expected: "one line of 1...\(promiseCharactersMax) characters",
    help: "what must hold, for the reader of a report",
    isRequired: true
  )
  static let suite = OwnCaseMember(
    name: "suite",
    expected: "a name of lower-case letters, digits and hyphens, not \"all\"",
    help: "the suite that holds it; \"gate\" joins the seven (default: \(OwnCase.defaultSuite))",
    isRequired: false
  )

  static let all = [name, command, promise, suite]

  static let promiseCharactersMax = 200
}
