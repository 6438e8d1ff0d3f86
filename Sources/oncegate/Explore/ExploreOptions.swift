// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What `oncegate explore` was asked to do, with every default filled in.
struct ExploreOptions: Hashable, Sendable {
  static let depthMax = 64
  static let recordsMax = 4
  static let ticketsMax = 16
  static let sessionsMax = 16
  static let ordersMax = 1_000_000_000
  static let depthDefault = 8
  /// How many records, tickets and sessions there are where nobody says it.
  static let countDefault = 3
  static let ordersDefault = 2_000
  static let walkedOrdersDefault = 1_000_000
  static let schedulesDefault = 10_000
  static let schedulesOfProcessesDefault = 400
  /// How many findings one search keeps at most.
  static let findingsMax = 100

  let area: ExploredArea
  /// What `run` would be told: client, subject, profile, limits, reports.
  let run: RunOptions
  let client: [String]
  let isInProcess: Bool
  let depth: Int
  let records: Int
  let tickets: Int
  let sessions: Int
  let schedules: Int
  let partition: Partition?
  let keepsGoing: Bool
  let saveFile: String?
  /// The command that repeats the search, quoted for a shell.
  let repeatCommand: String

  /// Reads what the user wrote.
  ///
  /// - Parameters:
  ///   - area: what is explored.
  ///   - arguments: what was given to the command.
  ///   - folder: where a configuration that is not named is looked for.
  /// - Throws: what cannot be carried out as written.
  init(
    _ area: ExploredArea,
    _ arguments: ParsedArguments,
    folder: String = "."
  ) throws(ArgumentError) {
    self.area = area
    // A part is one of the orders here, not of the cases.
    run = try RunOptions(arguments.without("--partition"), cores: 1, folder: folder)
    switch area {
    case .queue:
      isInProcess = run.clientCommand == nil && !arguments.has("--processes")
      client = try Self.client(of: run, isInProcess: isInProcess)
      let ofProcesses = Self.schedulesOfProcessesDefault
      schedules =
        try RunOptions.number(arguments, "--schedules", 1...Self.ordersMax)
        ?? (isInProcess ? Self.schedulesDefault : ofProcesses)
    case .state:
      isInProcess = run.subjectCommand == nil
      client = [Surroundings.program(BundledClient.name)]
      schedules =
        try RunOptions.number(arguments, "--orders", 0...Self.ordersMax)
        ?? (isInProcess ? Self.walkedOrdersDefault : Self.ordersDefault)
    }
    depth = try RunOptions.number(arguments, "--depth", 1...Self.depthMax) ?? Self.depthDefault
    records =
      try RunOptions.number(arguments, "--records", 1...Self.recordsMax) ?? Self.countDefault
    tickets =
      try RunOptions.number(arguments, "--tickets", 1...Self.ticketsMax) ?? Self.countDefault
    sessions =
      try RunOptions.number(arguments, "--sessions", 1...Self.sessionsMax) ?? Self.countDefault
    partition = try arguments.value("--partition").map { text throws(ArgumentError) in
      guard let partition = Partition(text) else {
        throw .badValue("--partition", value: text, expected: "k/n with 1 <= k <= n, such as 2/4")
      }
      return partition
    }
    keepsGoing = arguments.has("--keep-going")
    saveFile = arguments.value("--save")
    let repeated = [
      "--config", "--client", "--subject", "--profile", "--depth", "--records", "--tickets",
      "--sessions", "--orders", "--schedules", "--partition",
    ].compactMap { option in
      arguments.value(option).map { "\(option) \(ShellWords.quoted($0))" }
    }
    let flags = ["--processes"].filter(arguments.has)
    repeatCommand = (["oncegate explore \(area.rawValue) --seed \(run.seed)"] + repeated + flags)
      .joined(separator: " ")
  }

  private static func client(
    of options: RunOptions,
    isInProcess: Bool
  ) throws(ArgumentError) -> [String] {
    if let command = options.clientCommand { return command }
    if let bundled = BundledClient(for: options.profile) { return bundled.command }
    // Within the process nobody starts it.
    if isInProcess { return [Surroundings.program(BundledClient.name)] }
    throw .bundledClientDoesNotSpeak(profile: options.profileName)
  }

  /// What the explorer's process is told.
  ///
  /// - Parameter folder: the folder that belongs to it alone.
  /// - Returns: the parameters.
  func parameters(folder: String) -> ExploreParameters {
    ExploreParameters(
      program: run.parameters(client: Surroundings.absolute(client), folder: folder),
      area: area,
      isInProcess: isInProcess,
      depth: depth,
      records: records,
      tickets: tickets,
      sessions: sessions,
      schedules: schedules,
      part: partition?.number ?? 1,
      parts: partition?.count ?? 1,
      keepsGoing: keepsGoing
    )
  }

  /// Where the events of a finding are kept: the file itself, and numbered ones beside it.
  ///
  /// - Parameter number: of the finding, from 1.
  /// - Returns: the file's path, or nothing where nothing is kept.
  func saveFile(forFinding number: Int) -> String? {
    guard let saveFile, number > 1 else { return saveFile }
    let folderEnd = saveFile.lastIndex(of: "/").map { saveFile.index(after: $0) }
    let name = saveFile[(folderEnd ?? saveFile.startIndex)...]
    // A name that begins with its only dot has no extension.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(saveFile)-\(number)"
    }
    return "\(saveFile[..<dot])-\(number)\(saveFile[dot...])"
  }

  /// The command that goes through the events of a saved finding again.
  func repeatCommand(ofFile file: String) -> String {
    // A bare name could be that of a case.
    let path = file.contains("/") || file.hasSuffix(".json") ? file : "./\(file)"
    let options = run.repeatOptions.isEmpty ? "" : " \(run.repeatOptions)"
    return "oncegate run \(ShellWords.quoted(path)) --seed \(run.seed)\(options)"
  }
}
