// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

/// Makes one JUnit file of several of anybody's, in the shape that every known reader reads.
///
/// The files are read two or three times: once to see which cases stand more than once, once more
/// where some do, and once to write.
package struct JUnitMerge {
  /// How many repeated cases are told by name.
  package static let repeatedToldMax = 20

  private let inputs: [String]
  private let output: String
  private let profile: JUnitProfile
  private let policy: RepeatPolicy

  /// - Parameters:
  ///   - inputs: the files, in the order in which their attempts were made.
  ///   - output: where the merged file goes; it may be one of them.
  ///   - profile: the dialect that is written.
  ///   - policy: which of several attempts gives the verdict.
  package init(
    _ inputs: [String],
    into output: String,
    profile: JUnitProfile = .rich,
    policy: RepeatPolicy = .worst
  ) {
    self.inputs = inputs
    self.output = output
    self.profile = profile
    self.policy = policy
  }

  /// What was merged.
  package struct Result: Hashable, Sendable {
    package let counts: JUnitCounts
    /// How many cases stood more than once.
    package let repeatedCount: Int
    /// The first ones of them, in the order of their names.
    package let repeated: [RepeatedCase]

    /// The verdict of the whole; without a case that passed or failed there is none.
    package var exitStatus: ExitStatus {
      if counts.failures > 0 { return .promiseBroken }
      let passed = counts.tests - counts.errors - counts.skipped
      return counts.errors > 0 || passed == 0 ? .notJudged : .allPassed
    }
  }

  /// Merges, and reads the merged file back.
  ///
  /// - Returns: what was merged.
  /// - Throws: why a file could not be read or be written; the output then stays as it was.
  /// - Complexity: memory is eight bytes for each case, and some hundreds for each that stands more
  ///   than once and for each suite.
  package func run() throws(ReportingError) -> Result {
    var identities = CaseIdentities()
    var problems = 0
    let total = try forEachEntry { (entry, _, file) throws(ReportingError) in
      guard identities.add(entry.identity) else {
        throw .tooManyCases(path: file, most: CaseIdentities.casesMax)
      }
      if [.failure, .error].contains(entry.outcome) { problems += 1 }
    }
    let hashes = identities.repeated()
    var repeated = RepeatedCases(policy)
    if !hashes.isEmpty {
      let again = try forEachEntry { (entry, position, _) throws(ReportingError) in
        guard hashes.contains(entry.identity.hashValue) else { return }
        repeated.add(entry, position: position)
      }
      try demandUnchanged(again == total)
      repeated.finish()
    }
    let merged = try write(repeated, problemCount: problems, total: total)
    return Result(
      counts: merged,
      repeatedCount: repeated.cases.count,
      repeated: Array(
        repeated.cases.values
          .sorted { ($0.className, $0.name) < ($1.className, $1.name) }
          .prefix(Self.repeatedToldMax)
      )
    )
  }

  private func write(
    _ repeated: RepeatedCases,
    problemCount: Int,
    total: Int
  ) throws(ReportingError) -> JUnitCounts {
    var counts = JUnitCounts()
    var suites: [JUnitCounts] = []
    try AtomicFile(path: output).replace { (file) throws(ReportingError) in
      let spill = try SpillFile(in: Folder.parent(of: output), shownPath: output)
      let writer = try JUnitMergeWriter(spill, profile: profile, problemCount: problemCount)
      let again = try forEachEntry { (entry, position, path) throws(ReportingError) in
        // Nothing is looked up where nothing is repeated.
        let identity = repeated.cases.isEmpty ? nil : entry.identity
        guard let identity, let chosen = repeated.cases[identity] else {
          return try writer.write(entry, besides: [], from: path)
        }
        guard chosen.isChosen(position) else { return }
        try writer.write(entry, besides: repeated.attempts(besides: chosen, identity), from: path)
      }
      try demandUnchanged(again == total)
      try writer.finish(fileCount: inputs.count) { (bytes) throws(ReportingError) in
        try file.append(bytes)
      }
      counts = writer.total
      suites = writer.suiteCounts
    }
    try readBack(counts, suites)
    return counts
  }

  /// Gives each case of each file to a function, with its position among all and its file.
  private func forEachEntry(
    _ visit: (JUnitEntry, Int, String) throws(ReportingError) -> Void
  ) throws(ReportingError) -> Int {
    var position = 0
    for input in inputs {
      var entries = JUnitEntries(file: input)
      try XMLScanner(input).scan { (event) throws(ReportingError) in
        guard let entry = try entries.take(event) else { return }
        try visit(entry, position, input)
        position += 1
      }
    }
    return position
  }

  private func demandUnchanged(_ isUnchanged: Bool) throws(ReportingError) {
    if !isUnchanged { throw .changedMeanwhile(path: inputs.joined(separator: ", ")) }
  }

  private func readBack(
    _ counts: JUnitCounts,
    _ suites: [JUnitCounts]
  ) throws(ReportingError) {
    var found = JUnitCounts()
    let totals = try JUnitReader.read(output, schema: nil) { found.add($0.outcome) }
    guard found == counts.withoutTime, totals.claimed == suites.map(\.withoutTime) else {
      throw .readBackDiffers(path: output, what: .counts)
    }
  }
}
