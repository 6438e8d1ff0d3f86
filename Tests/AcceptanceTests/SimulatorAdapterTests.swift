// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

/// The recipe for an app in the iOS simulator, over a stand-in for `xcrun` and an app in Python.
///
/// It shows that the script keeps to the client contract; it says nothing of the real `simctl`.
struct SimulatorAdapterTests {
  private static let script = "\(BuiltProducts.root)/acceptance/adapters/ios-simulator/client.sh"

  @Test(
    .enabled(if: Adapter.python.isRunnable, "python3 is missing"),
    .timeLimit(.minutes(30)),
    arguments: CaseCatalogue.queue.map(\.name.description),
    [false, true]
  )
  func `an app behind the recipe passes`(name: String, hasTerminateCommand: Bool) throws {
    let simulator = try Simulator()
    let client = simulator.command + [Self.script, "booted", "com.example.app"]
    let run = try CaseRun(
      name,
      client: client,
      terminate: hasTerminateCommand ? client + ["terminate"] : nil
    )
    #expect(run.verdict == .passed)
    let containers = try FileManager.default.contentsOfDirectory(atPath: simulator.stateFolders)
    #expect(containers.count == 1, "the tasks of a case lie in one folder of the container")
  }

  @Test(.timeLimit(.minutes(30)))
  func `an app that ends without an answer breaks the contract`() throws {
    let simulator = try Simulator(app: "exit 0")
    let client = simulator.command + [Self.script, "booted", "com.example.app"]
    let run = try CaseRun("queue.disconnect", client: client)
    #expect(run.breach == ContractBreach(.submit, .exitStatus))
  }

  @Test(.timeLimit(.minutes(30)))
  func `the recipe says how it is used, and what was not tried`() throws {
    let help = try #require(Adapter.run([Self.script, "--help"]))
    #expect(help.exit == .exited(0))
    let text = String(decoding: help.output, as: UTF8.self)
    #expect(text.hasPrefix("usage: "))
    #expect(text.contains("Not tried"))
    #expect(Adapter.run([Self.script])?.exit == .exited(64))
  }
}

/// A folder with a stand-in for `xcrun`, which knows one app with one data container.
private struct Simulator {
  private let folder: TemporaryFolder

  /// What a command begins with so that it finds the stand-in.
  var command: [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["/usr/bin/env", "PATH=\(folder.path):\(path)"]
  }

  /// Where the container keeps a folder for each case.
  var stateFolders: String { folder.file("container/Library/oncegate") }

  /// - Parameter app: the app's shell commands, which find the contract's command in `$command`.
  /// - Throws: what the file system says where the stand-in cannot be written.
  init(app: String? = nil) throws {
    folder = try TemporaryFolder()
    let client = Adapter.python.client.joined(separator: " ")
    // The app is a process of its own, which can be ended while its launcher lives.
    let ownProcess = #"sh -c 'echo $$ >"$0"; exec "$@"' "$folder/process""#
    let standIn = """
      #!/bin/sh
      set -eu
      folder='\(folder.path)'
      [ "$1" = simctl ]
      case $2 in
      get_app_container)
        [ "$3 $4 $5" = 'booted com.example.app data' ]
        echo "$folder/container"
        ;;
      launch)
        [ "$3 $4 $5 $6" = '--console --terminate-running-process booted com.example.app' ]
        # An app has the variables with the prefix, without it, and no others of the launcher's.
        unset ONCEGATE_URL ONCEGATE_STATE_DIR ONCEGATE_REQUEST_TIMEOUT_MS ONCEGATE_CONTRACT
        export ONCEGATE_URL="$SIMCTL_CHILD_ONCEGATE_URL"
        export ONCEGATE_STATE_DIR="$SIMCTL_CHILD_ONCEGATE_STATE_DIR"
        export ONCEGATE_REQUEST_TIMEOUT_MS="$SIMCTL_CHILD_ONCEGATE_REQUEST_TIMEOUT_MS"
        [ "$7 $9" = '--oncegate --oncegate-answer' ]
        command=$8
        answer=${10}
        body=${12-/dev/null}
        \(app ?? "\(ownProcess) \(client) \"$command\" <\"$body\" >\"$answer.draft\"")
        [ ! -e "$answer.draft" ] || mv "$answer.draft" "$answer"
        ;;
      terminate)
        [ "$3 $4" = 'booted com.example.app' ]
        kill -9 "$(cat "$folder/process")"
        ;;
      *) exit 64 ;;
      esac
      """
    try FileManager.default.createDirectory(
      atPath: folder.file("container"),
      withIntermediateDirectories: true
    )
    try standIn.write(toFile: folder.file("xcrun"), atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: folder.file("xcrun")
    )
  }
}
