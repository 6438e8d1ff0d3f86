// SPDX-License-Identifier: Apache-2.0

import AcceptanceCases
import AcceptanceHarness
import AcceptanceModel
import Contracts
import Foundation

/// Keeps what a case writes down.
final class Recording: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var kept: [CaseMessage] = []

  var log: CaseLog { CaseLog { message in self.lock.withLock { self.kept.append(message) } } }
  var messages: [CaseMessage] { lock.withLock { kept } }

  /// The first broken promise, and the log line before which nothing was broken.
  var firstFinding: Finding? {
    for case .verdict(.failed(.invariantBroken(let finding, _))) in messages { return finding }
    return nil
  }
}

/// The state cases by their names.
enum StateCase: String, CaseIterable, Sendable {
  case rejection = "state.rejection"
  case unknownOutcome = "state.unknown-outcome"
  case sessionSwitch = "state.session-switch"
  case reordering = "state.reordering"
  case pendingEnds = "state.pending-ends"
  case delete = "state.delete"
  case cancel = "state.cancel"
  case olderRead = "state.older-read"

  var file: String {
    switch self {
    case .rejection: "StateRejection.swift"
    case .unknownOutcome: "StateUnknownOutcome.swift"
    case .sessionSwitch: "StateSessionSwitch.swift"
    case .reordering: "StateReordering.swift"
    case .pendingEnds: "StatePendingEnds.swift"
    case .delete: "StateDelete.swift"
    case .cancel: "StateCancel.swift"
    case .olderRead: "StateOlderRead.swift"
    }
  }

  /// What the case declares that it checks for.
  var findings: [Finding] { CaseName(rawValue).map(CaseCatalogue.findings) ?? [] }

  /// Runs the case and returns what it wrote down.
  func run(
    _ subject: some CapableSubject<CaseStop>,
    _ seed: UInt64,
    without disabled: Finding? = nil
  ) throws(CaseStop) -> Recording {
    let recording = Recording()
    let log = disabled.map { recording.log.judging(findings, without: $0) } ?? recording.log
    try run(subject, log, Seed(seed))
    return recording
  }

  /// Runs the case, and writes down what happens where the log does.
  func run(_ subject: some CapableSubject<CaseStop>, _ log: CaseLog, _ seed: Seed) throws(CaseStop)
  {
    switch self {
    case .rejection: try StateRejection.run(subject: subject, log: log, seed: seed)
    case .unknownOutcome: try StateUnknownOutcome.run(subject: subject, log: log, seed: seed)
    case .sessionSwitch: try StateSessionSwitch.run(subject: subject, log: log, seed: seed)
    case .reordering: try StateReordering.run(subject: subject, log: log, seed: seed)
    case .pendingEnds: try StatePendingEnds.run(subject: subject, log: log, seed: seed)
    case .delete: try StateDelete.run(subject: subject, log: log, seed: seed)
    case .cancel: try StateCancel.run(subject: subject, log: log, seed: seed)
    case .olderRead: try StateOlderRead.run(subject: subject, log: log, seed: seed)
    }
  }
}
