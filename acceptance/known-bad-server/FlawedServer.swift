// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Locking

/// A small server that makes a record for each write, once per account and key, with at most one flaw.
///
/// `POST /items` makes a record, `GET /records` says how many there are, and a field `X-Fail-Once` lets a
/// write fail with 503. An account is whoever sends the same Authorization.
final class FlawedServer: Sendable {
  /// What stands under a key.
  private enum Entry: Hashable {
    /// A delivery is being worked on.
    case inFlight
    case done(record: Int, body: Comparable)
    case failed(status: Int)
  }

  private struct State {
    var recordCount = 0
    var entries: [String: Entry] = [:]
    /// How many deliveries of a key have arrived.
    var arrivals: [String: Int] = [:]
  }

  /// How long a flaw that needs two deliveries at once waits for the second.
  private static let rivalTimeMax = Duration.milliseconds(300)
  /// How many deliveries a key survives that sticks: as many as a case makes at once.
  private static let deliveriesMax = 8

  private let flaw: Flaw?
  private let state = Monitor(State())

  init(_ flaw: Flaw?) { self.flaw = flaw }

  /// Whether a body that ends early is looked at.
  var takesShortBodies: Bool {
    [.acceptsShortBody, .shortBodyInserts, .shortBodyKeepsKey].contains(flaw)
  }

  func reply(to request: PlainRequest) -> PlainReply {
    switch (request.method, request.target) {
    case ("GET", "/records"): .answer(200, "\(state.withLock { $0.recordCount })")
    case ("POST", "/items"): write(request)
    default: Self.failure(404)
    }
  }

  // MARK: - Before the key is looked at

  private func write(_ request: PlainRequest) -> PlainReply {
    let key = request.value(of: "Idempotency-Key")
    guard let key, !key.isEmpty || flaw == .acceptsEmptyKey else {
      if flaw == .noKeyInserts { insert() }
      return flaw == .acceptsNoKey && key == nil ? success(insert()) : Self.failure(400)
    }
    guard let body = Comparable(request.body, flaw) else { return Self.failure(400) }
    let slot = slot(key, request, body)
    if !request.isWhole, flaw != .acceptsShortBody {
      if flaw == .shortBodyInserts { insert() }
      if flaw == .shortBodyKeepsKey { state.withLock { $0.entries[slot] = .inFlight } }
      return Self.failure(400)
    }
    if flaw == .keysTakenByAll, isTakenByOther(slot, key) { return Self.failure(409) }
    return write(slot, body, mustFail: request.value(of: "X-Fail-Once") != nil)
  }

  /// What the server keeps a write under.
  private func slot(_ key: String, _ request: PlainRequest, _ body: Comparable) -> String {
    if flaw == .keyIncludesBody { return "\(key) \(String(decoding: request.body, as: UTF8.self))" }
    let account = request.value(of: "Authorization") ?? ""
    return flaw == .keysForAll ? key : "\(key) of \(account)"
  }

  private func isTakenByOther(_ slot: String, _ key: String) -> Bool {
    state.withLock { state in
      state.entries.keys.contains { $0 != slot && $0.hasPrefix("\(key) of ") }
    }
  }

  // MARK: - The key

  private enum Claim {
    case mine
    case known(Entry)
    case refused(PlainReply)
  }

  private func write(_ slot: String, _ body: Comparable, mustFail: Bool) -> PlainReply {
    if flaw == .ignoresKey { return success(insert()) }
    switch claim(slot) {
    case .refused(let reply): return reply
    case .known(let entry): return replay(entry, slot, body)
    case .mine: break
    }
    awaitRival(slot)
    if mustFail {
      if flaw == .failsAfterInsert { insert() }
      state.withLock { $0.entries[slot] = flaw == .keepsFailures ? .failed(status: 503) : nil }
      return Self.failure(503)
    }
    return finish(slot, body)
  }

  /// Takes a key that is free, and waits for one that is in flight.
  private func claim(_ slot: String) -> Claim {
    let isRace = flaw == .raceInsertsBoth || flaw == .raceHidesDuplicate
    let arrivals = state.withLock { state in
      state.arrivals[slot, default: 0] += 1
      return state.arrivals[slot, default: 0]
    }
    if flaw == .inFlightSticks, arrivals > Self.deliveriesMax {
      return .refused(Self.failure(409))
    }
    // The wait comes after the arrival, which wakes those who wait for a rival.
    return state.wait { state in
      switch state.entries[slot] {
      case nil:
        // The key should be taken here.
        if !isRace { state.entries[slot] = .inFlight }
        return .mine
      case .inFlight: return self.whileInFlight(slot, &state)
      case let entry?: return .known(entry)
      }
    }
  }

  /// What becomes of a delivery whose key is in flight; nothing where it waits.
  private func whileInFlight(_ slot: String, _ state: inout State) -> Claim? {
    switch flaw {
    case .inFlightDropped: return .refused(.close)
    case .inFlightHangs: return .refused(.silence)
    case .inFlightFails: return .refused(Self.failure(500))
    case .raceUndoesBoth:
      state.entries[slot] = .failed(status: 503)
      return .refused(Self.failure(503))
    // Nobody works on these any more.
    case .shortBodyKeepsKey: return .refused(Self.failure(409))
    default: return nil
    }
  }

  /// Lets a flaw be seen that needs two deliveries at once, whichever way the threads run.
  private func awaitRival(_ slot: String) {
    let needsRival: [Flaw?] = [
      .raceInsertsBoth, .raceHidesDuplicate, .raceUndoesBoth, .inFlightDropped, .inFlightHangs,
      .inFlightFails,
    ]
    guard needsRival.contains(flaw) else { return }
    state.wait(atMost: Self.rivalTimeMax) { $0.arrivals[slot, default: 0] > 1 ? () : nil }
  }

  // MARK: - The record

  private func finish(_ slot: String, _ body: Comparable) -> PlainReply {
    state.withLock { state in
      if case .failed(let status) = state.entries[slot] { return Self.failure(status) }
      var record = state.recordCount + 1
      state.recordCount = record
      if flaw == .raceHidesDuplicate, case .done(let first, _) = state.entries[slot] {
        record = first
      }
      state.entries[slot] = .done(record: record, body: body)
      return success(record)
    }
  }

  private func replay(_ entry: Entry, _ slot: String, _ body: Comparable) -> PlainReply {
    switch entry {
    case .inFlight: return Self.failure(409)
    case .failed(let status): return Self.failure(status)
    case .done(let record, let first):
      guard first == body || flaw == .replaysAnyBody else {
        if flaw == .mismatchInserts { insert() }
        if flaw == .mismatchOverwrites {
          state.withLock { $0.entries[slot] = .done(record: record, body: body) }
        }
        return Self.failure(flaw == .mismatchFails ? 500 : 409)
      }
      if flaw == .replayInsertsAgain { insert() }
      return flaw == .replaysConflict ? Self.failure(409) : success(record)
    }
  }

  /// Makes a record, and returns its number.
  @discardableResult
  private func insert() -> Int {
    state.withLock { state in
      state.recordCount += 1
      return state.recordCount
    }
  }

  private func success(_ record: Int) -> PlainReply { .answer(200, #"{"id":\#(record)}"#) }

  private static func failure(_ status: Int) -> PlainReply {
    .answer(status, #"{"error":"\#(status)"}"#)
  }
}
