// SPDX-License-Identifier: Apache-2.0

package import Contracts
import OptimisticState

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bundled state machine behind the subject contract, in this process.
///
/// It plays the part of an app: it keeps what was asked of the network, and shows what a view would. It
/// decides nothing itself; every answer, however late, reaches the state machine.
package struct BundledSubject: Subject {
  private struct ReadName: Hashable {
    let session: String
    let record: String
  }

  private var list = RecordList<String, Bool>()
  private var session = ""
  private var syncs = 0
  /// Every write that was begun, by its ticket: an answer may come at any time.
  private var writes: [String: WriteRequest<String>] = [:]
  /// The latest re-read of each record in each session, for the same reason.
  private var reads: [ReadName: ReadRequest<String>] = [:]

  package init() {}

  package mutating func load(
    session: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    self.session = session
    list.startSession(records, rows: records.keys.sorted())
    return reply()
  }

  package mutating func tap(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    guard let write = list.begin(record, value) else { return reply(.intercepted) }
    let ticket = write.ticket.uuidString
    writes[ticket] = write
    return reply(.began(ticket: ticket))
  }

  package mutating func respond(
    ticket: String,
    outcome: Contracts.WriteOutcome
  ) throws(CaseStop) -> SubjectReply {
    guard let write = writes[ticket] else { return reply() }
    let outcome: OptimisticState.WriteOutcome<Bool> =
      switch outcome {
      case .saved(let value): .saved(value)
      case .rejected: .rejected
      case .unknown: .unknown
      }
    start(list.finish(write, with: outcome))
    return reply()
  }

  package mutating func sync(
    session: String,
    record: String,
    outcome: Contracts.ReadOutcome
  ) throws(CaseStop) -> SubjectReply {
    guard let read = reads[ReadName(session: session, record: record)] else { return reply() }
    let outcome: OptimisticState.ReadOutcome<Bool> =
      switch outcome {
      case .read(let value): .read(value)
      case .failed: .failed
      }
    start(list.finishRead(read, with: outcome))
    return reply()
  }

  package mutating func arrange(order: [String]) throws(CaseStop) -> SubjectReply {
    list.arrange(order)
    return reply()
  }

  private mutating func start(_ read: ReadRequest<String>?) {
    guard let read else { return }
    // Only the current session's machine asks for re-reads.
    reads[ReadName(session: session, record: read.record)] = read
    syncs += 1
  }

  private func reply(_ tap: TapResult? = nil) -> SubjectReply {
    var views: [String: RecordView] = [:]
    for record in list.records {
      views[record] = list[record].map(Self.view)
    }
    return SubjectReply(records: views, tap: tap, syncs: syncs)
  }

  /// What a view that is bound to the presentation shows.
  private static func view(_ state: RecordState<Bool>) -> RecordView {
    let shown = state.presentation
    // What the contract has no member for is checked here.
    precondition(shown.interceptsTaps == !shown.isEnabled)
    precondition(shown.isSavingShown == (state.pending != nil))
    let spoken = shown.accessibilityValue { $0.description }
    precondition((spoken == state.visible.description) == shown.isEnabled)
    return RecordView(
      confirmed: state.confirmed,
      visible: shown.value,
      pending: shown.isSavingShown,
      enabled: shown.isEnabled,
      needsSync: state.needsSync
    )
  }
}
