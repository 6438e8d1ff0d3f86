// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `oncegate run` was asked to do, with every default filled in.
struct RunOptions: Hashable, Sendable {
  static let jobsMax = 256
  static let roundsMax = 1_000_000
  static let timeoutSecondsMax = 86_400
  static let timeoutSecondsDefault = 120
  static let commandTimeoutSecondsDefault = 30
  static let requestTimeoutMillisecondsDefault = 5_000

  enum Format: String, CaseIterable {
    case human
    case json
    case tap
  }

  enum Color: String, CaseIterable {
    case auto
    case always
    case never
  }

  /// The shapes of the JUnit file; the first is the default.
  static let junitProfiles = ["rich", "junit-10", "strict"]

  let suite: String
  let cases: [CaseDescription]
  /// The events of those among them that an explorer found.
  let examples: [CaseName: Counterexample]
  /// The commands of the user's own cases among them.
  let ownCommands: [CaseName: [String]]
  /// The client's command as written, or nothing for the bundled one.
  let client: String?
  let clientCommand: [String]?
  let subject: String?
  let subjectCommand: [String]?
  /// What ends an app that is no child process, or nothing.
  let terminateCommand: [String]?
  /// The names of environment variables that children get as well.
  let passedVariables: [String]
  let profile: Profile
  /// What cases about the user's own server are told of it, or nothing where there is no such case.
  let upstream: UpstreamParameters?
  let reportFolder: String
  let junitFile: String?
  /// The record of the run with which this one is compared.
  let baselineFile: String?
  let junitProfile: String
  let jobs: Int
  /// How long one case may take.
  let timeout: Duration
  /// How long one command of the client may take.
  let commandTimeout: Duration
  /// How long the client is asked to wait for an answer.
  let requestTimeout: Duration
  let rounds: Int
  let seed: Seed
  let failFast: Bool
  let format: Format
  let color: Color
  let quiet: Bool
  let verbose: Bool
  let showOutput: Bool
  /// Whether commands are written that a pipeline reads from the log.
  let hasLogCommands: Bool
  /// What a run of one case needs, apart from its name and seed, to repeat this run; quoted for a shell.
  let repeatOptions: String

  /// Reads what the user wrote, in the arguments and in the configuration; the arguments win.
  ///
  /// - Parameters:
  ///   - arguments: what was given to the command.
  ///   - cores: how many cases run at once where nobody says it.
  ///   - folder: where a configuration that is not named is looked for.
  ///   - bazel: what Bazel wants where this is one of its tests; the arguments win over it too.
  ///   - environment: the value of a variable, or nothing where it is not set.
  /// - Throws: what cannot be carried out as written.
  init(
    _ arguments: ParsedArguments,
    cores: Int,
    folder: String = ".",
    bazel: BazelTest = .none,
    environment: (String) -> String? = { _ in nil }
  ) throws(ArgumentError) {
    let configuration = try Self.configuration(arguments, folder: folder)
    let address = try Self.upstream(arguments)?.url ?? configuration.upstream?.url
    let suiteName = arguments.value("--suite")
    let named = arguments.operands.isEmpty ? bazel.patterns : arguments.operands
    let saved = try SavedExamples(named)
    examples = saved.examples.reduce(into: [:]) { $0[$1.name] = $1.example }
    cases = try Self.cases(
      arguments,
      named: saved.names,
      saved: saved.cases(repeatedWith: Self.repeatOptions(arguments)),
      of: configuration.allCases,
      bazel: bazel,
      hasUpstream: address != nil
    )
    // What the configuration says of a server that no case is about may name variables that are not set.
    let isServerJudged = cases.contains { $0.name.area == Self.upstreamArea }
    upstream =
      isServerJudged
      ? try Self.upstreamParameters(address, configuration.upstream, environment: environment) : nil
    ownCommands = Dictionary(
      configuration.cases.map { ($0.name, $0.command.words) },
      uniquingKeysWith: { first, _ in first }
    )
    suite = named.isEmpty ? suiteName ?? "gate" : "selection"
    client = arguments.value("--client") ?? configuration.client?.written
    clientCommand = try Self.command(arguments, "--client") ?? configuration.client?.words
    subject = arguments.value("--subject") ?? configuration.subject?.written
    subjectCommand = try Self.command(arguments, "--subject") ?? configuration.subject?.words
    terminateCommand = configuration.terminate?.words
    passedVariables = configuration.pass
    profile = try Self.profile(arguments, configuration)
    reportFolder =
      arguments.value("--report-dir") ?? configuration.reportFolder
      ?? bazel.reportParent.map { "\($0)/oncegate-report" } ?? "oncegate-report"
    junitFile = arguments.value("--junit")
    baselineFile = arguments.value("--baseline")
    junitProfile = try Self.word(arguments, "--junit-profile", Self.junitProfiles)
    let wantedJobs = try Self.jobs(arguments) ?? configuration.jobs ?? cores
    // Two cases at once would count each other's records.
    jobs = upstream?.records == nil ? wantedJobs : 1
    timeout = .seconds(
      try Self.timeoutSeconds(arguments) ?? configuration.timeoutSeconds
        ?? Self.timeoutSecondsDefault
    )
    commandTimeout = .seconds(
      configuration.commandTimeoutSeconds ?? Self.commandTimeoutSecondsDefault
    )
    requestTimeout = .milliseconds(
      configuration.requestTimeoutMilliseconds ?? Self.requestTimeoutMillisecondsDefault
    )
    rounds = try Self.number(arguments, "--repeat", 1...Self.roundsMax) ?? 1
    seed = try Self.seed(arguments)
    failFast = arguments.has("--fail-fast") || bazel.isFailFast
    format =
      Format(rawValue: try Self.word(arguments, "--format", Format.allCases.map(\.rawValue)))
      ?? .human
    color =
      Color(rawValue: try Self.word(arguments, "--color", Color.allCases.map(\.rawValue))) ?? .auto
    quiet = arguments.has("--quiet")
    verbose = arguments.has("--verbose")
    showOutput = arguments.has("--show-output")
    hasLogCommands = !arguments.has("--no-log-commands")
    repeatOptions = Self.repeatOptions(arguments)
  }

