// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import ChildProcesses
package import Contracts

/// Judges what a client's command left behind, by the rules of the client contract.
package enum ClientOutput {
  /// The rule that the end of a command breaks, or nothing where it ended as it must.
  package static func rule(brokenByEndOf command: FinishedCommand) -> ContractRule? {
    if command.outputOverflowed {
      let firstLine = command.output.prefix { $0 != lineBreak }
      return firstLine.count > ContractLine.bytesMax ? .lineTooLong : .endlessOutput
    }
    if command.timedOut { return command.outputEndedEarly ? .closedOutputAndHung : .hang }
    switch command.exit {
    case nil: return .hang
    case .signalled: return .killedBySignal
    case .exited(0): return command.leftProcesses > 0 ? .leftProcess : nil
    case .exited: return .exitStatus
    }
  }

  /// The rule that a command breaks which cannot be started.
  package static func rule(brokenBy error: SpawnError) -> ContractRule {
    switch error {
    case .notExecutable: .notExecutable
    case .isFolder: .isFolder
    case .noInterpreter: .noInterpreter
    case .unknownFormat: .unknownFormat
    case .emptyCommand, .commandNotFound: .commandNotFound
    case .noWorkingDirectory, .ending, .system: .cannotStart
    }
  }

  /// Reads the one line of `submit`.
  package static func submitReply(_ output: [UInt8]) throws(CaseStop) -> SubmitReply {
    let lines = lines(of: output)
    guard let line = lines.first else { throw .broken(.submit, .noLine) }
    guard lines.count == 1 else { throw .broken(.submit, .moreThanOneLine) }
    do {
      return try SubmitReply(jsonLine: line)
    } catch {
      throw .broken(.submit, rule(error))
    }
  }

  /// Reads the lines of `tasks`; a client without tasks writes none.
  package static func taskListings(_ output: [UInt8]) throws(CaseStop) -> [TaskListing] {
    var listings: [TaskListing] = []
    var seen: Set<String> = []
    for line in lines(of: output) {
      let listing: TaskListing
      do {
        listing = try TaskListing(jsonLine: line)
      } catch {
        throw .broken(.tasks, rule(error))
      }
      guard seen.insert(listing.task).inserted else { throw .broken(.tasks, .listedTwice) }
      listings.append(listing)
    }
    return listings
  }

  private static let lineBreak = UInt8(ascii: "\n")

  /// The lines without their line breaks; the last may lack its own.
  static func lines(of output: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = output.split(separator: lineBreak, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The report's rule for a violation; the names are the same.
  static func rule(_ violation: ContractViolation) -> ContractRule {
    // Only a request can break a rule that has no name in the report.
    ContractRule(rawValue: violation.rawValue) ?? .notJSON
  }
}

extension CaseStop {
  /// A stop because a command broke a rule of the contract.
  package static func broken(_ command: ContractCommand, _ rule: ContractRule) -> CaseStop {
    .unjudged(.contractBroken(ContractBreach(command, rule)))
  }
}
