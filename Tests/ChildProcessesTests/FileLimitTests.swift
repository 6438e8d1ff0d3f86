// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

/// How far a program may write into its files.
struct FileLimitTests {
  /// `dd` writes 4096 bytes at once, so that the limit falls into a single write.
  private static let script = "dd if=/dev/zero of=\"$FILE\" bs=4096 count=1 2>/dev/null; echo $?"

  private func write(_ limit: FileLimit?, _ script: String = script) throws -> (String, Int) {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/file"
    var command = shell(script, environment: ["FILE": file])
    command.fileLimit = limit
    let finished = try ChildProcess.run(command, outputBytesMax: 1000, timeLimit: .seconds(30))
    return (finished.text, FileManager.default.contents(atPath: file)?.count ?? -1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `without a limit a program writes what it wants to`() throws {
    #expect(try write(nil) == ("0\n", 4096))
  }

  @Test(.timeLimit(.minutes(30)), arguments: [0, 512, 1024, 3584])
  func `a write that goes beyond the limit ends there and fails`(bytes: Int) throws {
    let (status, written) = try write(FileLimit(bytesMax: bytes, .writeFails))
    #expect(status == "1\n")
    #expect(written == bytes)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [0, 512])
  func `where it is to end the program, the program ends within the write`(bytes: Int) throws {
    let (status, written) = try write(FileLimit(bytesMax: bytes, .programEnds))
    // The shell says it of its child; the number is that of SIGXFSZ.
    #expect(Int(status.dropLast()).map { $0 - 128 } == Int(SIGXFSZ))
    #expect(written == bytes)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a file that fits, and a pipe, are not touched by a limit`() throws {
    #expect(try write(FileLimit(bytesMax: 4096, .programEnds)) == ("0\n", 4096))
    #expect(try write(FileLimit(bytesMax: 0, .programEnds), "echo piped") == ("piped\n", -1))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a command that is not there is not started under a limit either`() {
    var command = Command(["/nowhere/at/all"])
    command.fileLimit = FileLimit(bytesMax: 0, .writeFails)
    #expect(throws: SpawnError.commandNotFound) { try ChildProcess.start(command) }
  }
}
