// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the supervising thread does; nothing here is seen by any other thread.
final class SupervisorLoop {
  private let supervisor: Supervisor
  private let wake: Int32
  private let nothing: Int32
  private let clock = ContinuousClock()
  private var children: [Int32: Supervised] = [:]
  private var childrenStarted = 0
  private var ownsEveryChild = false
  private var ending: Ending?
  private var dismissals: [Monitor<Bool>] = []
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  /// What is left to do where everything is to be killed.
  private struct Ending {
    var replies: [Monitor<Bool>]
    let deadline: ContinuousClock.Instant
  }

  init(supervisor: Supervisor, wake: Int32, nothing: Int32) {
    self.supervisor = supervisor
    self.wake = wake
    self.nothing = nothing
  }

  func run() {
    while true {
      for request in supervisor.takeRequests() { serve(request) }
      settleEnded()
      endEverything()
      answerDismissals()
      waitForSomething()
    }
  }

  private func serve(_ request: Supervisor.Request) {
    switch request {
    case .start(let launch, let reply):
      let result: Result<ChildProcess, SpawnError>
      do throws(SpawnError) {
        guard ending == nil else { throw SpawnError.ending }
        childrenStarted += 1
        let child = try Supervised.start(
          launch,
          token: "\(ProcessToken.own).\(childrenStarted)",
          nothing: nothing,
          supervisor: supervisor
        )
        children[child.processID] = child
        introduce(child)
        result = .success(child.process)
      } catch {
        result = .failure(error)
      }
      reply.withLock { $0 = result }
    case .ended(let processID): children[processID]?.hasExited = true
    case .ownEveryChild: ownsEveryChild = true
    case .killEverything(let reply):
      if ending == nil {
        ending = Ending(replies: [], deadline: clock.now + ChildProcess.killTimeMax)
      }
      ending?.replies.append(reply)
    case .tellJanitor(let message, let reply):
      tellJanitor(message)
      reply.withLock { $0 = true }
    case .dismissJanitor(let reply):
      tellJanitor(.dismissed)
      dismissals.append(reply)
    }
  }

  /// The children that are no janitor.
  private var commands: [Supervised] { children.values.filter { !$0.isJanitor } }

  /// Tells the janitor of a child, or of all children where the child is the janitor itself.
  private func introduce(_ child: Supervised) {
    for command in child.isJanitor ? commands : [child] {
      let (processID, token) = (command.processID, command.process.token)
      tellJanitor(.started(processID, token: token, clearsUp: command.clearsUp))
    }
  }

  /// Tells at once: this process may be killed at any moment.
  private func tellJanitor(_ message: JanitorMessage) {
    for janitor in children.values where janitor.isJanitor {
      _ = janitor.process.write(line: message.line)
      janitor.writeInput()
    }
  }

  /// Answers who waits for the janitor to be gone.
  private func answerDismissals() {
    guard !dismissals.isEmpty, children.values.allSatisfy({ !$0.isJanitor }) else { return }
    for reply in dismissals { reply.withLock { $0 = true } }
    dismissals = []
  }

  private func snapshot() -> ProcessPlatform.Snapshot {
    ProcessPlatform.Snapshot(
      supervised: children.mapValues(\.process.token),
      adopts: ownsEveryChild
    )
  }

  /// Looks after children whose process has ended: what they left behind, and their last output.
  private func settleEnded() {
    let ended = children.values.filter(\.hasExited)
    guard !ended.isEmpty else { return }
    let snapshot = snapshot()
    for child in ended {
      let survivors = snapshot.survivors(
        of: child.process,
        known: child.killed,
        // Who has no token can be laid at a door only where there is one door.
        takesStrays: ownsEveryChild && !child.isJanitor && commands.count == 1
      )
      if child.settle(survivors, at: clock.now, hurry: ending != nil, buffer: &buffer) {
        children[child.processID] = nil
        tellJanitor(.ended(child.processID))
      }
    }
  }

  /// Kills whatever lives until nothing does, where that was asked for.
  private func endEverything() {
    guard let ending else { return }
    for child in commands { child.process.kill(SIGKILL) }
    let snapshot = snapshot()
    let rest = snapshot.everythingElse(takesStrays: ownsEveryChild)
    for processID in rest { kill(processID, SIGKILL) }
    guard (rest.isEmpty && commands.isEmpty) || clock.now >= ending.deadline else { return }
    for reply in ending.replies { reply.withLock { $0 = true } }
    self.ending?.replies = []
  }

  private enum Source {
    case wake
    case output(Supervised)
    case input(Supervised)
    case exit(Supervised)
  }

  private func waitForSomething() {
    var sources = [Source.wake]
    var polled = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
    func add(_ descriptor: Int32, _ events: Int32, _ source: Source) {
      polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
      sources.append(source)
    }
    for child in children.values {
      if let output = child.output { add(output, POLLIN, .output(child)) }
      if let input = child.inputToWrite() { add(input, POLLOUT, .input(child)) }
      if !child.hasExited, let exit = child.exitDescriptor { add(exit, POLLIN, .exit(child)) }
    }
    // Orphans tell nobody that they end, so they are looked for again and again while one is awaited.
    let isWaitingForOrphans =
      children.values.contains(where: \.hasExited) || ending.map { !$0.replies.isEmpty } ?? false
    let limit: Int32 = isWaitingForOrphans ? ProcessPlatform.orphanCheckMilliseconds : -1
    guard unsafe poll(&polled, nfds_t(polled.count), limit) > 0 else { return }
    for (source, polled) in zip(sources, polled) where polled.revents != 0 {
      switch source {
      case .wake: while case .bytes = Descriptors.read(wake, into: &buffer) {}
      case .output(let child): _ = child.readOutput(buffer: &buffer)
      case .input(let child): child.writeInput()
      case .exit(let child): child.hasExited = true
      }
    }
  }
}
