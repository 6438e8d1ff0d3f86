// SPDX-License-Identifier: Apache-2.0

import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A process that clears away what this one leaves where it is killed: its families and its folders.
///
/// It is told of each process as that starts, by a pipe whose end tells it that this process is gone. Who
/// kills this process and its group does not kill the janitor, which leads a group of its own and ends by no
/// signal that asks for it.
package enum Janitor {
  /// Starts the janitor; called once, before the first other process is started.
  ///
  /// Where it cannot be started the run goes on without it.
  ///
  /// - Parameter command: a program that calls `JanitorProcess.run` with the arguments that are added.
  package static func start(_ command: Command) {
    ProcessTree.ownEveryChild()
    var command = command
    command.arguments.append(ProcessToken.own)
    guard let path = try? CommandLookup.path(of: command) else { return }
    _ = try? Supervisor.shared.start(
      Launch(
        path: path,
        command: command,
        input: .interactive,
        output: .discard,
        errors: .discard,
        deathSignal: 0,
        isJanitor: true,
        whenEnded: nil
      )
    )
  }

  /// Lets the janitor remove a folder where this process is killed; it knows when this returns.
  package static func entrust(folder: String) {
    let done = Monitor(false)
    Supervisor.shared.post(.tellJanitor(.folder(folder), reply: done))
    done.wait { $0 ? () : nil }
  }

  /// Ends the janitor, and returns when it is gone: nothing is left to be cleared away.
  package static func dismiss() {
    let done = Monitor(false)
    Supervisor.shared.post(.dismissJanitor(reply: done))
    _ = done.wait(atMost: ChildProcess.killTimeMax) { $0 ? true : nil }
  }
}

/// What a janitor is told, a line each.
enum JanitorMessage: Equatable {
  /// A process was started; it leads the group of the same number, and has that token.
  ///
  /// One that clears up itself knows best what it has started, and gets the time for it.
  case started(Int32, token: String, clearsUp: Bool)
  /// Nothing of it lives any more.
  case ended(Int32)
  case folder(String)
  /// All has been cleared away.
  case dismissed

  var line: [UInt8] {
    switch self {
    case .started(let processID, let token, let clearsUp):
      Array("\(clearsUp ? "careful" : "careless") \(processID) \(token)".utf8)
    case .ended(let processID): Array("ended \(processID)".utf8)
    // A path may hold anything, a line break too.
    case .folder(let path):
      Array("folder \(path.utf8.map(String.init).joined(separator: ","))".utf8)
    case .dismissed: Array("dismissed".utf8)
    }
  }

  init?(line: some Collection<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    switch (words.first, words.count) {
    case ("careful", 3), ("careless", 3):
      guard let processID = Int32(words[1]), processID > 1 else { return nil }
      self = .started(processID, token: String(words[2]), clearsUp: words[0] == "careful")
    case ("ended", 2):
      guard let processID = Int32(words[1]) else { return nil }
      self = .ended(processID)
    case ("folder", 2):
      let bytes = words[1].split(separator: ",").compactMap { UInt8($0) }
      self = .folder(String(decoding: bytes, as: UTF8.self))
    case ("dismissed", 1): self = .dismissed
    default: return nil
    }
  }
}
