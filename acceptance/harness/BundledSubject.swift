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
package struct BundledSubject: CapableSubject {
  struct ReadName: Hashable {
    let session: String
    let record: String
  }

  private(set) var list = RecordList<String, Bool>()
  private(set) var session = ""
  private var syncs = 0
  /// Every write that was begun, by its ticket: an answer may come at any time.
  private(set) var writes: [String: WriteRequest<String>] = [:]
  /// The latest re-read of each record in each session, for the same reason.
  private(set) var reads: [ReadName: ReadRequest<String>] = [:]
  /// Every list read that was begun, by its name.
  private(set) var listReads: [String: ListReadRequest] = [:]

  package init() {}

  package var capabilities: Set<SubjectCapability> { Set(SubjectCapability.allCases) }

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

  package mutating func delete(record: String) throws(CaseStop) -> SubjectReply {
    list.delete(record)
    return reply()
  }

  package mutating func insert(record: String, value: Bool) throws(CaseStop) -> SubjectReply {
    // One that is there already stays as it is.
    _ = list.insert(record, value)
    return reply()
  }

  package mutating func cancel(ticket: String) throws(CaseStop) -> SubjectReply {
    guard let write = writes[ticket] else { return reply() }
    start(list.cancel(write))
    return reply()
  }

  package mutating func startListRead(read: String) throws(CaseStop) -> SubjectReply {
    listReads[read] = list.beginListRead()
    return reply()
  }

  package mutating func endListRead(
    read: String,
    records: [String: Bool]
  ) throws(CaseStop) -> SubjectReply {
    if let begun = listReads[read] { list.finishListRead(begun, with: records) }
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
