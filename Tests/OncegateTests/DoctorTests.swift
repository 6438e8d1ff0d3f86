// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

/// The walk through the contract with a user's own program.
struct DoctorTests {
  private static let reference = BuiltProducts.path(of: "reference-client")
  private static let subject = BuiltProducts.path(of: "known-bad-subject")

  /// Writes a shell program, and returns the words that run it.
  private func program(_ script: String, in folder: TemporaryFolder) throws -> [String] {
    let path = folder.file("program-\(UUID().uuidString)")
    try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    return ["/bin/sh", path]
  }

  private func configuration(
    _ members: [String: Any],
    in folder: TemporaryFolder
  ) throws -> [String] {
    let path = folder.file("oncegate.json")
    try JSONSerialization.data(withJSONObject: members).write(to: URL(fileURLWithPath: path))
    return ["doctor", "--config", path]
  }

  @Test(.timeLimit(.minutes(30)))
  func `without a program the machine alone is looked at`() throws {
    let run = try GateRun(["doctor"], in: TemporaryFolder())
    #expect(run.exit == .exited(0))
    #expect(run.terminal.hasSuffix("ready: 'oncegate run' can judge\n"), "\(run.terminal)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a client that keeps the contract is walked with to the end`() throws {
    let run = try GateRun(["doctor", "--client", Self.reference], in: TemporaryFolder())
    #expect(run.exit == .exited(0))
    #expect(run.terminal.contains("sent    \(Self.reference) submit"))
    #expect(run.terminal.contains("input   a JSON object in "))
    #expect(run.terminal.contains("ONCEGATE_REQUEST_TIMEOUT_MS ONCEGATE_STATE_DIR"))
    #expect(run.terminal.contains("1 line: a JSON object with task, key (text)"))
    #expect(run.terminal.contains("server  a write with a key, answered 200"))
    #expect(run.terminal.contains("CONTRACT KEPT  6 steps"), "\(run.terminal)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server that knows no key in a write says so and breaks no rule`() throws {
    let client = """
      case "$1" in
      submit) cat >"$ONCEGATE_STATE_DIR/body"; echo '{"task":"t","key":"k"}' ;;
      resume) curl -s -o "$ONCEGATE_STATE_DIR/answer" -d @"$ONCEGATE_STATE_DIR/body" "$ONCEGATE_URL" || : ;;
      tasks) echo '{"task":"t","key":"k","attempts":1,"state":"pending"}' ;;
      esac
      """
    let folder = try TemporaryFolder()
    let arguments = try configuration(["client": program(client, in: folder)], in: folder)
    let run = try GateRun(arguments, in: folder)
    #expect(run.exit == .exited(0))
    #expect(
      run.terminal.contains("server  a write without a key that its profile knows, answered 400"),
      "\(run.terminal)"
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `each broken rule is told with its remedy, and the walk goes on`() throws {
    let client = """
      case "$1" in
      submit) echo '{"task":"secret-task","secret-name":"secret-value"}'; echo secret-error >&2 ;;
      resume) echo secret-output; exit 7 ;;
      tasks) echo '{"task":"secret-task","key":"secret key","attempts":0,"state":"pending"}' ;;
      esac
      """
    let folder = try TemporaryFolder()
    let arguments = try configuration(["client": program(client, in: folder)], in: folder)
    let run = try GateRun(arguments, in: folder)
    #expect(run.exit == .exited(3))
    for words in [
      "1 line: a JSON object with task (text), 1 of other names",
      "broke   submit: the member 'key' is missing",
      "do      add \"key\": the idempotency key",
      "back    exit status 7; 1 line, which the contract ignores",
      "broke   resume: must exit with 0, and exited with another status",
      "broke   tasks: the key must be 1 to 255 printable ASCII characters without spaces",
      "CONTRACT BROKEN  6 of 6 steps",
    ] {
      #expect(run.terminal.contains(words), "\(words)\n\(run.terminal)")
    }
    #expect(!run.terminal.contains("secret"), "\(run.terminal)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a client that hangs is stopped at each step`() throws {
    let client = """
      case "$1" in
      submit) echo '{"task":"t","key":"k"}' ;;
      resume) trap '' TERM; exec >&-; while :; do sleep 600; done ;;
      esac
      """
    let folder = try TemporaryFolder()
    let arguments = try configuration(
      [
        "client": program(client, in: folder), "commandTimeoutSeconds": 1,
        "requestTimeoutMilliseconds": 500,
      ],
      in: folder
    )
    let run = try GateRun(arguments, in: folder)
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains("back    no end within 1.0 seconds, with its output closed"))
    #expect(run.terminal.contains("CONTRACT BROKEN  2 of 5 steps"), "\(run.terminal)")
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["client", "subject"])
  func `what cannot be started ends the walk`(option: String) throws {
    let run = try GateRun(
      ["doctor", "--\(option)", "no-such-program-here"],
      in: TemporaryFolder()
    )
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains("the command was not found"))
    #expect(run.terminal.contains("do      name the program by its path"))
    #expect(run.terminal.contains("CONTRACT BROKEN  1 of 1 step\n"), "\(run.terminal)")
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("never-sends", "nothing arrived; resume tries every unfinished task now"),
      ("no-key-sent", "a key is expected where and as the profile says"),
    ]
  )
  func `what breaks no rule and keeps every case from being judged is hinted at`(
    flaw: String,
    hint: String
  ) throws {
    let client = "\(BuiltProducts.path(of: "known-bad-client")) --flaw \(flaw)"
    let run = try GateRun(["doctor", "--client", client], in: TemporaryFolder())
    #expect(run.exit == .exited(0))
    #expect(run.terminal.contains("hint    \(hint)"), "\(run.terminal)")
    #expect(run.terminal.contains("CONTRACT KEPT  6 steps, 1 hint above"), "\(run.terminal)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a configuration's programs are all walked with`() throws {
    let folder = try TemporaryFolder()
    let arguments = try configuration(
      [
        "client": [Self.reference], "subject": [Self.subject],
        "terminate": program("exit 9", in: folder),
      ],
      in: folder
    )
    let run = try GateRun(arguments, in: folder)
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains("FAIL  8  terminate, while resume waits for an answer"))
    #expect(run.terminal.contains("broke   terminate: must exit with 0"))
    #expect(run.terminal.contains("CONTRACT BROKEN  1 of 8 steps"))
    #expect(run.terminal.contains("CONTRACT KEPT  11 steps"), "\(run.terminal)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a subject is asked everything once`() throws {
    let run = try GateRun(["doctor", "--subject", Self.subject], in: TemporaryFolder())
    #expect(run.exit == .exited(0))
    for request in ["load", "tap", "respond", "sync", "arrange"] {
      #expect(run.terminal.contains("sent    \(request): a JSON object with do"))
    }
    #expect(run.terminal.contains("ticket (text), syncs (whole number)"))
    #expect(run.terminal.contains("CONTRACT KEPT  11 steps"), "\(run.terminal)")
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (
        "read line; echo '{\"records\":{},\"syncs\":0}'; exit 0", "tap: must answer each line",
        "CONTRACT BROKEN  1 of 2 steps"
      ),
      ("read line; exit 0", "load: must answer each line", "CONTRACT BROKEN  1 of 1 step\n"),
      (
        "while read -r line; do echo '{\"records\":{},\"syncs\":0}'; done",
        "a member of a record or of the answer is missing", "CONTRACT BROKEN  2 of 6 steps"
      ),
      (
        "while read -r line; do echo '{\"records\":{},\"syncs\":0,\"ticket\":null}'; done; sleep 9 &",
        "end: left a process running", "CONTRACT BROKEN  1 of 6 steps"
      ),
    ]
  )
  func `a subject that breaks a rule is told where`(
    script: String,
    words: String,
    verdict: String
  ) throws {
    let folder = try TemporaryFolder()
    let arguments = try configuration(["subject": program(script, in: folder)], in: folder)
    let run = try GateRun(arguments, in: folder)
    #expect(run.exit == .exited(3))
    #expect(run.terminal.contains(words), "\(run.terminal)")
    #expect(run.terminal.contains(verdict), "\(run.terminal)")
  }
}
