// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server that lives as long as the case that judges it.
struct ServerProgram {
  /// The longest address, in bytes.
  private static let lineBytesMax = 1024

  /// The address that the server has told.
  let url: String
  private let process: ChildProcess

  /// Starts a server, and reads its address from its first line.
  ///
  /// - Parameters:
  ///   - arguments: its argument vector; it ends at the end of its input.
  ///   - inherited: this process's environment, which the runner has already reduced.
  ///   - timeLimit: how long it may take to say its address.
  /// - Throws: that there is no server where it says none.
  init(
    _ arguments: [String],
    inherited: [String: String],
    timeLimit: Duration
  ) throws(CaseStop) {
    do throws(SpawnError) {
      process = try ChildProcess.start(
        Command(arguments, environment: ProcessSubject.environment(inherited)),
        input: .interactive,
        output: .collectOrKill(bytesMax: 2 * Self.lineBytesMax),
        errors: .inherit
      )
    } catch {
      throw .unjudged(.setupFailed(.upstreamUnreachable))
    }
    guard case .line(let line) = process.readLine(atMost: timeLimit, bytesMax: Self.lineBytesMax)
    else {
      process.kill(SIGKILL)
      _ = process.waitUntilEnded(atMost: ChildProcess.killTimeMax)
      throw .unjudged(.setupFailed(.upstreamUnreachable))
    }
    url = String(decoding: line, as: UTF8.self)
  }

  /// Ends the server, whatever it is doing.
  func end() {
    process.closeInput()
    process.kill(SIGKILL)
    _ = process.waitUntilEnded(atMost: ChildProcess.killTimeMax)
  }
}
