// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

struct SpawnErrorTests {
  /// A folder with one file of each kind that cannot be run, and one that can.
  private static func folderOfCommands() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files: [(name: String, text: String, mode: Int)] = [
      ("fine", "#!/bin/sh\necho fine\n", 0o755),
      ("not-executable", "#!/bin/sh\n", 0o644),
      ("no-interpreter", "#!/nowhere/sh\n", 0o755),
      ("no-first-line", "echo hi\n", 0o755),
      ("empty", "", 0o755),
      ("foreign", "\u{7f}ELF nonsense", 0o755),
    ]
    for file in files {
      try file.text.write(toFile: folder.file(file.name), atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.posixPermissions: file.mode],
        ofItemAtPath: folder.file(file.name)
      )
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"),
      withIntermediateDirectories: false
    )
    return folder
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("missing", SpawnError.commandNotFound), ("not-executable", .notExecutable),
      ("folder", .isFolder), ("no-interpreter", .noInterpreter), ("no-first-line", .unknownFormat),
      ("empty", .unknownFormat), ("foreign", .unknownFormat),
    ]
  )
  func `a bad command says what is wrong with it, by path and by name`(
    name: String,
    error: SpawnError
  ) throws {
    let folder = try Self.folderOfCommands()
    let commands = [
      Command([folder.file(name)]),
      Command([name], environment: ["PATH": folder.path]),
      Command(["./\(name)"], workingDirectory: folder.path),
    ]
    for command in commands {
      #expect(throws: error) { try ChildProcess.start(command) }
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a command is found by path and by name`() throws {
    let folder = try Self.folderOfCommands()
    let commands = [
      Command([folder.file("fine")]),
      Command(["fine"], environment: ["PATH": "/nowhere:\(folder.path)"]),
      Command(["./fine"], workingDirectory: folder.path),
      Command(["fine"], environment: ["PATH": ":/nowhere"], workingDirectory: folder.path),
    ]
    for command in commands {
      let finished = try ChildProcess.run(command, outputBytesMax: 100, timeLimit: .seconds(30))
      #expect(finished.text == "fine\n")
    }
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (Command([]), SpawnError.emptyCommand), (Command([""]), .emptyCommand),
      (Command(["sh"], workingDirectory: "/nowhere"), .noWorkingDirectory),
      (Command(["sh", "a\0b"]), .system(code: EINVAL)),
      (Command(["sh"], environment: ["a=b": ""]), .system(code: EINVAL)),
    ]
  )
  func `what cannot be a command is refused`(command: Command, error: SpawnError) {
    #expect(throws: error) { try ChildProcess.start(command) }
  }

  @Test(arguments: [
    (SpawnError.emptyCommand, "the command is empty", EINVAL),
    (.commandNotFound, "the command was not found", ENOENT),
    (.notExecutable, "the command is not executable", EACCES),
    (.isFolder, "the command is a folder", EISDIR),
    (.noInterpreter, "the interpreter that the script names was not found", ENOENT),
    (
      .unknownFormat,
      "the command is neither a program for this machine nor a script that starts with '#!'",
      ENOEXEC
    ),
    (.noWorkingDirectory, "the folder to start in was not found", ENOENT),
    (.ending, "this process is ending and starts nothing any more", ECANCELED),
    (.system(code: 12), "the system could not start the command: errno 12", 12),
  ])
  func `each error has its words and its errno`(error: SpawnError, words: String, code: Int32) {
    #expect(error.description == words)
    #expect(error.code == code)
  }
}
