// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// Turns a server's events into lines that give nothing of a request away.
struct DeliveryWatch: Sendable {
  static let heading = row("#", "key", "attempt", "what became of it")
  /// The widest shown key, in characters: the length of a UUID.
  private static let keyWidth = RedactedToken.bytesMax

  private struct Open {
    let key: String
    let attempt: Int
    var happened: [String] = []
  }

  /// The deliveries that have no last event yet, by number.
  private var open: [Int: Open] = [:]

  /// Takes an event, and returns what is to be printed now.
  mutating func lines(for event: ServerEvent) -> [String] {
    switch event {
    case .received(let delivery):
      let key = delivery.key.map { KeyID(redacting: $0).shown.description } ?? "none"
      open[delivery.number] = Open(key: key, attempt: delivery.keyAttempt)
      return []
    case .refusedFraming(let status): return [Self.row("-", "", "", "not read: \(status)")]
    case .refusedRequest(let status):
      return [Self.row("-", "", "", "not for this server: \(status)")]
    case .passedOnUntouched(let status):
      let became = status.map { "answered \($0)" } ?? "the upstream gave no answer, answered 502"
      return [Self.row("-", "", "", "no write, passed on: \(became)")]
    case .refusedConnection: return [Self.row("-", "", "", "refused: too many connections")]
    default: break
    }
    guard let number = event.delivery, let word = Self.word(for: event) else { return [] }
    open[number]?.happened.append(word)
    guard let delivery = open[number] else { return [] }
    if case .held = event { return [Self.row(number, delivery)] }
    guard Self.isLast(event) else { return [] }
    open[number] = nil
    return [Self.row(number, delivery)]
  }

  private static func isLast(_ event: ServerEvent) -> Bool {
    switch event {
    case .answered, .cut, .clientGone, .stopped: true
    default: false
    }
  }

  private static func word(for event: ServerEvent) -> String? {
    switch event {
    case .committed(_, _, let record): "committed as record \(record)"
    case .replayed(_, _, let record): "known: record \(record)"
    case .failureReplayed: "known: a stored failure"
    case .conflicted: "conflict: another body under this key"
    case .inFlight: "in flight"
    case .seeded: "another body was put under this key"
    case .faulted(_, let fault): "fault \(fault.name)"
    case .held: "held"
    case .released: "released"
    case .clientGone: "client gone"
    case .answered(_, let status): "answered \(status)"
    case .cut: "cut off"
    case .stopped: "server stopped"
    case .ledgerFailed: "the ledger could not keep it"
    case .passedOn(_, let status, let record):
      "passed on: \(UpstreamOutcome(status: status).words)"
        + (record.map { " names record \($0)" } ?? "")
    case .upstreamFailed(_, let failure): failure.words
    case .received, .passedOnUntouched, .refusedFraming, .refusedRequest, .refusedConnection: nil
    }
  }

  private static func row(_ number: Int, _ delivery: Open) -> String {
    row("\(number)", delivery.key, "\(delivery.attempt)", delivery.happened.joined(separator: ", "))
  }

  private static func row(_ number: String, _ key: String, _ attempt: String, _ what: String)
    -> String
  {
    padded(number, 5) + padded(key, keyWidth + 2) + padded(attempt, 9) + what
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
