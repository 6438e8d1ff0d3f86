// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What `oncegate run` was asked to do, with every default filled in.
struct RunOptions: Hashable, Sendable {
  static let jobsMax = 256
  static let roundsMax = 1_000_000
  static let timeoutSecondsMax = 86_400

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

  let suite: String
  let cases: [CaseDescription]
  /// The client's command as written, or nothing for the bundled one.
  let client: String?
  let clientCommand: [String]?
  let subject: String?
  let subjectCommand: [String]?
  let profile: String
  let reportFolder: String
  let junitFile: String?
  let junitProfile: String
  let jobs: Int
  let timeout: Duration
  let rounds: Int
  let seed: Seed
  let failFast: Bool
  let format: Format
  let color: Color
  let quiet: Bool
  let verbose: Bool
  let showOutput: Bool

  init(_ arguments: ParsedArguments, cores: Int) throws(ArgumentError) {
    let suiteName = arguments.value("--suite")
    let named = arguments.operands
    let inSuite = try CaseSelection.cases(inSuite: suiteName ?? (named.isEmpty ? "gate" : "all"))
    var selected =
      try named.isEmpty ? inSuite : CaseSelection.cases(named: named, from: inSuite)
    if let text = arguments.value("--partition") {
      guard let partition = Partition(text) else {
        throw .badValue("--partition", value: text, expected: "k/n with 1 <= k <= n, such as 2/4")
      }
      selected = CaseSelection.part(partition, of: selected)
    }
    if selected.isEmpty { throw .nothingSelected }
    cases = selected
    suite = named.isEmpty ? suiteName ?? "gate" : "selection"
    client = arguments.value("--client")
    clientCommand = try Self.command(arguments, "--client")
    subject = arguments.value("--subject")
    subjectCommand = try Self.command(arguments, "--subject")
    profile = try Self.word(arguments, "--profile", ["default", "ietf", "stripe"])
    reportFolder = arguments.value("--report-dir") ?? "oncegate-report"
    junitFile = arguments.value("--junit")
    junitProfile = try Self.word(arguments, "--junit-profile", ["rich", "junit-10", "strict"])
    jobs = try Self.number(arguments, "--jobs", 1...Self.jobsMax) ?? cores
    timeout = .seconds(
      try Self.number(arguments, "--timeout", 1...Self.timeoutSecondsMax) ?? 120
    )
    rounds = try Self.number(arguments, "--repeat", 1...Self.roundsMax) ?? 1
    seed = try Self.seed(arguments)
    failFast = arguments.has("--fail-fast")
    format =
      Format(rawValue: try Self.word(arguments, "--format", Format.allCases.map(\.rawValue)))
      ?? .human
    color =
      Color(rawValue: try Self.word(arguments, "--color", Color.allCases.map(\.rawValue))) ?? .auto
    quiet = arguments.has("--quiet")
    verbose = arguments.has("--verbose")
    showOutput = arguments.has("--show-output")
  }

  /// What a run of one case needs, apart from its name and seed, to repeat this run; quoted for a shell.
  var repeatOptions: String {
    var words: [String] = []
    if let client { words += ["--client", ShellWords.quoted(client)] }
    if let subject { words += ["--subject", ShellWords.quoted(subject)] }
    if profile != "default" { words += ["--profile", profile] }
    return words.joined(separator: " ")
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

  private static func number(
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

  private static func seed(_ arguments: ParsedArguments) throws(ArgumentError) -> Seed {
    guard let text = arguments.value("--seed") else { return .random() }
    guard let seed = Seed(text) else {
      throw .badValue("--seed", value: text, expected: "1 to 16 hexadecimal digits")
    }
    return seed
  }
}
