// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Which of several attempts at one case gives the verdict.
package enum RepeatPolicy: String, Hashable, Sendable, CaseIterable {
  /// One bad attempt is enough, as where a run repeats its cases.
  case worst
  /// The last attempt that ran, in the order of the files.
  case last
}

/// What an attempt at a case has proved, the least first: one that did not run gives way to one that
/// did.
enum AttemptRank: Int, Comparable {
  case doesNotApply
  case notRun
  case passed
  case error
  case failure

  init(_ entry: JUnitEntry) {
    self =
      switch entry.outcome {
      case .passed: .passed
      case .failure: .failure
      case .skipped: .doesNotApply
      case .error: entry.wasNotRun ? .notRun : .error
      }
  }

  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .passed: .passed
      case .failed: .failure
      case .skipped: .doesNotApply
      case .unjudged: verdict.wasNotRun ? .notRun : .error
      }
  }

  /// Whether a later attempt takes the place of the one that gave the verdict so far.
  func wins(over earlier: AttemptRank, _ policy: RepeatPolicy) -> Bool {
    switch policy {
    case .worst: self > earlier
    case .last: self >= .passed || self >= earlier
    }
  }

  static func < (left: AttemptRank, right: AttemptRank) -> Bool { left.rawValue < right.rawValue }
}

/// A case that stands more than once in what is merged.
package struct RepeatedCase: Hashable, Sendable {
  package let className: String
  package let name: String
  /// What became of each attempt, in the order of the files, of the first ones where there are many.
  package private(set) var outcomes: [JUnitOutcome]
  package private(set) var count: Int
  /// The position, among all cases of all files, of the attempt that gives the verdict.
  fileprivate(set) var position: Int
  fileprivate var rank: AttemptRank

  fileprivate init(_ entry: JUnitEntry, position: Int) {
    className = entry.className
    name = entry.name
    outcomes = [entry.outcome]
    count = 1
    self.position = position
    rank = AttemptRank(entry)
  }

  fileprivate mutating func add(_ entry: JUnitEntry, position: Int, _ policy: RepeatPolicy) {
    count += 1
    if outcomes.count < JUnitWriter.roundsMax { outcomes.append(entry.outcome) }
    let rank = AttemptRank(entry)
    if rank.wins(over: self.rank, policy) { (self.position, self.rank) = (position, rank) }
  }

  func isChosen(_ position: Int) -> Bool { position == self.position }
}

/// The cases that stand more than once in what is merged, with their bad attempts.
///
/// They take some five hundred bytes each, and their attempts at most `heldBytesMax`.
struct RepeatedCases {
  /// What is held of the texts of attempts, in bytes; of further ones only the message is.
  private static let heldBytesMax = 32 << 20
  /// What is held of one attempt's text, in bytes.
  private static let textBytesMax = 4096

  private struct Attempt {
    let position: Int
    let attempt: JUnitAttempt
  }

  private(set) var cases: [CaseIdentity: RepeatedCase] = [:]
  private var attempts: [CaseIdentity: [Attempt]] = [:]
  private var heldBytes = 0
  private let policy: RepeatPolicy

  init(_ policy: RepeatPolicy) { self.policy = policy }

  /// Takes a case that may stand more than once.
  mutating func add(_ entry: JUnitEntry, position: Int) {
    let identity = entry.identity
    if cases[identity]?.add(entry, position: position, policy) == nil {
      cases[identity] = RepeatedCase(entry, position: position)
    }
    let isBad = [.failure, .error].contains(entry.outcome) && !entry.wasNotRun
    for attempt in entry.attempts + (isBad ? [entry.result] : []) {
      guard attempts[identity, default: []].count < JUnitWriter.roundsMax else { return }
      attempts[identity, default: []].append(
        Attempt(position: position, attempt: held(attempt))
      )
    }
  }

  /// Forgets what turned out to stand only once.
  mutating func finish() {
    cases = cases.filter { $0.value.count > 1 }
    attempts = attempts.filter { cases[$0.key] != nil }
  }

  /// The bad attempts besides the one that gives the verdict, in the order of the files.
  func attempts(besides chosen: RepeatedCase, _ identity: CaseIdentity) -> [JUnitAttempt] {
    // The chosen one brings its own earlier attempts along.
    (attempts[identity] ?? []).filter { $0.position != chosen.position }.map(\.attempt)
  }

  private mutating func held(_ attempt: JUnitAttempt) -> JUnitAttempt {
    var held = JUnitAttempt()
    held.message = String(attempt.message.prefix(JUnitText.messageCharactersMax))
    held.type = String(attempt.type.prefix(JUnitText.messageCharactersMax))
    let text = attempt.text.lines(bytesMax: Self.textBytesMax).joined(separator: "\n")
    heldBytes += text.utf8.count
    if heldBytes <= Self.heldBytesMax { held.text.append(text) }
    return held
  }
}
