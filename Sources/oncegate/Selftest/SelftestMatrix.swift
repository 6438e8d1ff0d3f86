// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// One program that was put through the cases of its area.
struct SelftestRow: Sendable {
  /// What the program is called in the matrix.
  let name: String
  /// The flaw that it has, or nothing for a good one.
  let bad: KnownBad?
  /// What became of each case, in the order of the columns.
  let results: [CaseResult]

  /// Why the gate did not prove itself on this program, or nothing where it did.
  var problem: String? {
    guard let bad else {
      return results.first { $0.verdict != .passed }.map {
        "a good one did not pass \($0.description.name)"
      }
    }
    guard let result = results.first(where: { $0.description.name == bad.expectedCase }) else {
      return "no case \(bad.expectedCase)"
    }
    switch result.verdict {
    case .failed(.invariantBroken(let finding, _)) where finding.invariant == bad.expectedInvariant:
      return nil
    case .failed(.invariantBroken(let finding, _)):
      return "\(bad.expectedCase) failed with \(finding.invariant.rawValue), "
        + "not with \(bad.expectedInvariant.rawValue)"
    case .passed: return "\(bad.expectedCase) passed"
    case .failed, .unjudged, .skipped: return "\(bad.expectedCase) was not judged"
    }
  }

  /// One character for what became of a case.
  func mark(_ result: CaseResult) -> String {
    switch result.verdict {
    case .passed: "."
    case .failed: result.description.name == bad?.expectedCase ? "X" : "x"
    case .unjudged: "?"
    case .skipped: "-"
    }
  }
}

/// What the gate says of every program whose quality is known.
struct SelftestMatrix {
  let rows: [SelftestRow]

  var problems: [(row: String, problem: String)] {
    rows.compactMap { row in row.problem.map { (row.name, $0) } }
  }

  var text: String {
    var lines: [String] = []
    for kind in [KnownBad.Kind.client, .subject] {
      let rows = rows.filter { row in
        row.results.first?.description.name.area == kind.area
      }
      guard let first = rows.first else { continue }
      if !lines.isEmpty { lines.append("") }
      lines += Self.table(of: rows, columns: first.results.map(\.description.name))
    }
    let unjudged = rows.flatMap { row in
      row.results.compactMap { result -> String? in
        guard case .unjudged(let reason) = result.verdict else { return nil }
        return "? \(row.name), \(result.description.name): \(reason.words)"
      }
    }
    if !unjudged.isEmpty { lines += [""] + unjudged }
    lines += [
      "",
      "X fails where it must   x fails there as well   . passes   ? not judged   - skipped",
    ]
    return lines.joined(separator: "\n")
  }

  private static func table(of rows: [SelftestRow], columns: [CaseName]) -> [String] {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    let heads = columns.map(\.name)
    var lines = [
      padded("", width) + heads.joined(separator: "  ") + "  must break"
    ]
    for row in rows {
      let marks = zip(heads, row.results).map { padded(row.mark($1), $0.count) }
      let expected = row.bad.map(\.expectedInvariant.rawValue) ?? "nothing"
      let problem = row.problem.map { "   <- \($0)" } ?? ""
      lines.append(
        padded(row.name, width) + marks.joined(separator: "  ") + "  " + expected + problem
      )
    }
    return lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
