// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Which cases a user means.
enum CaseSelection {
  /// Selects the cases of a suite.
  ///
  /// - Parameters:
  ///   - suite: its name, or `all` for every case.
  ///   - cases: where to select from.
  /// - Returns: at least one case.
  /// - Throws: an error with the nearest name where there is no such suite.
  static func cases(
    inSuite suite: String,
    of cases: [CaseDescription] = CaseCatalogue.all
  ) throws(ArgumentError) -> [CaseDescription] {
    let selected = suite == "all" ? cases : cases.filter { $0.suites.contains(suite) }
    if selected.isEmpty { throw .unknownSuite(suite, known: suites(of: cases) + ["all"]) }
    return selected
  }

  /// The names of the suites, the built-in ones first.
  static func suites(of cases: [CaseDescription]) -> [String] {
    cases.flatMap(\.suites).reduce(into: CaseCatalogue.suites) { suites, suite in
      if !suites.contains(suite) { suites.append(suite) }
    }
  }

  static func cases(
    named patterns: [String],
    from cases: [CaseDescription]
  ) throws(ArgumentError) -> [CaseDescription] {
    let (selected, unmatched) = CaseCatalogue.select(patterns, from: cases)
    if let pattern = unmatched.first {
      throw .unknownCase(pattern, known: cases.map(\.name.description))
    }
    return selected
  }

  /// Every n-th case from the k-th on, so that parts differ in size by one at most.
  static func part(_ partition: Partition, of cases: [CaseDescription]) -> [CaseDescription] {
    cases.enumerated().filter { $0.offset % partition.count == partition.number - 1 }
      .map(\.element)
  }

  /// The part that a shard of Bazel runs: one that would be empty repeats a case of another one.
  ///
  /// Bazel fixes the number of shards before it knows how many cases a filter leaves, and wants each of
  /// them to succeed. A run of no case must never do so.
  static func shard(_ shard: Partition, of cases: [CaseDescription]) -> [CaseDescription] {
    let part = part(shard, of: cases)
    return part.isEmpty && !cases.isEmpty ? [cases[(shard.number - 1) % cases.count]] : part
  }
}

/// One of several machines that share a run.
struct Partition: Hashable, Sendable {
  /// From 1 to `count`.
  let number: Int
  let count: Int

  /// The most parts a run is split into.
  static let countMax = 10_000

  /// Reads `k/n`, or nothing where it is not 1 <= k <= n.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.countMax).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }
}
