// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import FaultInjection

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension ContractWalk {
  /// Walks through the client contract, and returns whether every rule was kept.
  package func client() -> Bool {
    guard let parameters, let seed = Seed(parameters.seed), !parameters.client.isEmpty,
      let profile = Profile.described(by: parameters.profile)
    else { return cannotBegin(.badParameters) }
    let timeline = Timeline()
    guard let stateFolder = try? PrivateFolder.make(in: parameters.folder) else {
      return cannotBegin(.privateFolder)
    }
    let observer: @Sendable (ServerEvent) -> Void = { timeline.append($0) }
    guard let server = try? FaultServer(ledger: Ledger(), profile: profile, observer: observer)
    else { return cannotBegin(.serverPort) }
    defer { server.stop() }
    let driver = ClientDriver(
      parameters,
      url: server.url,
      stateFolder: stateFolder,
      inherited: inherited
    )
    begin(
      "client",
      parameters.client,
      variables: driver.variables.keys.sorted(),
      limit: driver.timeLimit
    )
    var walk = ClientWalk(walk: self, client: driver, server: server, timeline: timeline)
    walk.run(body: SubmittedBody.make(seed: seed), terminates: parameters.terminate != nil)
    return end("queue.*")
  }
}

/// The steps of a walk with a client.
private struct ClientWalk {
  let walk: ContractWalk
  let client: ClientDriver
  let server: FaultServer
  let timeline: Timeline
  /// After how many commands that hang the walk ends.
  private static let hangsMax = 2
  private var hangs = 0

  init(walk: ContractWalk, client: ClientDriver, server: FaultServer, timeline: Timeline) {
    self.walk = walk
    self.client = client
    self.server = server
    self.timeline = timeline
  }

  mutating func run(body: [UInt8], terminates: Bool) {
    guard submit(body) else {
      return walk.note("what cannot be started cannot be asked anything else")
    }
    guard tasks("tasks, after submit"),
      step(.resume, "resume, while nothing listens"),
      tasks("tasks, after that resume")
    else { return leaveOut() }
    guard (try? server.listen()) != nil else {
      return walk.note("the server could not listen; the other steps are left out")
    }
    guard step(.resume, "resume, now that the server answers", expectsWrite: true),
      tasks("tasks, after that resume")
    else { return leaveOut() }
    if terminates { terminate(body) }
  }

  private func leaveOut() {
    walk.note("\(Self.hangsMax) commands did not end; the other steps are left out")
  }

  private mutating func submit(_ body: [UInt8]) -> Bool {
    step(.submit, "submit, while nothing listens", .bytes(body)) { output throws(CaseStop) in
      _ = try ClientOutput.submitReply(output)
    }
  }

  private mutating func tasks(_ title: String) -> Bool {
    step(.tasks, title) { output throws(CaseStop) in _ = try ClientOutput.taskListings(output) }
  }

  /// Asks for a command, and tells what came of it; returns whether it makes sense to go on.
  @discardableResult
  private mutating func step(
    _ command: ContractCommand,
    _ title: String,
    _ input: ChildProcess.Input = .empty,
    expectsWrite: Bool = false,
    reading: (([UInt8]) throws(CaseStop) -> Void)? = nil
  ) -> Bool {
    var rows = sent(command, input)
    var breach: ContractBreach?
    var isStarted = false
    do throws(CaseStop) {
      let finished = try client.finished(command, input)
      isStarted = true
      if finished.timedOut { hangs += 1 }
      let back = CommandShape.words(of: finished, limit: client.timeLimit, isRead: reading != nil)
      rows.append(("back", back))
      if let rule = ClientOutput.rule(brokenByEndOf: finished) { throw .broken(command, rule) }
      try reading?(finished.output)
    } catch {
      breach = error.breach
    }
    let events = events()
    let words = events.compactMap(Self.words(of:))
    if !words.isEmpty { rows.append(("server", words.joined(separator: ", "))) }
    let hint = expectsWrite && breach == nil ? Self.hint(events) : nil
    walk.tell(title, rows, breach, hint: hint)
    return isStarted && hangs < Self.hangsMax
  }

  /// Ends a client in the midst of a resume by the configured command.
  private mutating func terminate(_ body: [UInt8]) {
    guard submit(body) else { return }
    server.setScript(FaultScript(perAttempt: [.stallAfterCommit]))
    let timeline = timeline
    let command = timeline.beginCommand()
    let started = try? client.startResume { timeline.endCommand(command) }
    guard let process = started else { return }
    defer {
      process.kill(SIGKILL)
      _ = client.isGone(process)
    }
    let wait = timeline.waitForHeldAnswer(atMost: client.timeLimit, of: command)
    guard wait == .held else {
      return walk.note("resume sent nothing that could be held; terminate is left out")
    }
    step(.terminate, "terminate, while resume waits for an answer")
  }

  private func sent(
    _ command: ContractCommand,
    _ input: ChildProcess.Input
  ) -> [(label: String, words: String)] {
    let words = [("sent", client.words(of: command).joined(separator: " "))]
    guard case .bytes(let bytes) = input else { return words + [("input", "empty")] }
    return words + [("input", "a JSON object in \(bytes.count) bytes of UTF-8")]
  }

  /// What the server has seen since the last step.
  private func events() -> [ServerEvent] {
    _ = timeline.waitUntilQuiet(atMost: client.timeLimit)
    return timeline.takeEvents().map(\.event)
  }

  private static func words(of event: ServerEvent) -> String? {
    switch event {
    case .received(let delivery):
      delivery.key == nil ? "a write without a key that its profile knows" : "a write with a key"
    case .answered(_, let status): "answered \(status)"
    case .refusedRequest(let status): "a request that is none of the profile's, refused \(status)"
    case .refusedFraming(let status): "a request that is no HTTP/1.1, refused \(status)"
    case .clientGone: "given up by the client"
    default: nil
    }
  }

  /// What keeps a waiting task from arriving as a write with its key, or nothing where it did.
  ///
  /// Whether it has to is a promise and no rule of the contract; without it no case can be judged.
  private static func hint(_ events: [ServerEvent]) -> String? {
    var arrived = false
    for case .received(let delivery) in events {
      if delivery.key != nil { return nil }
      arrived = true
    }
    if arrived {
      return "a key is expected where and as the profile says; see 'oncegate help profiles'"
    }
    return events.isEmpty
      ? "nothing arrived; resume tries every unfinished task now, whatever its waiting time"
      : "method and path are expected as in ONCEGATE_URL and the profile; see 'oncegate help profiles'"
  }
}
