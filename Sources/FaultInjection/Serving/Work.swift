// SPDX-License-Identifier: Apache-2.0

/// What is done for a delivery that is a write: its fault, its key, its record.
struct Work {
  let core: ServerCore
  let descriptor: Int32
  let request: Request
  let delivery: Delivery
  /// How many deliveries of the key, this one included, had a body of the same meaning.
  let attempts: Int
  /// Equal for bodies of equal meaning.
  let comparable: [UInt8]
  let fault: Fault?

  private var number: Int { delivery.number }

  func run() throws(LedgerError) -> Move {
    if let fault, let move = try moveInFront(of: fault) { return move }
    if let upstream = core.upstream { return passOn(to: upstream) }
    switch try claim() {
    case .mine: return try commit()
    case .found(let lookup): return settle(lookup)
    case .inFlight(let status): return .answer(.failure(status))
    case .stopped: return .leave
    }
  }

  // MARK: - Before the key is looked at

  /// Does a fault that stands in front of the work, and returns nothing for every other one.
  private func moveInFront(of fault: Fault) throws(LedgerError) -> Move? {
    guard let move = moveWithoutWork(fault) else { return nil }
    core.post(.faulted(delivery: number, fault))
    switch fault {
    case .storedFailureReplay(let status): try keepFailure(status)
    case .statusBeforeCommit(let status) where core.profile.keeps(status):
      try keepFailure(status)
    default: break
    }
    return move
  }

  private func moveWithoutWork(_ fault: Fault) -> Move? {
    switch fault {
    case .closeBeforeCommit: .close
    // A delivery that has arrived can no longer be refused; this is the nearest to it.
    case .refuse, .resetBeforeCommit: .reset
    case .statusBeforeCommit(let status), .versionConflict(let status),
      .storedFailureReplay(let status):
      .answer(.failure(status))
    case .tooManyRequests(let retryAfter): .answer(.failure(429, retryAfter: retryAfter))
    case .unavailable(let retryAfter): .answer(.failure(503, retryAfter: retryAfter))
    case .unauthorizedExpired: .answer(.expiredCredential)
    case .redirectPreserving(let status), .redirectRewriting(let status):
      .answer(.redirect(status, to: delivery.path))
    case .errorInSuccess: .answer(.errorInSuccess)
    case .captivePortal: .answer(.captivePortal)
    case .partialSuccess: .answer(.partialSuccess)
    case .keyInFlight:
      if case .refused(let status) = core.profile.inFlight {
        .answer(.failure(status))
      } else {
        .answer(.failure(409))
      }
    default: nil
    }
  }

  private func keepFailure(_ status: Int) throws(LedgerError) {
    guard let key = delivery.key else { return }
    try core.ledger.keepFailure(
      status,
      key: key,
      comparable: comparable,
      at: core.currentSecond()
    )
  }

  // MARK: - The key

  private enum Claim {
    /// The key is free and belongs to this delivery until it is given back.
    case mine
    case found(Ledger.Lookup)
    case inFlight(status: Int)
    case stopped
  }

  /// Takes the key, once nobody else has it.
  private func claim() throws(LedgerError) -> Claim {
    guard let key = delivery.key else { return .mine }
    while true {
      let claim = try core.inOrder { post throws(LedgerError) -> Claim? in
        guard core.keysInFlight.take(key) else {
          guard case .refused(let status) = core.profile.inFlight else { return nil }
          post(.inFlight(delivery: number, key: key))
          return .inFlight(status: status)
        }
        let lookup: Ledger.Lookup
        do throws(LedgerError) {
          lookup = try look(up: key, post)
        } catch {
          core.keysInFlight.giveBack(key)
          throw error
        }
        if lookup == .free { return .mine }
        core.keysInFlight.giveBack(key)
        post(event(for: lookup, key))
        return .found(lookup)
      }
      if let claim { return claim }
      guard core.keysInFlight.waitUntilFree(key) else { return .stopped }
    }
  }

  /// Looks the key up, after a fault has changed what it stands for.
  private func look(
    up key: String,
    _ post: (ServerEvent) -> Void
  ) throws(LedgerError) -> Ledger.Lookup {
    let oldest = core.profile.keyLifetimeSeconds.map { core.currentSecond() - Int64($0) }
    if fault == .keyForgotten {
      post(.faulted(delivery: number, .keyForgotten))
      try core.ledger.forget(key)
    }
    let lookup = try core.ledger.look(up: key, comparable, oldest: oldest)
    guard fault == .keyConflict, lookup != .otherBody else { return lookup }
    post(.faulted(delivery: number, .keyConflict))
    let record = try core.ledger.seed(key: key, body: otherBody)
    post(.seeded(delivery: number, key: key, record: record.id))
    return try core.ledger.look(up: key, comparable, oldest: nil)
  }

