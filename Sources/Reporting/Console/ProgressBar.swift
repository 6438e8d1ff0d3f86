// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// The last line of a terminal while cases run: how many have ended, and which are running.
struct ProgressBar: Hashable, Sendable {
  /// Goes to the start of the line and clears it.
  ///
  /// Source: ECMA-48, 8.3.41 (EL), https://ecma-international.org/publications-and-standards/standards/ecma-48/.
  static let clearing = "\r\u{1b}[K"
  private static let cells = 20
  /// The width where the terminal does not tell it, in characters.
  private static let columnsDefault = 80

  private let columns: Int
  private var total = 0
  private var ended = 0
  private var running: [CaseName] = []

  init(columns: Int?) { self.columns = columns ?? Self.columnsDefault }

  mutating func take(_ event: RunEvent) {
    switch event {
    case .runStarted(let header): total = header.cases.count
    case .caseStarted(let name): if !running.contains(name) { running.append(name) }
    case .caseEnded(let result):
      running.removeAll { $0 == result.description.name }
      ended += 1
    case .interrupted, .runEnded: running = []
    }
  }

  /// The bar without a line break, shorter than the terminal is wide; empty where nothing runs.
  var text: String {
    guard !running.isEmpty, total > 0 else { return "" }
    let full = min(Self.cells, ended * Self.cells / total)
    let bar =
      String(repeating: "#", count: full) + String(repeating: "-", count: Self.cells - full)
    let names = running.map(\.description).joined(separator: ", ")
    // A line as wide as the terminal would already be two lines on some.
    return CleanText(" [\(bar)] \(ended) of \(total)  \(names)").oneLine
      .cut(toCharacters: max(1, columns - 1)).description
  }
}
