// SPDX-License-Identifier: Apache-2.0

extension Skeleton {
  static let swift = Skeleton(
    files: [
      File("\(folder)/Package.swift", swiftManifest),
      File("\(folder)/.gitignore", "/.build/\n"),
      File("\(folder)/Sources/client/main.swift", swiftClient),
      File("\(folder)/Sources/subject/main.swift", swiftSubject),
    ],
    client: "\(folder)/.build/debug/client",
    subject: "\(folder)/.build/debug/subject",
    build: "swift build --package-path \(folder)",
    packages: []
  )

  private static let swiftManifest = #"""
    // swift-tools-version: 5.9

    import PackageDescription

    // Add your app's package as a dependency, and its queue and its state to the targets.
    let package = Package(
      name: "oncegate-adapter",
      platforms: [.macOS(.v13)],
      targets: [
        .executableTarget(name: "client"),
        .executableTarget(name: "subject"),
      ]
    )

    """#

  private static let swiftClient = #"""
    // Puts this app's offline queue behind oncegate's client contract.
    //
    // Each command is a process of its own, because an app starts, may be killed, and starts again.
    // 'oncegate help contract' says what each has to do. Fill in the numbered places in their order,
    // build, and run 'oncegate run queue.disconnect': it says after each one what is missing next.

    import Foundation

    let environment = ProcessInfo.processInfo.environment
    /// Where writes go, whole.
    let url = environment["ONCEGATE_URL"] ?? ""
    /// The only folder that outlives a command.
    let stateFolder = environment["ONCEGATE_STATE_DIR"] ?? "."
    let requestTimeoutMilliseconds = environment["ONCEGATE_REQUEST_TIMEOUT_MS"].flatMap(Int.init) ?? 5000

    /// What submit answers.
    struct Submitted: Encodable {
      let task: String
      let key: String
    }

    /// What the app knows of a task.
    struct Listed: Encodable {
      enum State: String, Encodable { case pending, completed, stopped }
      let task: String
      let key: String
      let attempts: Int
      let state: State
    }

    /// Stores one task and returns its ID and its key, whatever the network does.
    func submit(_ body: Data) throws -> Submitted? {
      // 1. Let your app store the task in stateFolder: these bytes as they are, a task ID, and a key that
      //    no other action has. Return only when a crash cannot lose it any more:
      //        return Submitted(task: taskID, key: key)
      //    Until then the gate says:
      //        \#(SkeletonWords.submitSaysNothing)
      return nil
    }

    /// Returns every task that the app knows.
    func tasks() throws -> [Listed] {
      // 2. Ask your app's store:
      //        return [Listed(task: taskID, key: key, attempts: 0, state: .pending)]
      //    Until then the gate says:
      //        \#(SkeletonWords.taskNotListed)
      return []
    }

    /// Tries every unfinished task now, and returns when each was tried.
    func resume() throws {
      // 3. Do what your app does on launch: send the stored bytes to url, with the stored key in the
      //    header field Idempotency-Key, and count the attempt before it begins. Only a whole and
      //    explicit success completes the task. After no answer, 408, 425, 429 or 5xx nobody knows: keep
      //    it as it is. Until then the gate says:
      //        \#(SkeletonWords.notSettled)
      //
      // 4. After 409 the key belongs to another body: stop the task and keep it, and never send it again
      //    by itself. Until then queue.key-conflict says:
      //        \#(SkeletonWords.sentAfterConflict)
    }

    func writeLine(_ value: some Encodable) throws {
      FileHandle.standardOutput.write(try JSONEncoder().encode(value) + Data("\n".utf8))
    }

    switch Array(CommandLine.arguments.dropFirst()) {
    case ["submit"]:
      let body = FileHandle.standardInput.readDataToEndOfFile()
      if let reply = try submit(body) { try writeLine(reply) }
    case ["resume"]: try resume()
    case ["tasks"]: for task in try tasks() { try writeLine(task) }
    default:
      FileHandle.standardError.write(Data("usage: client submit | resume | tasks\n".utf8))
      exit(64)
    }

