// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import FaultInjection
import Foundation
import TestSupport
import Testing

@testable import oncegate

struct InitCommandTests {
  /// How long a checker may take on a machine that has other work as well.
  private static let timeMax = Duration.seconds(120)
  private static let searchPath =
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private func command(
    _ language: String,
    _ folder: String,
    pipeline: String = "github"
  ) throws -> InitCommand {
    let arguments = ["--language", language, "--dir", folder, "--pipeline", pipeline]
    return try InitCommand(ParsedArguments(arguments, syntax: Commands.initialise))
  }

  private static func isThere(_ program: String) -> Bool {
    searchPath.split(separator: ":").contains { Files.exists("\($0)/\(program)") }
  }

  /// Every file under a folder, with what it holds.
  private func contents(_ folder: String) -> [String: String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var contents: [String: String] = [:]
    for name in names {
      contents[name] = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    return contents
  }

  @Test(arguments: AdapterLanguage.allCases.map(\.rawValue))
  func `everything that is told is there, and can be run where it is to be run`(
    language: String
  ) throws {
    let folder = try TemporaryFolder()
    let command = try command(language, folder.path)
    try command.write()
    let contents = contents(folder.path)
    #expect(contents.keys.sorted() == command.files.map(\.path).sorted())
    for file in command.files {
      #expect(contents[file.path] == file.text)
      let path = folder.file(file.path)
      #expect(FileManager.default.isExecutableFile(atPath: path) == file.isExecutable)
      #expect(file.isExecutable == file.text.hasPrefix("#!"))
    }
    let skeleton = command.language.skeleton
    #expect(skeleton.build != nil || command.files.contains { $0.path == skeleton.client })
    #expect(skeleton.build != nil || skeleton.subject.map { Files.exists(folder.file($0)) } ?? true)
    let configuration = try Configuration.find(named: nil, in: folder.path)
    #expect(configuration.client?.words == [folder.file("./\(skeleton.client)")])
    #expect(configuration.subject?.words == skeleton.subject.map { [folder.file("./\($0)")] })
  }

  @Test func `nothing at all is written where one of the files exists`() throws {
    for file in try command("python", ".").files {
      let folder = try TemporaryFolder()
      let path = folder.file(file.path)
      _ = try Files.makeFolder((path as NSString).deletingLastPathComponent)
      try Files.create(path, "mine", isExecutable: false)
      #expect(throws: InitError.exists([path])) { try command("python", folder.path).write() }
      #expect(contents(folder.path) == [file.path: "mine"])
    }
  }

  @Test func `a link that leads nowhere is not followed`() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("oncegate.json"),
      withDestinationPath: outside.file("elsewhere")
    )
    #expect(throws: InitError.self) { try command("shell", folder.path).write() }
    #expect(!Files.exists(outside.file("elsewhere")))
  }

  @Test func `what was begun is taken back where it cannot be ended`() throws {
    let folder = try TemporaryFolder()
    // The pipeline's folder is a file, which shows only when the skeleton is already written.
    try Files.create(folder.file(".github"), "mine", isExecutable: false)
    #expect(throws: InitError.self) { try command("node", folder.path).write() }
    #expect(contents(folder.path) == [".github": "mine"])
    #expect(!Files.exists(folder.file(Skeleton.folder)))
    try command("node", folder.path, pipeline: "none").write()
  }

  @Test(arguments: [
    (
      InitError.exists(["a"]),
      "'a' exists; nothing was written; choose another --dir, or "
        + "--pipeline none where it is the pipeline"
    ),
    (
      .exists(["a", "b"]),
      "'a', 'b' exist; nothing was written; choose another --dir, or "
        + "--pipeline none where it is the pipeline"
    ),
    (.notWritten("a", .notAllowed), "'a' cannot be written: access is not allowed"),
  ])
  func `an error names the file`(error: InitError, words: String) {
    #expect(error.description == words)
  }

  @Test(arguments: [
    ["--language", "pyhton"], ["--pipeline", "jenkis"], ["--dir", ""], ["--language"], ["x"],
  ])
  func `what cannot be carried out as written is refused`(arguments: [String]) {
    #expect(throws: ArgumentError.self) {
      try InitCommand(ParsedArguments(arguments, syntax: Commands.initialise))
    }
  }

  @Test(arguments: [
    (
      "python", "python3",
      "for f in oncegate-adapter/*; do python3 -m py_compile $f || exit 1; done"
    ),
    (
      "node", "node",
      "for f in oncegate-adapter/*.mjs; do node --check $f || exit 1; done"
    ),
    ("shell", "sh", "sh -n oncegate-adapter/client"),
    ("java", "javac", "sh -n oncegate-adapter/client && javac -d out oncegate-adapter/*.java"),
    (
      "swift", "swiftc",
      "for f in oncegate-adapter/Sources/*/main.swift; do "
        + "swiftc -typecheck $f || exit 1; done"
    ),
  ])
  func `a skeleton is valid in its language`(
    language: String,
    program: String,
    check: String
  ) throws {
    guard Self.isThere(program) else { return }
    let folder = try TemporaryFolder()
    try command(language, folder.path).write()
    let finished = try ChildProcess.run(
      Command(
        ["/bin/sh", "-c", "{ \(check); } 2>&1"],
        environment: ["PATH": Self.searchPath, "HOME": folder.path, "TMPDIR": folder.path],
        workingDirectory: folder.path
      ),
      outputBytesMax: 1 << 20,
      timeLimit: Self.timeMax
    )
    #expect(finished.exit == .exited(0), "\(String(decoding: finished.output, as: UTF8.self))")
  }

  private static let files: [(Pipeline, String)] = [
    (.github, "github/oncegate.yml"), (.gitlab, "gitlab/oncegate.yml"),
    (.jenkins, "jenkins/Jenkinsfile"), (.circleci, "circleci/config.yml"),
    (.azure, "azure/azure-pipelines.yml"), (.buildkite, "buildkite/pipeline.yml"),
    (.bitrise, "bitrise/bitrise.yml"), (.xcodeCloud, "xcode-cloud/ci_scripts/ci_post_clone.sh"),
  ]

  @Test(arguments: files)
  func `a pipeline is the one whose steps were run, word for word`(
    pipeline: Pipeline,
    name: String
  ) throws {
    let file = "\(BuiltProducts.root)/ci/pipelines/\(name)"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(pipeline.text == text)
    // Every language needs something; only its lines come in, right before the gate.
    for language in AdapterLanguage.allCases {
      let written = try #require(pipeline.file(for: language.skeleton)).text
      let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
      let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
      let added = lines.count - kept.count
      let gate = try #require(lines.firstIndex { $0.contains("bin/oncegate run") })
      #expect(Array(lines[..<(gate - added)] + lines[gate...]) == kept)
      let preparation = lines[(gate - added)..<gate].joined(separator: "\n")
      if let build = language.skeleton.build { #expect(preparation.contains(build)) }
      #expect(preparation.filter { $0 == "'" }.count == (pipeline == .jenkins ? 2 * added : 0))
      #expect(!preparation.contains("$"))
    }
  }

  @Test func `every pipeline is among the compared ones`() {
    #expect(Self.files.map(\.0) + [.none] == Pipeline.allCases)
    #expect(Pipeline.none.file(for: AdapterLanguage.swift.skeleton) == nil)
  }
}
