// SPDX-License-Identifier: Apache-2.0

import Contracts

/// What goes beyond version 1 of the contract.
extension FlawedSubject {
  var capabilities: Set<SubjectCapability> { Set(SubjectCapability.allCases) }

  mutating func delete(record: String) -> SubjectReply {
    guard let row = index(of: record) else { return reply() }
    gone[record] = rows.remove(at: row)
    for (ticket, write) in sent where write.record == record && write.session == session {
      sent[ticket]?.isOrphan = true
    }
    return reply()
  }

  mutating func insert(record: String, value: Bool) -> SubjectReply {
    guard index(of: record) == nil else { return reply() }
    var row = Row(record: record, loaded: value, confirmed: value, shown: value)
    if let old = gone.removeValue(forKey: record) {
      // FLAW insert-keeps-old-value: what is cached under the name is shown again.
      if flaw == .insertKeepsOldValue {
        row.confirmed = old.confirmed
        row.shown = old.confirmed
      }
      // FLAW insert-keeps-pending: what was begun is still waited for.
      if flaw == .insertKeepsPending {
        row.ticket = old.ticket
        row.isLocked = old.isLocked
      }
    }
    rows.append(row)
    touch(rows.count - 1)
    return reply()
  }

  mutating func cancel(ticket: String) -> SubjectReply {
    guard let write = sent[ticket], write.session == session, let row = index(of: write.record)
    else { return reply() }
    guard rows[row].ticket == ticket else {
      // FLAW cancel-after-settled: whatever is cancelled is read again.
      if flaw == .cancelAfterSettled, !write.isOrphan { lose(row) }
      return reply()
    }
    sent[ticket]?.isDone = true
    sent[ticket]?.isLost = true
    let wish = rows[row].shown
    // FLAW cancel-as-rejection: what the user takes back counts as never sent.
    if flaw == .cancelAsRejection {
      reject(row)
      return reply()
    }
    lose(row)
    // FLAW cancel-keeps-wish: the wish stays on the screen.
    if flaw == .cancelKeepsWish { rows[row].shown = wish }
    // FLAW cancel-asks-nothing: the record waits for a re-read that nobody starts.
    if flaw == .cancelAsksNothing { syncs -= 1 }
    return reply()
  }

  mutating func startListRead(read: String) -> SubjectReply {
    listReads[read] = (session, changes)
    return reply()
  }

  mutating func endListRead(read: String, records: [String: Bool]) -> SubjectReply {
    guard let begun = listReads[read] else { return reply() }
    // FLAW list-read-ignored: what a list read brings is not looked at.
    if flaw == .listReadIgnored { return reply() }
    // FLAW old-list-read-applied: the session of the read is not looked at.
    guard begun.session == session || flaw == .oldListReadApplied else { return reply() }
    for row in rows.indices {
      guard let value = records[rows[row].record] else { continue }
      let isFree = rows[row].ticket == nil && !rows[row].isLocked
      // FLAW list-read-wins: the answer that comes last is taken for the newest.
      let isNewer = rows[row].changedAt <= begun.changes || flaw == .listReadWins
      if isFree && isNewer || flaw == .oldListReadApplied && begun.session != session {
        settle(row, value)
      }
    }
    return reply()
  }
}
