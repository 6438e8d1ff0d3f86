// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection
import TestSupport
import Testing

@testable import oncegate

struct ConfigurationTests {
  private func read(_ text: String, file: String = "oncegate.json") throws -> Configuration {
    try ConfigurationReader.read(Array(text.utf8), file: file)
  }

  @Test func `an empty object says nothing`() throws {
    #expect(try read(" {}\n") == Configuration())
  }

  @Test func `every member is read`() throws {
    let configuration = try read(Topic.configExample)
    #expect(configuration.client?.words == ["./oncegate-adapter/client"])
    #expect(configuration.subject?.words == ["./oncegate-adapter/subject", "--quiet"])
    #expect(configuration.subject?.written == "./oncegate-adapter/subject --quiet")
    #expect(configuration.terminate?.words == ["./oncegate-adapter/terminate"])
    #expect(configuration.pass == ["DEVELOPER_DIR"])
    #expect(configuration.timeoutSeconds == 300 && configuration.commandTimeoutSeconds == 60)
    #expect(configuration.requestTimeoutMilliseconds == 5000 && configuration.jobs == 1)
    #expect(configuration.reportFolder == "build/oncegate-report")
    #expect(configuration.sources["queue"] == SourcePlace(file: "src/queue.ts", line: 12))
    #expect(configuration.sources["state"] == SourcePlace(file: "src/favourites.ts", line: 1))
    #expect(configuration.profile?.name == "orders")
    #expect(configuration.profile?.endpoints.first?.method == "PUT")
    #expect(configuration.profile?.success.status == 201)
    #expect(configuration.profile?.missingKey == .refused(400), "what is left out is the default")
    let own = try #require(configuration.cases.first)
    #expect(own.name.description == "backup.restore" && own.suite == "own")
    #expect(own.command.words == ["./tests/restore", "--offline"])
    #expect(own.place == SourcePlace(file: "oncegate.json", line: 37))
  }

  @Test func `the example names every member`() {
    let bytes = Array(Topic.configExample.utf8)
    let names = StrictJSON.memberNames(at: [], in: bytes)
    #expect(names.sorted() == ConfigurationMember.all.map(\.name).sorted())
    let own = StrictJSON.memberNames(at: [.member("cases"), .element(0)], in: bytes)
    #expect(own == OwnCaseMember.all.map(\.name))
    let upstream = StrictJSON.memberNames(at: [.member("upstream")], in: bytes)
    #expect(upstream == UpstreamMember.all.map(\.name))
  }

  @Test(arguments: ["default", "ietf", "stripe"])
  func `a built-in profile is named or copied whole`(name: String) throws {
    let builtIn = try #require(Profile.builtIn.first { $0.name == name })
    #expect(try read(#"{"profile": "\#(name)"}"#).profile == builtIn)
    #expect(try read(#"{"profile": \#(Topic.json(builtIn))}"#).profile == builtIn)
  }

  @Test func `a program is looked for from the folder of the file`() throws {
    let text = """
      {"client": "./client x/y", "subject": "node", "terminate": "/bin/kill",
       "reportDir": "out", "sources": {"queue": "src/a.ts"}}
      """
    let configuration = try read(text, file: "app/oncegate.json")
    #expect(configuration.client?.words == ["app/./client", "x/y"])
    #expect(configuration.client?.written == "./client x/y")
    #expect(configuration.subject?.words == ["node"])
    #expect(configuration.terminate?.words == ["/bin/kill"])
    #expect(configuration.reportFolder == "app/out")
    #expect(configuration.sources["queue"]?.file == "src/a.ts", "a pipeline shows it like this")
  }

  @Test(arguments: [
    ("a", "a", 1), ("a:7", "a", 7), ("a/b.ts:12", "a/b.ts", 12), ("a:b", "a:b", 1),
    ("c:\\a:3", "c:\\a", 3), ("a:", "a:", 1),
  ])
  func `a place is a path with or without a line`(text: String, file: String, line: Int) {
    #expect(SourcePlace(text) == SourcePlace(file: file, line: line))
  }

  @Test(arguments: ["", ":1", "a:0"])
  func `a place without a path, or before the first line, is none`(text: String) {
    #expect(SourcePlace(text) == nil)
  }

  @Test func `only a file that was named has to be there`() throws {
    let folder = try TemporaryFolder()
    #expect(try Configuration.find(named: nil, in: folder.path) == Configuration())
    let missing = folder.file("missing.json")
    #expect(
      throws: ConfigurationError(
        file: missing,
        problems: [ConfigurationError.Problem(line: nil, reason: .file(.missing))]
      )
    ) { try Configuration.find(named: missing, in: folder.path) }
    #expect(throws: ConfigurationError.self) {
      try Configuration.find(named: folder.path, in: folder.path)
    }
  }

  @Test func `the file of the usual name is found`() throws {
    let folder = try TemporaryFolder()
    try Files.create(folder.file("oncegate.json"), #"{"jobs": 3}"#, isExecutable: false)
    let configuration = try Configuration.find(named: nil, in: folder.path)
    #expect(configuration.jobs == 3 && configuration.file == folder.file("oncegate.json"))
  }

  @Test func `a file that is too long is not read on`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: " ", count: Configuration.bytesMax + 1)
    try Files.create(folder.file("oncegate.json"), text, isExecutable: false)
    #expect(throws: ConfigurationError.self) {
      try Configuration.find(named: nil, in: folder.path)
    }
  }

  @Test func `annotations land on the user's file, and own cases on the configuration`() throws {
    let configuration = try read(Topic.configExample)
    let cases = configuration.allCases
    #expect(cases.count == CaseCatalogue.all.count + 1)
    for description in cases where description.name.area == "queue" {
      #expect(description.sourceFile == "src/queue.ts" && description.sourceLine == 12)
    }
    #expect(cases.last?.sourceFile == "oncegate.json" && cases.last?.sourceLine == 37)
    #expect(Configuration().allCases == CaseCatalogue.all)
  }
}
