// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection
import TestSupport
import Testing

@testable import oncegate

/// What becomes of a run by its options and its configuration together.
struct RunConfigurationTests {
  private static let text = """
    {
      "client": "./mine 'a b'",
      "subject": ["node", "s.mjs"],
      "terminate": "simctl terminate",
      "pass": ["SET", "UNSET"],
      "timeoutSeconds": 7,
      "commandTimeoutSeconds": 6,
      "requestTimeoutMilliseconds": 900,
      "jobs": 3,
      "reportDir": "out",
      "sources": {"queue": "q.ts:4", "backup": "b.ts"},
      "profile": {"name": "orders", "otherBody": 422},
      "cases": [
        {"name": "backup.restore", "command": "./restore", "promise": "it comes back"},
        {"name": "backup.twice", "command": "./twice", "promise": "p", "suite": "gate"}
      ]
    }
    """

  private func options(_ arguments: [String], text: String? = text) throws -> RunOptions {
    let folder = try TemporaryFolder()
    if let text { try Files.create(folder.file("oncegate.json"), text, isExecutable: false) }
    return try RunOptions(
      ParsedArguments(arguments, syntax: Commands.run),
      cores: 2,
      folder: folder.path
    )
  }

  @Test func `the configuration holds where no option is given`() throws {
    let options = try options(["backup.restore", "queue.relaunch"])
    #expect(options.client == "./mine 'a b'")
    #expect(options.clientCommand?.first?.hasSuffix("/./mine") == true)
    #expect(options.clientCommand?.last == "a b")
    #expect(options.subject == "node s.mjs" && options.subjectCommand == ["node", "s.mjs"])
    #expect(options.terminateCommand == ["simctl", "terminate"])
    #expect(options.passedEnvironment { $0 == "SET" ? "1" : nil } == ["SET": "1"])
    #expect(options.timeout == .seconds(7) && options.commandTimeout == .seconds(6))
    #expect(options.requestTimeout == .milliseconds(900) && options.jobs == 3)
    #expect(options.reportFolder.hasSuffix("/out"))
    #expect(options.profileName == "orders" && options.profile.otherBody == 422)
    #expect(options.cases.map(\.name.description) == ["queue.relaunch", "backup.restore"])
    #expect(options.cases.map(\.sourceFile) == ["q.ts", "b.ts"])
    #expect(options.cases.map(\.sourceLine) == [4, 1])
    let own = try #require(CaseName("backup.restore"))
    #expect(options.ownCommands[own]?.first?.hasSuffix("/./restore") == true)
    #expect(options.ownCommands.count == 2)
    #expect(options.repeatOptions.isEmpty, "whoever repeats it has the file as well")
  }

  @Test func `an option wins over the configuration`() throws {
    let options = try options([
      "--client", "./other", "--subject", "sub", "--profile", "ietf", "--timeout", "1", "--jobs",
      "9", "--report-dir", "elsewhere",
    ])
    #expect(options.clientCommand == ["./other"] && options.subjectCommand == ["sub"])
    #expect(options.profile == .ietf && options.profileText == "ietf")
    #expect(options.timeout == .seconds(1) && options.jobs == 9)
    #expect(options.reportFolder == "elsewhere")
    #expect(options.repeatOptions == "--client ./other --subject sub --profile ietf")
  }

  @Test func `a case of one's own is selected like every other`() throws {
    #expect(try options([]).cases.count == 8, "the gate holds what names it")
    #expect(try options(["--suite", "own"]).cases.map(\.name.name) == ["restore"])
    #expect(try options(["backup.*"]).cases.count == 2)
    #expect(
      try options(["--suite", "all"]).cases.count == CaseCatalogue.all.count
        - CaseCatalogue.server.count + 2
    )
    #expect(throws: ArgumentError.self) { try options(["backup.restor"]) }
    #expect(throws: ArgumentError.self) { try options(["--suite", "own"], text: nil) }
  }

  @Test func `a profile of one's own reaches a case whole`() throws {
    let options = try options([])
    let parameters = options.parameters(client: ["/c"], folder: "/f")
    let json = #"{"profile": \#(parameters.profile)}"#
    let read = try ConfigurationReader.read(Array(json.utf8), file: "x")
    #expect(read.profile == options.profile)
    #expect(parameters.commandTimeLimitMilliseconds == 6000)
    #expect(parameters.requestTimeoutMilliseconds == 900)
    #expect(parameters.terminate == ["simctl", "terminate"])
    #expect(CaseParameters(json: parameters.json) == parameters)
  }

  @Test func `a profile of one's own can be named on the command line`() throws {
    #expect(try options(["--profile", "orders"]).profileName == "orders")
    #expect(try options(["--profile", "default"]).profile == .default)
    #expect(throws: ArgumentError.self) { try options(["--profile", "order"]) }
    #expect(throws: ArgumentError.self) { try options(["--profile", "orders"], text: nil) }
  }

  @Test func `a named configuration is repeated by its name`() throws {
    let folder = try TemporaryFolder()
    try Files.create(folder.file("c.json"), #"{"jobs": 4}"#, isExecutable: false)
    let arguments = ["--config", folder.file("c.json")]
    let options = try RunOptions(
      ParsedArguments(arguments, syntax: Commands.run),
      cores: 1,
      folder: folder.path
    )
    #expect(options.jobs == 4)
    #expect(options.repeatOptions == "--config \(folder.file("c.json"))")
    #expect(throws: ArgumentError.self) { try self.options(["--config", "/nowhere/c.json"]) }
  }

  @Test func `a case of one's own is explained`() throws {
    let description = try #require(options(["backup.restore"]).cases.first)
    let text = ExplainCommand.explanation(of: description)
    #expect(text.contains("it comes back"))
    #expect(text.contains("the command ends with exit status 0"))
    #expect(text.contains("  b.ts:1"))
  }
}
