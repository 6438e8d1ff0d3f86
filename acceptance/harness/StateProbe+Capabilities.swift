// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
package import Contracts

/// Events that only a subject with capabilities can be asked for.
extension StateProbe where Probed: CapableSubject {
  /// Ends the case as skipped where the subject does not announce what it needs.
  package func need(_ needed: SubjectCapability) throws(CaseStop) {
    if subject.capabilities.contains(needed) { return }
    throw .skipped(.missingCapability(Capability(needed)))
  }

  /// Deletes a record; from then on no answer brings it back.
  package mutating func delete(_ record: String, sourceLine: Int = #line) throws(CaseStop) {
    let reply = try subject.delete(record: record)
    note(.deleted, record, .none)
    names.removeAll { $0 == record }
    expected[record] = nil
    deleted.insert(record)
    for (ticket, story) in tickets where story.record == record && story.session == session {
      tickets[ticket]?.isOfDeleted = true
    }
    let judge = judge(reply, record, .none, sourceLine)
    judge.checkUntouched(.otherRecordChanged, syncs, askedAgain: .changeWithoutCause)
  }

  /// Adds a record with the server's value; what was before under its name does not touch it.
  package mutating func insert(
    _ record: String,
    _ value: Bool,
    sourceLine: Int = #line
  ) throws(CaseStop) {
    let reply = try subject.insert(record: record, value: value)
    names = (names + [record]).sorted()
    expected[record] = ExpectedRecord(record, confirmed: value)
    deleted.remove(record)
    touch(record)
    note(.inserted, record, .none)
    let judge = judge(reply, record, .none, sourceLine)
    judge.checkRecords()
    judge.checkOthers(.otherRecordChanged)
    judge.checkInserted()
    judge.checkSyncs(syncs, tooMany: .changeWithoutCause)
    judge.checkPresentation()
  }

  /// Takes a write back; it counts only for a write that is in flight in this session.
  package mutating func cancel(_ ticket: String, sourceLine: Int = #line) throws(CaseStop) {
    guard let story = tickets[ticket] else { return }
    let record = story.record
    let reply = try subject.cancel(ticket: ticket)
    note(.cancelled, record, story.key)
    guard story.isAwaited(in: session) else {
      let judge = judge(reply, record, story.key, sourceLine)
      judge.checkUntouched(.cancelChangedSettled, syncs, askedAgain: .cancelChangedSettled)
      return
    }
    tickets[ticket]?.end = .unknown
    expected[record]?.end(.unknown)
    touch(record)
    let judge = judge(reply, record, story.key, sourceLine)
    judge.checkRecords()
    judge.checkOthers(.otherRecordChanged)
    judge.checkCancelled()
    syncs += 1
    judge.checkSyncs(syncs, tooFew: .cancelAskedNoSync, tooMany: .changeWithoutCause)
    judge.checkPresentation()
  }

  /// Begins a read of all records, which changes nothing.
  package mutating func startListRead(
    _ read: String,
    sourceLine: Int = #line
  ) throws(CaseStop) {
    let reply = try subject.startListRead(read: read)
    listReads[read] = (session, moment)
    log.note(.listReadBegan, task: .none, key: .none, attempts: 0)
    let judge = judge(reply, nil, .none, sourceLine)
    judge.checkUntouched(.changeWithoutCause, syncs, askedAgain: .changeWithoutCause)
  }

  /// Ends a read of all records: only what nothing happened to since it began takes its value.
  package mutating func endListRead(
    _ read: String,
    _ values: [String: Bool],
    sourceLine: Int = #line
  ) throws(CaseStop) {
    guard let begun = listReads[read] else { return }
    let reply = try subject.endListRead(read: read, records: values)
    log.note(.listReadEnded, task: .none, key: .none, attempts: 0)
    let isOld = begun.session != session
    var installed: [String] = []
    for name in names where !isOld {
      guard let value = values[name], expected[name]?.isFree == true,
        lastMoments[name, default: 0] <= begun.moment
      else { continue }
      expected[name]?.refresh(with: value)
      touch(name)
      installed.append(name)
    }
    let judge = judge(reply, nil, .none, sourceLine)
    judge.checkRecords()
    let finding: Finding = isOld ? .oldSessionApplied : .olderReadWon
    judge.checkListRead(installed: installed, otherwise: finding)
    judge.checkSyncs(syncs, tooMany: finding)
    judge.checkPresentation()
  }
}

extension Capability {
  init(_ capability: SubjectCapability) {
    self =
      switch capability {
      case .delete: .delete
      case .cancelWrite: .cancelWrite
      case .listRead: .listRead
      }
  }
}
