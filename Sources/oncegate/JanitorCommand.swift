// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Running

/// The process that clears up behind a command that is killed: this program, with a word that no help shows.
enum JanitorCommand {
  private static let name = "janitor"

  /// Starts it, before anything else is started.
  static func start() {
    Janitor.start(
      Command([Surroundings.ownProgram, name], environment: ["SWIFT_BACKTRACE": "enable=no"])
    )
  }

  /// Kills what escaped every case, whoever it belonged to; then nothing is left to be cleared away.
  static func end() {
    ProcessTree.killEverything()
    Janitor.dismiss()
  }

  /// Does its work, where the arguments say that this process is one.
  static func carryOut(_ arguments: [String]) {
    guard arguments.count == 2, arguments[0] == name else { return }
    JanitorProcess.run(token: arguments[1], remove: PrivateFolder.remove)
  }
}
