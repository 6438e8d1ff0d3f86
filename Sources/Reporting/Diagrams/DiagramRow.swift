// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// A row of a diagram: one line of a log, or several in a row that say the same.
struct DiagramRow: Hashable, Sendable {
  let line: LogLine
  /// The number of the first line, from 1.
  let first: Int
  private(set) var count = 1

  /// The lines that it stands for, as in `9` or `9-12`.
  var numbers: String { count == 1 ? "\(first)" : "\(first)-\(first + count - 1)" }

  /// Says how often it happened, where it was more than once.
  var times: String { count == 1 ? "" : " ×\(count)" }

  static func rows(of log: [LogLine]) -> [DiagramRow] {
    log.indices.reduce(into: []) { rows, index in
      if let last = rows.last?.line, last == log[index] {
        rows[rows.count - 1].count += 1
      } else {
        rows.append(DiagramRow(line: log[index], first: index + 1))
      }
    }
  }
}

/// Which rows of a long diagram are drawn: its beginning, and its end, where a promise breaks.
struct DiagramExtent: Hashable, Sendable {
  static let rowsMax = 60
  private static let headMax = 20

  let head: Range<Int>
  let tail: Range<Int>

  init(rowCount: Int) {
    let headEnd = rowCount <= Self.rowsMax ? rowCount : Self.headMax
    head = 0..<headEnd
    tail = max(headEnd, rowCount - (Self.rowsMax - Self.headMax))..<rowCount
  }

  var leftOut: Int { tail.lowerBound - head.upperBound }
}
