// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Tells a person what changed between two runs, however many cases they have.
package struct DifferenceReport {
  /// How many cases that changed are named, those for the worse first.
  static let itemsMax = 1000

  private struct Item {
    let change: Change
    let name: CaseName
    let promise: String
  }

  private let old: RunDigest
  private let new: RunDigest
  package private(set) var counts = ChangeCounts()
  /// The first cases of each change.
  private var items: [Change: [Item]] = [:]

  /// Compares.
  ///
  /// - Parameters:
  ///   - earlier: the earlier run.
  ///   - file: the record of the later run.
  /// - Throws: as reading does.
  package init(old earlier: EarlierRun, new file: RecordFile) throws(ReportingError) {
    old = earlier.digest
    var digest = RunDigest(file.frame)
    var standings = earlier.standings
    var counts = ChangeCounts()
    var items: [Change: [Item]] = [:]
    func name(_ recorded: RecordedCase, _ change: Change) {
      guard change != .unchanged, items[change, default: []].count < Self.itemsMax else { return }
      let description = recorded.result.description
      items[change, default: []].append(
        Item(change: change, name: description.name, promise: description.promise)
      )
    }
    try file.forEachCase { recorded in
      digest.add(recorded)
      let before = standings.find(recorded.result.description.name)
      let now = Standing(recorded.result.verdict)
      counts.add(from: before, to: now)
      name(recorded, Change(from: before, to: now))
    }
    for (standing, count) in standings.gone { counts.add(from: standing, to: nil, count: count) }
    // What is gone is known by its count; as many as are named are looked up.
    var unnamed = min(counts[.gone], Self.itemsMax)
    func isWanted(_: Int) -> Bool { unnamed > 0 }
    if unnamed > 0 {
      try earlier.file.forEachCase(where: isWanted) { recorded, _ in
        guard standings.isGone(recorded.result.description.name) else { return }
        name(recorded, .gone)
        unnamed -= 1
      }
    }
    new = digest
    self.counts = counts
    self.items = items
  }

  /// Whole lines: the answer, the two runs, and each case that changed, worst first.
  package var text: String {
    let answer = counts.isWorse ? "WORSE" : "NOT WORSE"
    var lines = [
      "\(answer)  \(counts.words)", "", Self.line("old", old), Self.line("new", new),
    ]
    let changes = Change.allCases.filter { $0 != .unchanged }
    let changed = changes.flatMap { items[$0] ?? [] }.prefix(Self.itemsMax)
    let nameWidth = changed.map { $0.name.description.utf8.count }.max() ?? 0
    let changeWidth = changed.map { $0.change.rawValue.utf8.count }.max() ?? 0
    if !changed.isEmpty { lines.append("") }
    for item in changed {
      let change = Self.padded(item.change.rawValue, to: changeWidth)
      let name = Self.padded(item.name.description, to: nameWidth)
      lines.append(" \(change)  \(name)  \(TerminalText.line(item.promise))")
    }
    let leftOut = changes.map { counts[$0] }.reduce(0, +) - changed.count
    if leftOut > 0 { lines += ["", "\(leftOut) more changed; each run.json has every case"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ word: String, _ digest: RunDigest) -> String {
    let header = digest.frame.header
    let judgement = digest.judgement
    let count = digest.counts.total
    let parts = [
      word, judgement.word.rawValue, judgement.sentence,
      "\(header.suite), \(count) \(count == 1 ? "case" : "cases")",
      "client \(header.client)", "subject \(header.subject)", "profile \(header.profile)",
      "commit \(header.commit ?? "unknown")",
    ]
    return parts.map(TerminalText.line).joined(separator: "  ")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}
