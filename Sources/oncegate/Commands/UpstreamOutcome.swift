// SPDX-License-Identifier: Apache-2.0

import FaultInjection

/// What a real server said to a delivery, as far as it may be told.
enum UpstreamOutcome: String, Hashable, Sendable, CaseIterable {
  case success
  case redirect
  case refused
  case failed
  case noAnswer

  init(status: Int) {
    self =
      switch status {
      case ..<300: .success
      case ..<400: .redirect
      case ..<500: .refused
      default: .failed
      }
  }

  var words: String {
    switch self {
    case .success: "success (2xx)"
    case .redirect: "redirect (3xx)"
    case .refused: "refused (4xx)"
    case .failed: "failed (5xx)"
    case .noAnswer: "no answer"
    }
  }
}

extension UpstreamFailure {
  /// Why a real server's answer could not be passed on, in a few words.
  var words: String {
    switch self {
    case .unreachable: "the upstream cannot be reached"
    case .endedEarly: "the upstream ended the connection before its answer was whole"
    case .malformed: "the upstream's answer is no HTTP/1.1"
    case .tooLarge: "the upstream's answer is too large"
    case .tooSlow: "the upstream's answer took too long"
    }
  }
}

/// What is known about a real server's deliveries: what they were answered, and how many records that names.
///
/// What the server has recorded is not known, and nothing is said about it.
struct UpstreamTally: Hashable, Sendable {
  /// What became of each delivery that was passed on, by its number.
  private var outcomes: [Int: UpstreamOutcome] = [:]
  /// The numbers of the records that successes named.
  private var records: [Int: Int] = [:]

  /// Takes an event.
  mutating func add(_ event: ServerEvent) {
    switch event {
    case .passedOn(let number, let status, let record):
      outcomes[number] = UpstreamOutcome(status: status)
      records[number] = record
    case .upstreamFailed(let number, _): outcomes[number] = .noAnswer
    default: break
    }
  }

  /// What became of some deliveries of one key, in words.
  func words(for deliveries: [Delivery]) -> String {
    let found = deliveries.compactMap { outcomes[$0.number] }
    if found.isEmpty { return "none passed on" }
    let counts = UpstreamOutcome.allCases.compactMap { outcome in
      let count = found.count { $0 == outcome }
      return count > 0 ? "\(count) \(outcome.words)" : nil
    }
    let named = Set(deliveries.compactMap { records[$0.number] }).count
    let names = named == 0 ? "" : named == 1 ? ", naming 1 record" : ", naming \(named) records"
    return "passed on: \(counts.joined(separator: ", "))\(names)"
  }
}