  /// A body that means something else than the one that arrived, however that one is spelt.
  private var otherBody: [UInt8] {
    let body = Array(#"{"stored":"another body"}"#.utf8)
    let isTheSame = (try? StrictJSON(parsing: body))?.canonicalBytes == comparable
    return isTheSame ? Array(#"{"stored":"a third body"}"#.utf8) : body
  }

  private func event(for lookup: Ledger.Lookup, _ key: String) -> ServerEvent {
    switch lookup {
    case .same(let record): .replayed(delivery: number, key: key, record: record.id)
    case .sameFailure(let status):
      .failureReplayed(delivery: number, key: key, status: status)
    case .otherBody, .free: .conflicted(delivery: number, key: key)
    }
  }

  // MARK: - The record

  /// Makes the record, after a hold where there is one, and gives the key back.
  private func commit() throws(LedgerError) -> Move {
    if fault == .stallBeforeCommit, !hold(.stallBeforeCommit, isLate: false) {
      giveBack()
      return .leave
    }
    let commit: Ledger.Commit
    do {
      commit = try core.inOrder { post throws(LedgerError) in
        let commit = try core.ledger.commit(
          key: delivery.key,
          body: delivery.body,
          comparable: comparable,
          at: core.currentSecond()
        )
        giveBack()
        switch commit {
        case .made(let record):
          post(.committed(delivery: number, key: record.key, record: record.id))
        case .taken(let lookup): post(event(for: lookup, delivery.key ?? ""))
        }
        return commit
      }
    } catch {
      giveBack()
      throw error
    }
    switch commit {
    case .made(let record): return answer(record, isReplay: false)
    // Somebody put a record under the key while the delivery was held.
    case .taken(let lookup): return settle(lookup, wasHeld: true)
    }
  }

  private func giveBack() {
    if let key = delivery.key { core.keysInFlight.giveBack(key) }
  }

  /// Answers from what the key stands for.
  private func settle(_ lookup: Ledger.Lookup, wasHeld: Bool = false) -> Move {
    switch lookup {
    case .same(let record):
      if fault == .stallBeforeCommit, !wasHeld, !hold(.stallBeforeCommit, isLate: false) {
        return .leave
      }
      return answer(record, isReplay: true)
    case .sameFailure(let status):
      var answer = Answer.failure(status)
      if let marker = core.profile.replayMarker { answer.fields.append(marker) }
      return .answer(answer)
    case .otherBody, .free: return .answer(.failure(core.profile.otherBody))
    }
  }

  // MARK: - After the commit

  /// Answers success, unless a fault spoils that.
  private func answer(_ record: Record, isReplay: Bool) -> Move {
    var answer = Answer.success(
      core.profile,
      record: record,
      attempts: attempts,
      recordCount: core.ledger.recordCount
    )
    if isReplay, let marker = core.profile.replayMarker { answer.fields.append(marker) }
    return finish(answer)
  }

  /// Lets the fault act on the answer to work that was done.
  func finish(_ answer: Answer) -> Move {
    var answer = answer
    guard let fault, fault.phase == .afterCommit else { return .answer(answer) }
    switch fault {
    case .stallAfterCommit, .lateRelease:
      return hold(fault, isLate: fault == .lateRelease) ? .answer(answer) : .leave
    case .reusedConnectionReset:
      // The fault acts on the next request, and is told of there.
      answer.keepsConnection = true
      return .answer(answer)
    default:
      core.post(.faulted(delivery: number, fault))
      return spoilt(answer, by: fault)
    }
  }

  private func spoilt(_ answer: Answer, by fault: Fault) -> Move {
    var answer = answer
    switch fault {
    case .statusAfterCommit(let status): return .answer(.failure(status))
    case .closeAfterCommit: return .close
    case .resetAfterCommit: return .reset
    case .resetMidResponse(let bytes): return .part(answer, bodyBytes: bytes, isReset: true)
    case .truncatedBody(let bytes):
      // The whole body would be no truncation.
      let bytes = min(bytes, max(0, answer.body.count - 1))
      return .part(answer, bodyBytes: bytes, isReset: false)
    case .stallMidResponse(let bytes):
      return .stalledPart(answer, bodyBytes: min(bytes, max(0, answer.body.count - 1)))
    case .slowTrickle(let milliseconds):
      return .trickle(answer, pauseMilliseconds: milliseconds)
    case .malformedSuccess: answer.malform()
    case .emptySuccess:
      answer.body = []
    default: preconditionFailure("a fault before the commit came after it")
    }
    return .answer(answer)
  }

  /// Holds the delivery, and returns false where it must not go on.
  func hold(_ fault: Fault, isLate: Bool) -> Bool {
    let ending = core.holds.hold(number, on: descriptor, isLate: isLate) {
      core.inOrder { post in
        post(.faulted(delivery: number, fault))
        post(.held(delivery: number))
      }
    }
    switch ending {
    case .released:
      core.post(.released(delivery: number))
      return true
    case .neverBegan(let isClientGone): return !isClientGone
    case .clientGone, .stopped: return false
    }
  }
}

extension Profile {
  /// Says whether a failure with this status is one of the work itself and is kept under the key.
  fileprivate func keeps(_ status: Int) -> Bool {
    storesFailures && ![401, 408, 409, 425, 429, 502, 503, 504].contains(status)
  }
}
