// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

struct ContractBreachTests {
  /// A client in three lines of shell, of which one breaks a rule.
  struct Client: Sendable, CustomTestStringConvertible {
    let rule: ContractRule
    var submit = #"echo '{"task":"t1","key":"k1"}'"#
    var resume = ":"
    var tasks = #"echo '{"task":"t1","key":"k1","attempts":0,"state":"pending"}'"#

    var testDescription: String { "\(rule.rawValue): \([submit, resume, tasks])" }

    var script: String {
      """
      #!/bin/sh
      case "$1" in
      submit) \(submit) ;;
      resume) \(resume) ;;
      tasks) \(tasks) ;;
      esac
      """
    }
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      Client(rule: .noLine, submit: ":"),
      Client(rule: .moreThanOneLine, submit: #"echo '{"task":"t","key":"k"}'; echo sent"#),
      Client(rule: .notJSON, submit: "echo queued"),
      Client(rule: .notAnObject, submit: "echo 3"),
      Client(rule: .wrongType, submit: #"echo '{"task":7,"key":"k"}'"#),
      Client(rule: .taskMissing, submit: #"echo '{"key":"k"}'"#),
      Client(rule: .keyMissing, submit: #"echo '{"task":"t"}'"#),
      Client(rule: .emptyTask, submit: #"echo '{"task":"","key":"k"}'"#),
      Client(rule: .keyMalformed, submit: #"echo '{"task":"t","key":"a key"}'"#),
      Client(rule: .lineTooLong, submit: "head -c 4194304 /dev/zero | tr '\\0' a"),
      Client(rule: .notUTF8, submit: #"printf '{"task":"\377","key":"k"}\n'"#),
      Client(rule: .exitStatus, submit: #"echo '{"task":"t","key":"k"}'; exit 1"#),
      Client(rule: .killedBySignal, submit: "kill -9 $$"),
      Client(rule: .hang, submit: "exec sleep 600"),
      Client(rule: .hang, submit: "trap '' TERM; exec sleep 600"),
      Client(rule: .closedOutputAndHung, submit: "exec >&-; exec sleep 600"),
      Client(rule: .endlessOutput, submit: "exec yes"),
      Client(
        rule: .leftProcess,
        submit: #"sleep 600 >/dev/null & echo '{"task":"t","key":"k"}'"#
      ),
    ]
  )
  func `a breach of submit is told by its rule`(client: Client) throws {
    try expect(client, breaks: .submit)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      Client(rule: .exitStatus, resume: "exit 3"),
      Client(rule: .killedBySignal, resume: "kill -15 $$"),
      Client(rule: .hang, resume: "exec sleep 600"),
      Client(rule: .endlessOutput, resume: "exec yes"),
      Client(rule: .leftProcess, resume: "sleep 600 &"),
    ]
  )
  func `a breach of resume is told by its rule`(client: Client) throws {
    try expect(client, breaks: .resume)
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      Client(rule: .exitStatus, tasks: "exit 1"),
      Client(rule: .notJSON, tasks: "echo none"),
      Client(rule: .attemptsMissing, tasks: #"echo '{"task":"t1","key":"k1","state":"pending"}'"#),
      Client(rule: .stateMissing, tasks: #"echo '{"task":"t1","key":"k1","attempts":0}'"#),
      Client(
        rule: .unknownState,
        tasks: #"echo '{"task":"t1","key":"k1","attempts":0,"state":"sent"}'"#
      ),
      Client(
        rule: .listedTwice,
        tasks:
          #"for i in 1 2; do echo '{"task":"t1","key":"k1","attempts":0,"state":"pending"}'; done"#
      ),
    ]
  )
  func `a breach of tasks is told by its rule`(client: Client) throws {
    try expect(client, breaks: .tasks)
  }

  @Test(.timeLimit(.minutes(30)))
  func `what a client says beside the contract changes nothing`() throws {
    var client = Client(rule: .noLine)
    client.resume = "echo sending; echo failed >&2"
    // The shell client never sends, which is what the case must find.
    let run = try run(client)
    #expect(run.finding == .notSettledOnceReachable)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a client that cannot be started is told by its rule`() throws {
    let folder = try TemporaryFolder()
    let text = folder.file("text")
    try Data("no program\n".utf8).write(to: URL(fileURLWithPath: text))
    let plain = folder.file("plain")
    try Data("no program\n".utf8).write(to: URL(fileURLWithPath: plain))
    let orphan = folder.file("orphan")
    try Data("#!/no/interpreter\n".utf8).write(to: URL(fileURLWithPath: orphan))
    for path in [text, orphan] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let examples: [(String, ContractRule)] = [
      (folder.file("missing"), .commandNotFound),
      ("no-such-command-anywhere", .commandNotFound),
      (plain, .notExecutable),
      (folder.path, .isFolder),
      (text, .noInterpreter),
      (orphan, .noInterpreter),
    ]
    for (command, rule) in examples {
      let run = try CaseRun("queue.disconnect", client: [command])
      #expect(run.breach == ContractBreach(.submit, rule))
    }
  }

  private func expect(_ client: Client, breaks command: ContractCommand) throws {
    let run = try run(client)
    #expect(run.breach == ContractBreach(command, client.rule))
    #expect(run.exit == .exited(0))
  }

  private func run(_ client: Client) throws -> CaseRun {
    let folder = try TemporaryFolder()
    let path = folder.file("client")
    try Data(client.script.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let waits = [ContractRule.hang, .closedOutputAndHung].contains(client.rule)
    return try CaseRun(
      "queue.disconnect",
      client: [path],
      commandTimeLimitMilliseconds: waits ? 1_000 : 20_000
    )
  }
}
