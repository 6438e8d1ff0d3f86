// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

/// A program that breaks the contract is an error of the case, which names the command and the rule.
struct ContractBreachTests {
  /// A program that keeps the contract but for one place.
  struct Breach: Sendable, CustomTestStringConvertible {
    let command: ContractCommand
    let rule: ContractRule
    /// What a shell does in that place.
    let script: String

    init(_ command: ContractCommand, _ rule: ContractRule, _ script: String) {
      self.command = command
      self.rule = rule
      self.script = script
    }

    var testDescription: String { "\(command.rawValue): \(rule.rawValue): \(script)" }

    /// Whether the time limit of a command has to be reached.
    var waits: Bool { [.hang, .closedOutputAndHung, .noAnswer].contains(rule) }
  }

  private static let submitted = #"echo '{"task":"t1","key":"k1"}'"#

  private static func listed(_ members: String = "") -> String {
    #"echo '{"task":"t1","key":"k1","attempts":0,"state":"pending"\#(members)}'"#
  }

  /// A line with so many bytes in a member that nobody reads.
  private static func long(_ line: String) -> String {
    #"printf '{"more":"'; head -c 4194304 /dev/zero | tr '\0' a; printf '",\#(line)}\n'"#
  }

  private static let ofSubmit = [
    Breach(.submit, .noLine, ":"),
    Breach(.submit, .moreThanOneLine, submitted + "; echo sent"),
    Breach(.submit, .moreThanOneLine, "\(submitted); \(submitted)"),
    Breach(.submit, .notJSON, "echo queued"),
    Breach(.submit, .notJSON, "echo"),
    Breach(.submit, .notAnObject, "echo 3"),
    Breach(.submit, .wrongType, #"echo '{"task":7,"key":"k"}'"#),
    Breach(.submit, .wrongType, #"echo '{"task":"t","key":["k"]}'"#),
    Breach(.submit, .taskMissing, #"echo '{"key":"k"}'"#),
    Breach(.submit, .keyMissing, #"echo '{"task":"t"}'"#),
    Breach(.submit, .emptyTask, #"echo '{"task":"","key":"k"}'"#),
    Breach(.submit, .keyMalformed, #"echo '{"task":"t","key":"a key"}'"#),
    Breach(.submit, .keyMalformed, #"echo '{"task":"t","key":""}'"#),
    Breach(.submit, .lineTooLong, long(#""task":"t","key":"k""#)),
    Breach(.submit, .notUTF8, #"printf '{"task":"\377","key":"k"}\n'"#),
    Breach(.submit, .exitStatus, submitted + "; exit 1"),
    Breach(.submit, .killedBySignal, submitted + "; kill -9 $$"),
    Breach(.submit, .hang, "exec sleep 600"),
    Breach(.submit, .hang, "trap '' TERM INT HUP; while :; do sleep 600; done"),
    Breach(.submit, .closedOutputAndHung, submitted + "; exec >&-; exec sleep 600"),
    Breach(.submit, .endlessOutput, "exec yes"),
    Breach(.submit, .lineTooLong, "exec cat /dev/zero"),
    Breach(.submit, .leftProcess, "sleep 600 >/dev/null 2>&1 & " + submitted),
    Breach(.submit, .leftProcess, "sleep 600 & " + submitted),
    Breach(.submit, .leftProcess, "setsid sleep 600 >/dev/null 2>&1 & " + submitted),
  ]

  private static let ofResume = [
    Breach(.resume, .exitStatus, "exit 3"),
    Breach(.resume, .killedBySignal, "kill -15 $$"),
    Breach(.resume, .hang, "trap '' TERM; while :; do sleep 600; done"),
    Breach(.resume, .closedOutputAndHung, "exec >&-; exec sleep 600"),
    Breach(.resume, .endlessOutput, "exec yes"),
    Breach(.resume, .leftProcess, "sleep 600 &"),
    Breach(.resume, .leftProcess, "setsid sleep 600 >/dev/null 2>&1 &"),
  ]

  private static let ofTasks = [
    Breach(.tasks, .notJSON, "echo none"),
    Breach(.tasks, .notJSON, listed() + "; echo"),
    Breach(.tasks, .notAnObject, "echo '[]'"),
    Breach(.tasks, .wrongType, #"echo '{"task":"t","key":"k","attempts":"0","state":"pending"}'"#),
    Breach(.tasks, .wrongType, #"echo '{"task":"t","key":"k","attempts":-1,"state":"pending"}'"#),
    Breach(.tasks, .keyMissing, #"echo '{"task":"t","attempts":0,"state":"pending"}'"#),
    Breach(
      .tasks,
      .keyMalformed,
      #"echo '{"task":"t","key":"a key","attempts":0,"state":"pending"}'"#
    ),
    Breach(.tasks, .attemptsMissing, #"echo '{"task":"t","key":"k","state":"pending"}'"#),
    Breach(.tasks, .stateMissing, #"echo '{"task":"t","key":"k","attempts":0}'"#),
    Breach(.tasks, .unknownState, #"echo '{"task":"t","key":"k","attempts":0,"state":"sent"}'"#),
    Breach(.tasks, .listedTwice, "\(listed()); \(listed())"),
    Breach(
      .tasks,
      .lineTooLong,
      long(#""task":"t","key":"k","attempts":0,"state":"pending""#)
    ),
    Breach(.tasks, .notUTF8, #"printf '{"task":"\377"}\n'"#),
    Breach(.tasks, .exitStatus, listed() + "; exit 1"),
    Breach(.tasks, .killedBySignal, "kill -9 $$"),
    Breach(.tasks, .hang, "exec sleep 600"),
    Breach(.tasks, .endlessOutput, "exec yes"),
    Breach(.tasks, .leftProcess, "sleep 600 >/dev/null & " + listed()),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: ofSubmit + ofResume + ofTasks)
  func `a client that breaks a rule is an error that says so`(breach: Breach) throws {
    func line(_ command: ContractCommand, _ good: String) -> String {
      "\(command.rawValue)) \(command == breach.command ? breach.script : good) ;;"
    }
    let script = """
      case "$1" in
      \(line(.submit, Self.submitted))
      \(line(.resume, ":"))
      \(line(.tasks, Self.listed()))
      esac
      """
    try expect(breach, "queue.disconnect", "client", script)
  }

  private static let ofSubjects = [
    Breach(.load, .notJSON, "echo ready"),
    Breach(.load, .notAnObject, "echo '[]'"),
    Breach(.load, .recordsMissing, #"echo '{"syncs":0}'"#),
    Breach(.load, .memberMissing, #"echo '{"records":{}}'"#),
    Breach(.load, .memberMissing, #"echo '{"records":{"r":{"confirmed":true}},"syncs":0}'"#),
    Breach(.load, .wrongType, #"echo '{"records":{},"syncs":"none"}'"#),
    Breach(.load, .wrongType, #"echo '{"records":[],"syncs":0}'"#),
    Breach(.load, .notUTF8, #"printf '{"records":"\377"}\n'"#),
    Breach(.load, .lineTooLong, long(#""records":{},"syncs":0"#)),
    Breach(.load, .lineTooLong, "exec cat /dev/zero"),
    Breach(.load, .notJSON, "exec yes"),
    Breach(.load, .endedEarly, "exit 0"),
    Breach(.load, .endedEarly, "exit 1"),
    Breach(.load, .endedEarly, "exec >&-; exec sleep 600"),
    Breach(.load, .killedBySignal, "kill -9 $$"),
    Breach(.load, .noAnswer, "trap '' TERM INT HUP; while :; do sleep 600; done"),
    Breach(.load, .unaskedLine, #"answer; printf '%s\n%s\n' "$reply" "$reply"; continue"#),
    Breach(.tap, .memberMissing, #"echo '{"records":{},"syncs":0}'"#),
    Breach(.tap, .wrongType, #"echo '{"records":{},"syncs":0,"ticket":7}'"#),
    Breach(.tap, .noAnswer, "exec sleep 600"),
    Breach(.respond, .endedEarly, "exit 1"),
    Breach(.sync, .killedBySignal, "kill -15 $$"),
    Breach(.arrange, .notJSON, "echo sorted"),
    Breach(.end, .leftProcess, "sleep 600 >/dev/null 2>&1 & continue"),
    Breach(.end, .leftProcess, "setsid sleep 600 >/dev/null 2>&1 & continue"),
  ]

  @Test(.timeLimit(.minutes(30)), arguments: ofSubjects)
  func `a subject that breaks a rule is an error that says so`(breach: Breach) throws {
    // The good subject behind it answers whatever is not broken.
    let script = """
      mkfifo "$TMPDIR/in" "$TMPDIR/out"
      '\(BuiltProducts.path(of: "known-bad-subject"))' <"$TMPDIR/in" >"$TMPDIR/out" &
      exec 3>"$TMPDIR/in" 4<"$TMPDIR/out"
      answer() { printf '%s\\n' "$line" >&3; read -r reply <&4; }
      while read -r line; do
        case "$line" in
        *'"do":"\(breach.command.rawValue)"'*) \(breach.script) ;;
        *) answer; printf '%s\\n' "$reply" ;;
        esac
      done
      exec 3>&- 4<&-
      \(breach.command == .end ? breach.script.replacingOccurrences(of: " continue", with: "") : "wait")
      """
    let name = breach.command == .arrange ? "state.rejection" : "state.unknown-outcome"
    try expect(breach, name, "subject", script)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      Breach(.terminate, .exitStatus, "exit 1"),
      Breach(.terminate, .hang, "exec sleep 600"),
      Breach(.terminate, .leftProcess, "sleep 600 >/dev/null &"),
    ]
  )
  func `a command that should end an app and breaks a rule is an error that says so`(
    breach: Breach
  ) throws {
    try expect(breach, "queue.relaunch", "terminate", breach.script)
  }

  // MARK: - What cannot be started

  @Test(.timeLimit(.minutes(30)), arguments: [("client", "submit"), ("subject", "start")])
  func `what cannot be started is an error that says why`(option: String, command: String) throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ text: String, mode: Int) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      try FileManager.default.setAttributes(
        [.posixPermissions: mode],
        ofItemAtPath: folder.file(name)
      )
      return folder.file(name)
    }
    let examples: [(String, ContractRule)] = [
      (folder.file("missing"), .commandNotFound),
      ("no-such-command-anywhere", .commandNotFound),
      (try file("plain", "#!/bin/sh\n", mode: 0o644), .notExecutable),
      (folder.path, .isFolder),
      (try file("text", "echo no first line\n", mode: 0o755), .unknownFormat),
      (try file("empty", "", mode: 0o755), .unknownFormat),
      (try file("orphan", "#!/no/interpreter\n", mode: 0o755), .noInterpreter),
    ]
    let name = option == "client" ? "queue.disconnect" : "state.rejection"
    for (program, rule) in examples {
      let run = try GateRun(["run", name, "--\(option)", program], in: folder)
      try expect(run, "\(command): \(rule.words)")
    }
  }

  // MARK: - Parts

  /// Runs one case with a program that a configuration names, and expects the breach as its error.
  private func expect(
    _ breach: Breach,
    _ name: String,
    _ option: String,
    _ script: String
  ) throws {
    let folder = try TemporaryFolder()
    // Read by a shell and not executed: a file that was just written may still be open elsewhere.
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("script")))
    let configuration: [String: Any] = [
      option: ["/bin/sh", folder.file("script")],
      "commandTimeoutSeconds": breach.waits ? 1 : 30,
      "requestTimeoutMilliseconds": 500,
    ]
    try JSONSerialization.data(withJSONObject: configuration)
      .write(to: URL(fileURLWithPath: folder.file("oncegate.json")))
    let run = try GateRun(["run", name, "--config", folder.file("oncegate.json")], in: folder)
    try expect(run, ContractBreach(breach.command, breach.rule).description)
  }

  private func expect(_ run: GateRun, _ words: String) throws {
    #expect(run.exit == .exited(3), "\(run.terminal)")
    let cases = try run.cases()
    #expect(cases.map(\.outcome) == [.error])
    #expect(cases.first?.type == "ContractBroken")
    #expect(cases.first?.message == "the contract was broken: \(words)")
    #expect(run.terminal.contains("NO VERDICT"))
    #expect(run.terminal.contains(words), "\(run.terminal)")
  }
}