    """#

  private static let swiftSubject = #"""
    // Puts the state that this app's user sees behind oncegate's subject contract.
    //
    // One process: a JSON object per line in, a JSON object per line out. 'oncegate help contract' says
    // what each request means. Fill in the numbered places in their order, build, and run
    // 'oncegate run state.rejection': it says after each one what is missing next.

    import Foundation

    /// What the user sees of a record, and what the app knows of it.
    struct View: Encodable {
      var confirmed: Bool
      var visible: Bool
      var pending = false
      var enabled = true
      var needsSync = false
    }

    struct Subject {
      mutating func load(session: String, values: [String: Bool]) {
        // 1. Begin a new session of your app's state with these values; it replaces the old one, with
        //    everything that was in flight. Then show it in 'records' below.
        //    Until then the gate says:
        //        \#(SkeletonWords.recordsMissing)
      }

      mutating func tap(record: String, value: Bool) -> String? {
        // 2. Let the user wish this value. Return a ticket that was never used before, or nil where the
        //    tap is intercepted: while a write is in flight, and while the outcome is unknown.
        //    Until then the gate says:
        //        \#(SkeletonWords.tapSentNothing)
        return nil
      }

      mutating func respond(ticket: String, outcome: String, value: Bool?) {
        // 3. The write of this ticket ended. "saved": take the server's value. "rejected": go back to the
        //    confirmed one. A ticket that is not in flight in this session changes nothing.
        //    Until then the gate says:
        //        \#(SkeletonWords.rejectionNotRestored)
        //
        // 4. "unknown": show the confirmed value, accept no tap, and ask for one re-read, which counts in
        //    'syncs'. Until then state.unknown-outcome says:
        //        \#(SkeletonWords.unknownKeptWish)
      }

      mutating func sync(session: String, record: String, outcome: String, value: Bool?) {
        // 5. A re-read ended. "read": take the server's value and unlock. "failed": stay locked, and ask
        //    again. One that this session does not wait for changes nothing.
        //    Until then state.unknown-outcome says:
        //        \#(SkeletonWords.failedSyncNotRepeated)
      }

      mutating func arrange(order: [String]) {
        // Rows move; records stay what they are. There is nothing to do where rows are only shown.
      }

      /// Every record of the session.
      var records: [String: View]? {
        // 1. Return a View for each record.
        return nil
      }

      /// How many re-reads were asked for since the process started.
      var syncs: Int {
        // 4. Count them.
        return 0
      }
    }

    struct Request: Decodable {
      let `do`: String
      var session: String?
      var records: [String: Bool]?
      var record: String?
      var value: Bool?
      var ticket: String?
      var outcome: String?
      var order: [String]?
    }

    struct Reply: Encodable {
      var records: [String: View]?
      var syncs: Int
    }

    /// The answer to a tap, whose ticket is null where the tap was intercepted.
    struct TapReply: Encodable {
      enum CodingKeys: CodingKey { case records, syncs, ticket }
      let reply: Reply
      let ticket: String?

      func encode(to encoder: Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(reply.records, forKey: .records)
        try members.encode(reply.syncs, forKey: .syncs)
        try members.encode(ticket, forKey: .ticket)
      }
    }

    func writeLine(_ value: some Encodable) throws {
      FileHandle.standardOutput.write(try JSONEncoder().encode(value) + Data("\n".utf8))
    }

    var subject = Subject()
    while let line = readLine() {
      let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
      var ticket: String??
      switch request.do {
      case "load": subject.load(session: request.session ?? "", values: request.records ?? [:])
      case "tap": ticket = .some(subject.tap(record: request.record ?? "", value: request.value ?? false))
      case "respond":
        subject.respond(
          ticket: request.ticket ?? "",
          outcome: request.outcome ?? "",
          value: request.value
        )
      case "sync":
        subject.sync(
          session: request.session ?? "",
          record: request.record ?? "",
          outcome: request.outcome ?? "",
          value: request.value
        )
      case "arrange": subject.arrange(order: request.order ?? [])
      default: break
      }
      let reply = Reply(records: subject.records, syncs: subject.syncs)
      if let ticket {
        try writeLine(TapReply(reply: reply, ticket: ticket))
      } else {
        try writeLine(reply)
      }
    }

    """#
}
