// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import ChildProcesses
import Contracts
import FaultInjection

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store that does not take everything.
extension QueueScenario {
  /// Lets the user submit a content while the client's files can be written only so far.
  ///
  /// - Parameters:
  ///   - content: which content, counted from 0.
  ///   - limit: how far.
  /// - Returns: the action where the client acknowledged it all the same, or nothing.
  /// - Throws: why the case cannot be judged; a command that fails or dies breaks no rule here.
  package func submit(content: Int, under limit: FileLimit) throws(CaseStop) -> UserAction? {
    let sent = deliveries.count
    let body = body(of: content)
    client.fileLimit = limit
    defer { client.fileLimit = nil }
    let finished = try client.finished(.submit, .bytes(body))
    settleDown(since: sent)
    if finished.timedOut { throw .broken(.submit, .hang) }
    // A program that is ended by the write may have acknowledged before; one that failed has not.
    let hasFailed = if case .exited(let status) = finished.exit { status != 0 } else { false }
    guard !hasFailed, let reply = try? ClientOutput.submitReply(finished.output) else {
      refused.append(body)
      note(.notAcknowledged)
      return nil
    }
    return acknowledge(reply, body)
  }

  /// Lets the client resume while its files can be written only so far; how it ends is not judged.
  package func resume(under limit: FileLimit) throws(CaseStop) {
    let sent = deliveries.count
    client.fileLimit = limit
    defer { client.fileLimit = nil }
    note(.resumed)
    let finished = try client.finished(.resume)
    settleDown(since: sent)
    if finished.timedOut { throw .broken(.resume, .hang) }
  }

  /// Copies everything that the client keeps, as a backup does while the app does not run.
  package func backUpStore() throws(CaseStop) {
    try copy(client.stateFolder, to: client.stateFolder + Self.backupEnding)
  }

  /// Puts the copy in the place of what the client keeps.
  package func restoreStore() throws(CaseStop) {
    try copy(client.stateFolder + Self.backupEnding, to: client.stateFolder)
    note(.restored)
  }

  private static let backupEnding = ".backup"

  private func copy(_ folder: String, to place: String) throws(CaseStop) {
    do {
      if FileManager.default.fileExists(atPath: place) {
        try FileManager.default.removeItem(atPath: place)
      }
      try FileManager.default.copyItem(atPath: folder, toPath: place)
    } catch {
      throw .unjudged(.setupFailed(.privateFolder))
    }
  }
}
