// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import Reporting
import TestSupport
import Testing

@testable import oncegate

struct BazelTests {
  private func options(
    _ environment: [String: String],
    _ arguments: [String] = []
  ) throws -> RunOptions {
    try RunOptions(
      ParsedArguments(arguments, syntax: Commands.run),
      cores: 2,
      bazel: BazelTest { environment[$0] }
    )
  }

  private func names(_ environment: [String: String], _ arguments: [String] = []) throws -> [String]
  {
    try options(environment, arguments).cases.map(\.name.description)
  }

  private func shard(_ index: Int, of count: Int) -> [String: String] {
    ["TEST_TOTAL_SHARDS": "\(count)", "TEST_SHARD_INDEX": "\(index)"]
  }

  @Test(arguments: 1...7)
  func `shards hold every case once, in the parts of --partition`(count: Int) throws {
    var all: [String] = []
    for index in 0..<count {
      let part = try names(shard(index, of: count))
      #expect(try part == names([:], ["--partition", "\(index + 1)/\(count)"]))
      all += part
    }
    #expect(all.sorted() == CaseCatalogue.gate.map(\.name.description).sorted())
  }

  @Test(arguments: [8, 9, 20])
  func `a shard that would be empty repeats a case`(count: Int) throws {
    let gate = Set(CaseCatalogue.gate.map(\.name.description))
    var all: [String] = []
    for index in 0..<count {
      let part = try names(shard(index, of: count))
      #expect(part.count == 1)
      all += part
    }
    #expect(Set(all) == gate)
    #expect(throws: ArgumentError.emptyPart(number: count, of: count, cases: 7)) {
      try names([:], ["--partition", "\(count)/\(count)"])
    }
  }

  @Test(arguments: [
    ("queue.relaunch", ["queue.relaunch"]), ("queue.relaunch,state.rejection", nil),
    ("state.rejection:queue.relaunch", nil), (" queue.relaunch \n state.rejection ", nil),
    ("state.*", CaseCatalogue.all.filter { $0.name.area == "state" }.map(\.name.description)),
  ])
  func `a filter chooses cases`(filter: String, expected: [String]?) throws {
    #expect(
      try names(["TESTBRIDGE_TEST_ONLY": filter])
        == expected ?? ["state.rejection", "queue.relaunch"]
    )
  }

  @Test func `the command line wins`() throws {
    var environment = shard(0, of: 7)
    environment["TESTBRIDGE_TEST_ONLY"] = "state.rejection"
    environment["TEST_UNDECLARED_OUTPUTS_DIR"] = "/outputs"
    #expect(try names(environment, ["queue.relaunch"]) == ["queue.relaunch"])
    #expect(
      try names(shard(0, of: 7), ["--partition", "2/2"]) == names([:], ["--partition", "2/2"])
    )
    #expect(try options(environment).reportFolder == "/outputs/oncegate-report")
    #expect(try options(environment, ["--report-dir", "mine"]).reportFolder == "mine")
    #expect(try options(environment).suite == "selection")
    #expect(try !options(environment).failFast)
    #expect(try options(["TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1"]).failFast)
  }

  @Test(arguments: [
    (
      ["TEST_TOTAL_SHARDS": "2"],
      "TEST_SHARD_INDEX cannot be read; expected a whole number from 0 to 1"
    ),
    (
      ["TEST_SHARD_INDEX": "0"],
      "TEST_TOTAL_SHARDS cannot be read; expected a whole number from 1 to 10000"
    ),
    (
      ["TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "2"],
      "TEST_SHARD_INDEX cannot be read; expected a whole number from 0 to 1"
    ),
    (
      ["TEST_TOTAL_SHARDS": "many", "TEST_SHARD_INDEX": "0"],
      "TEST_TOTAL_SHARDS cannot be read; expected a whole number from 1 to 10000"
    ),
    (
      ["TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "-1"],
      "TEST_SHARD_INDEX cannot be read; expected a whole number from 0 to 1"
    ),
  ])
  func `a shard that cannot be understood is refused`(
    environment: [String: String],
    words: String
  ) {
    let error = #expect(throws: ArgumentError.self) { try options(environment) }
    #expect(error?.description == "the variable " + words)
  }

  @Test func `a filter for no case is refused`() {
    #expect(throws: ArgumentError.self) { try options(["TESTBRIDGE_TEST_ONLY": "nothing.*"]) }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the gate runs as one of Bazel's tests`() throws {
    let folder = try TemporaryFolder()
    let environment = [
      "XML_OUTPUT_FILE": folder.file("test.xml"), "TEST_TOTAL_SHARDS": "3",
      "TEST_SHARD_INDEX": "2", "TEST_SHARD_STATUS_FILE": folder.file("status"),
      "TEST_TMPDIR": folder.path, "TESTBRIDGE_TEST_ONLY": "state.rejection",
    ]
    let run = try GateRun(["run", "--jobs", "1"], in: folder, environment: environment)
    #expect(run.exit == .exited(0), "\(run.terminal)")
    #expect(Files.exists(folder.file("status")))
    let cases = try JUnitReader.cases(in: folder.file("test.xml"), schema: JUnitSchema(.rich)).cases
    // The third shard of one case repeats it: it is green because something passed.
    #expect(cases.map(\.name) == ["state.rejection"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `where Bazel cannot be told that shards are understood, nothing is judged`() throws {
    let folder = try TemporaryFolder()
    let environment = ["TEST_SHARD_STATUS_FILE": folder.file("missing/status")]
    let run = try GateRun(["run", "state.rejection"], in: folder, environment: environment)
    #expect(run.exit == .exited(3))
    #expect(
      run.terminal
        == "oncegate: error: TEST_SHARD_STATUS_FILE cannot be made: there is no such file\n"
    )
  }
}

struct NoLogCommandsTests {
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (["GITHUB_ACTIONS": "true"], "::error "), (["GITLAB_CI": "true"], "section_start:"),
      (["BUILDKITE": "true"], "--- oncegate"), (["TF_BUILD": "True"], "##vso[task.logissue"),
    ]
  )
  func `one option leaves out whatever a system reads from the log`(
    environment: [String: String],
    command: String
  ) throws {
    let client = BuiltProducts.path(of: "known-bad-client")
    for options in [[], ["--no-log-commands"]] {
      let folder = try TemporaryFolder()
      let words =
        ["run", "queue.disconnect", "--client", "\(client) --flaw not-durable"] + options
      let run = try GateRun(words, in: folder, environment: environment)
      #expect(run.terminal.contains(command) == options.isEmpty, "\(run.terminal)")
      for other in ["::error ", "section_", "+++", "##["] where !options.isEmpty {
        #expect(!run.terminal.contains(other))
      }
    }
  }
}
