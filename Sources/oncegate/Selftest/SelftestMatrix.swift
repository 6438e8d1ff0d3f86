// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// What the gate says of every program whose quality is known.
struct SelftestMatrix {
  /// The most columns that are headed by their cases' names; more are numbered.
  static let namedColumnsMax = 8

  let rows: [SelftestRow]
  /// Whether every known program is among the rows, so that what is missing is missing everywhere.
  let isWhole: Bool

  /// Everything that keeps the gate from being proved.
  var problems: [SelftestProblem] {
    rows.flatMap(\.problems) + casesWithoutGood + (isWhole ? checksWithoutBad : [])
  }

  /// Cases that every good program skips: nobody knows whether they can be passed.
  private var casesWithoutGood: [SelftestProblem] {
    let good = rows.filter { $0.bad == nil }.flatMap(\.results)
    let passed = Set(good.filter { $0.verdict == .passed }.map(\.description.name))
    let skipped = good.filter { if case .skipped = $0.verdict { true } else { false } }
    let missing = Set(skipped.map(\.description.name)).subtracting(passed).sorted()
    return missing.map { name in
      SelftestProblem(subject: name.description, words: "no good program passes it; all skip it")
    }
  }

  /// Checks that could be left out of their cases, and nobody would see it.
  private var checksWithoutBad: [SelftestProblem] {
    let shown = Set(rows.flatMap { $0.bad?.expectations ?? [] })
    return CaseCatalogue.checks.filter { !shown.contains($0) }.map { check in
      let found = rows.filter { $0.finding(in: check.caseName) == check.finding }.map(\.name)
      let advice =
        found.isEmpty
        ? "add a flaw that is found by it"
        : "let one of these expect it: \(found.joined(separator: ", "))"
      return SelftestProblem(
        subject: check.description,
        words: "no known-bad program needs it; \(advice)"
      )
    }
  }

  var text: String {
    var lines: [String] = []
    for kind in KnownBad.Kind.allCases {
      let rows = rows.filter { $0.kind == kind }
      guard let first = rows.first else { continue }
      if !lines.isEmpty { lines.append("") }
      let widest = rows.max { $0.results.count < $1.results.count } ?? first
      lines += Self.table(of: rows, columns: widest.results.map(\.description.name))
    }
    lines += [
      "",
      "X fails where it must   x fails there as well   . passes   ~ never met the fault",
      "? not judged   - skipped",
    ]
    return lines.joined(separator: "\n")
  }

  private static func table(of rows: [SelftestRow], columns: [CaseName]) -> [String] {
    let isNumbered = columns.count > namedColumnsMax
    let heads = columns.enumerated().map { isNumbered ? "\($0 + 1)" : $1.name }
    var lines = isNumbered ? zip(heads, columns).map { aligned($0, 3) + "  \($1)" } + [""] : []
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    let widths = heads.map { max(2, $0.count) }
    let head = zip(heads, widths).map { isNumbered ? aligned($0, $1) : padded($0, $1) }
    lines.append(padded("", width) + head.joined(separator: gap(isNumbered)) + "  must be found")
    for row in rows {
      let marks = zip(columns, widths).map { column, width in
        // What a flaw is not meant for beyond the gate is not run.
        let mark = row.results.first { $0.description.name == column }.map(row.mark) ?? " "
        return isNumbered ? aligned(mark, width) : padded(mark, width)
      }
      lines.append(
        padded(row.name, width) + marks.joined(separator: gap(isNumbered)) + "  "
          + (row.bad?.expectations.first?.finding.name ?? "nothing")
          + (row.problems.isEmpty ? "" : "   <- wrong")
      )
    }
    return lines
  }

  private static func gap(_ isNumbered: Bool) -> String { isNumbered ? " " : "  " }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
