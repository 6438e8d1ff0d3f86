// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// How the promises of an earlier run stood, and which of them a later one has; 17 bytes for each.
///
/// A name is held as 126 bits that are made with a key of this process alone. That two of two
/// million names share them by chance is less likely than one in 10^25, which is why nobody looks
/// at the names again.
struct CaseStandings {
  private struct Entry: Comparable {
    let high: UInt64
    /// The last two bits say how the promise stood.
    let low: UInt64

    init(_ name: CaseName, _ standing: Standing?) {
      high = Self.hash(name, 0)
      low = Self.hash(name, 1) << 2 | UInt64(standing.flatMap(Self.all.firstIndex) ?? 0)
    }

    var standing: Standing { Self.all[Int(low & 3)] }

    func isSameCase(as other: Entry) -> Bool { high == other.high && low >> 2 == other.low >> 2 }

    static func < (left: Entry, right: Entry) -> Bool {
      (left.high, left.low) < (right.high, right.low)
    }

    private static let all = Standing.allCases

    private static func hash(_ name: CaseName, _ half: UInt8) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(half)
      hasher.combine(name)
      return UInt64(UInt(bitPattern: hasher.finalize()))
    }
  }

  private var entries: [Entry]
  private var isFound: [Bool]

  /// Reads how the promises stood.
  ///
  /// - Parameters:
  ///   - file: the earlier run's record.
  ///   - visit: is given each case too.
  /// - Throws: as reading does.
  init(_ file: RecordFile, _ visit: (RecordedCase) -> Void) throws(ReportingError) {
    var entries: [Entry] = []
    entries.reserveCapacity(file.caseCount)
    try file.forEachCase {
      entries.append(Entry($0.result.description.name, Standing($0.result.verdict)))
      visit($0)
    }
    entries.sort()
    self.entries = entries
    isFound = Array(repeating: false, count: entries.count)
  }

  /// How a promise stood, or nothing where the earlier run had no such case; it is not gone.
  mutating func find(_ name: CaseName) -> Standing? {
    guard let index = index(of: name) else { return nil }
    isFound[index] = true
    return entries[index].standing
  }

  /// How the promises stood that have not been found.
  var gone: [Standing: Int] {
    var counts: [Standing: Int] = [:]
    for (entry, isFound) in zip(entries, isFound) where !isFound {
      counts[entry.standing, default: 0] += 1
    }
    return counts
  }

  /// Whether a case of the earlier run has not been found.
  func isGone(_ name: CaseName) -> Bool { index(of: name).map { !isFound[$0] } ?? true }

  private func index(of name: CaseName) -> Int? {
    // No entry of the case comes before the one with the first standing.
    let wanted = Entry(name, nil)
    var range = entries.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = entries[middle] < wanted ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let index = range.lowerBound
    return index < entries.count && entries[index].isSameCase(as: wanted) ? index : nil
  }
}

/// An earlier run, with what a later one is compared with.
package struct EarlierRun {
  let file: RecordFile
  let digest: RunDigest
  let standings: CaseStandings

  package init(_ file: RecordFile) throws(ReportingError) {
    self.file = file
    var digest = RunDigest(file.frame)
    standings = try CaseStandings(file) { digest.add($0) }
    self.digest = digest
  }
}
