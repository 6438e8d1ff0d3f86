// SPDX-License-Identifier: Apache-2.0

/// How much a terminal is told, and whether in colour.
package struct TerminalOptions: Hashable, Sendable {
  package enum Verbosity: Hashable, Sendable {
    /// The verdict and what needs attention.
    case quiet
    case normal
    /// Also the log of every case.
    case verbose
  }

  package var verbosity: Verbosity
  package var isColoured: Bool
  /// How wide the terminal is, in characters, or nothing where that is not known.
  package var columns: Int?
  /// Whether a bar in the last line says how far the run is.
  package var showsProgress: Bool

  package init(
    verbosity: Verbosity = .normal,
    isColoured: Bool = false,
    columns: Int? = nil,
    showsProgress: Bool = false
  ) {
    self.verbosity = verbosity
    self.isColoured = isColoured
    self.columns = columns
    self.showsProgress = showsProgress
  }
}
