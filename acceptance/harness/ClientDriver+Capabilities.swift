// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import ChildProcesses
import Contracts

/// The optional commands of the client contract.
extension ClientDriver {
  /// Asks the client what it can do; one of version 1 knows no such command and can do nothing more.
  package func capabilities() throws(CaseStop) -> Set<Capability> {
    let process = try start(.capabilities, arguments + ["capabilities"], .empty, whenEnded: nil)
    return try ClientOutput.capabilities(process.waitOrKill(atMost: timeLimit))
  }

  /// Lets the client try what is due by its clock.
  package func sendDue() throws(CaseStop) {
    _ = try output(of: .due, arguments + ["due"], .empty)
  }

  /// Lets the user take an action back.
  package func cancel(task: String) throws(CaseStop) {
    _ = try output(of: .cancel, arguments + ["cancel", task], .empty)
  }
}

extension ClientOutput {
  /// Reads the answer to `capabilities`.
  ///
  /// Whatever is no announcement (another exit status, another text) comes from a client of version 1.
  package static func capabilities(
    _ command: FinishedCommand
  ) throws(CaseStop) -> Set<Capability> {
    switch rule(brokenByEndOf: command) {
    case nil: break
    case .exitStatus, .killedBySignal: return []
    case let rule?: throw .broken(.capabilities, rule)
    }
    let lines = lines(of: command.output)
    guard lines.count == 1 else { return [] }
    do {
      return Set(try CapabilitiesReply(jsonLine: lines[0]).names.compactMap(Capability.init))
    } catch .wrongType {
      throw .broken(.capabilities, .wrongType)
    } catch {
      return []
    }
  }
}
