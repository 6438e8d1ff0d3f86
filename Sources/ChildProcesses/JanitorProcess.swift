// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A process that belongs to what a janitor clears up.
struct FamilyMember: Hashable {
  let processID: Int32
  let group: Int32
  let token: String?
}

/// What a janitor does: it waits for the end of the process that started it, and clears up behind it.
package enum JanitorProcess {
  /// How long processes that clear up themselves get for it.
  static let graceTimeMax = Duration.seconds(1)
  /// How long it may take altogether to kill whatever lives.
  static let clearTimeMax = Duration.seconds(4)
  /// How long somebody who is being born may hide from one look around, in milliseconds.
  static let pauseMilliseconds: Int32 = 20
  /// What does not end it: whoever sends it means the run, whose end it waits for.
  private static let ignoredSignals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU,
  ]

  /// Waits for the end of the process that has started this one, and ends.
  ///
  /// - Parameters:
  ///   - token: the token of that process.
  ///   - remove: removes a folder with all that is in it.
  package static func run(token: String, remove: (_ folder: String) -> Void) -> Never {
    for number in ignoredSignals { signal(number, SIG_IGN) }
    var knowledge = Knowledge()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case .bytes(let count) = Descriptors.read(STDIN_FILENO, into: &buffer) {
      knowledge.take(buffer[..<count])
      if knowledge.isDismissed { exit(EXIT_SUCCESS) }
    }
    clear(token: token, knowledge.started)
    for folder in knowledge.folders { remove(folder) }
    exit(EXIT_SUCCESS)
  }

  /// A process that was started.
  struct Started: Equatable {
    let token: String
    let clearsUp: Bool

    /// Whether a process is one that it has started, or in its group.
    func isHead(_ processID: Int32, of member: FamilyMember) -> Bool {
      member.group == processID
        || member.token.map { ProcessToken.isToken($0, from: token) } ?? false
    }
  }

  /// What was told so far.
  struct Knowledge {
    /// What was started and has not ended, by process ID.
    private(set) var started: [Int32: Started] = [:]
    private(set) var folders: [String] = []
    private(set) var isDismissed = false
    private var rest: [UInt8] = []

    mutating func take(_ bytes: some Collection<UInt8>) {
      rest += bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        switch JanitorMessage(line: rest[..<end]) {
        case .started(let processID, let token, let clearsUp):
          started[processID] = Started(token: token, clearsUp: clearsUp)
        case .ended(let processID): started[processID] = nil
        case .folder(let path): folders.append(path)
        case .dismissed: isDismissed = true
        case nil: break
        }
        rest.removeSubrange(...end)
      }
    }
  }

  /// Kills what descends from the process, until nothing is found any more.
  private static func clear(token: String, _ started: [Int32: Started]) {
    let clock = ContinuousClock()
    let start = clock.now
    var started = started
    var emptyLooks = 0
    // A process that is just being started shows up at the second look.
    while emptyLooks < 2, clock.now < start + clearTimeMax {
      let family = ProcessPlatform.family(of: token, groups: Set(started.keys))
      let groups = Set(family.map(\.group))
      // Once nobody of a group lives its number may become somebody else's.
      started = started.filter { groups.contains($0.key) }
      emptyLooks = family.isEmpty ? emptyLooks + 1 : 0
      let living = Set(family.map(\.processID))
      let careful = started.filter { $0.value.clearsUp && living.contains($0.key) }
      for member in family {
        let isCaredFor = careful.contains { $0.value.isHead($0.key, of: member) }
        if isCaredFor && clock.now < start + graceTimeMax { continue }
        kill(member.processID, SIGKILL)
      }
      _ = poll(nil, 0, pauseMilliseconds)
    }
  }
}