  /// The name that reports show for the profile.
  var profileName: String { profile.name }

  /// The profile as a case gets it: a built-in one by its name, another one whole, as JSON.
  var profileText: String {
    if Profile.builtIn.contains(profile) { return profile.name }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers always encode; a case refuses an empty text.
    return (try? encoder.encode(profile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The configuration that a command's arguments name, or the one of the folder.
  static func configuration(
    _ arguments: ParsedArguments,
    folder: String = "."
  ) throws(ArgumentError) -> Configuration {
    do {
      return try Configuration.find(named: arguments.value("--config"), in: folder)
    } catch {
      throw .configuration(error)
    }
  }

  /// The options of the command line that say what is put through the gate.
  private static func repeatOptions(_ arguments: ParsedArguments) -> String {
    ["--config", "--client", "--subject", "--profile", "--upstream"].compactMap { option in
      arguments.value(option).map { "\(option) \(ShellWords.quoted($0))" }
    }.joined(separator: " ")
  }

  private static func cases(
    _ arguments: ParsedArguments,
    named: [String],
    saved: [CaseDescription],
    of known: [CaseDescription],
    bazel: BazelTest,
    hasUpstream: Bool
  ) throws(ArgumentError) -> [CaseDescription] {
    let suite = arguments.value("--suite") ?? (named.isEmpty ? "gate" : "all")
    let inSuite = try CaseSelection.cases(inSuite: suite, of: known)
    let meant = try named.isEmpty ? inSuite : CaseSelection.cases(named: named, from: inSuite)
    // Who names files alone wants these alone.
    let selected =
      try named.isEmpty && !saved.isEmpty
      ? saved : runnable(meant, named, suite: suite, hasUpstream: hasUpstream) + saved
    if let text = arguments.value("--partition") {
      guard let partition = Partition(text) else {
        throw .badValue("--partition", value: text, expected: "k/n with 1 <= k <= n, such as 2/4")
      }
      let part = CaseSelection.part(partition, of: selected)
      if part.isEmpty {
        throw .emptyPart(number: partition.number, of: partition.count, cases: selected.count)
      }
      return part
    }
    return bazel.shard.map { CaseSelection.shard($0, of: selected) } ?? selected
  }

  /// The profile that the user names, or that of the configuration, or the default one.
  static func profile(
    _ arguments: ParsedArguments,
    _ configuration: Configuration
  ) throws(ArgumentError) -> Profile {
    guard arguments.value("--profile") != nil else { return configuration.profile ?? .default }
    let own = configuration.profile.map { Profile.builtIn.contains($0) ? [] : [$0] } ?? []
    let known = Profile.builtIn + own
    let name = try word(arguments, "--profile", known.map(\.name))
    return known.first { $0.name == name } ?? .default
  }

  private static func command(
    _ arguments: ParsedArguments,
    _ option: String
  ) throws(ArgumentError) -> [String]? {
    guard let text = arguments.value(option) else { return nil }
    guard let words = ShellWords.split(text) else { throw .unbalancedQuote(option) }
    if words.isEmpty { throw .emptyCommand(option) }
    return words
  }

  /// Reads one word of a list, whose first is the default.
  private static func word(
    _ arguments: ParsedArguments,
    _ option: String,
    _ words: [String]
  ) throws(ArgumentError) -> String {
    guard let text = arguments.value(option) else { return words[0] }
    if words.contains(text) { return text }
    let nearest = NearestNames.to(text, among: words).first.map { " (did you mean '\($0)'?)" }
    throw .badValue(
      option,
      value: text,
      expected: words.joined(separator: ", ") + (nearest ?? "")
    )
  }

  static func number(
    _ arguments: ParsedArguments,
    _ option: String,
    _ range: ClosedRange<Int>
  ) throws(ArgumentError) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .badValue(
        option,
        value: text,
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  static func jobs(_ arguments: ParsedArguments) throws(ArgumentError) -> Int? {
    try number(arguments, "--jobs", 1...jobsMax)
  }

  static func timeoutSeconds(_ arguments: ParsedArguments) throws(ArgumentError) -> Int? {
    try number(arguments, "--timeout", 1...timeoutSecondsMax)
  }

  static func seed(_ arguments: ParsedArguments) throws(ArgumentError) -> Seed {
    guard let text = arguments.value("--seed") else { return .random() }
    guard let seed = Seed(text) else {
      throw .badValue("--seed", value: text, expected: "1 to 16 hexadecimal digits")
    }
    return seed
  }
}
