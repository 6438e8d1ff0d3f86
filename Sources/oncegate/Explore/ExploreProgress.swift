// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

/// Draws how far a search is: in place on a terminal, and a line now and then elsewhere.
struct ExploreProgress {
  /// How often a line is written where nothing can be drawn in place.
  static let lineInterval = Duration.seconds(10)
  /// How often the line on a terminal is drawn.
  static let drawInterval = Duration.milliseconds(200)
  private static let clearing = "\r\u{1b}[K"

  /// Whether the line can be drawn again in its place.
  let isInPlace: Bool
  /// How wide the terminal is, in characters.
  let columns: Int
  let isQuiet: Bool
  private var latest: CoverageText?
  private var shownAt = Duration.zero
  private var isShown = false

  init(isInPlace: Bool, columns: Int, isQuiet: Bool) {
    self.isInPlace = isInPlace
    self.columns = columns
    self.isQuiet = isQuiet
  }

  /// Takes what is known now, and returns what to write, which is mostly nothing.
  mutating func text(for coverage: CoverageText) -> String {
    latest = coverage
    return text(at: coverage.elapsed)
  }

  /// Returns what to write at a time, counted from the start of the search.
  mutating func text(at elapsed: Duration) -> String {
    guard !isQuiet, let latest else { return "" }
    let interval = isInPlace ? Self.drawInterval : Self.lineInterval
    guard elapsed - shownAt >= interval else { return "" }
    shownAt = elapsed
    // The rate and the time left go on while the explorer is busy with something long.
    let now = CoverageText(area: latest.area, coverage: latest.coverage, elapsed: elapsed)
    let line = " \(now.progress)"
    guard isInPlace else { return line + "\n" }
    isShown = true
    return Self.clearing + String(line.prefix(max(1, columns - 1)))
  }

  /// Returns what to write before another line.
  mutating func clear() -> String {
    defer { isShown = false }
    return isShown ? Self.clearing : ""
  }
}
