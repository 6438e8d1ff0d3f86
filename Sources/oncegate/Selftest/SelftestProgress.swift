// SPDX-License-Identifier: Apache-2.0

/// Says how far a selftest is: in place on a terminal, and a line for each tenth elsewhere.
final class SelftestProgress {
  private static let linesMax = 10

  private let total: Int
  private let isInteractive: Bool
  private let write: (String) -> Void
  private var ended = 0

  init(
    total: Int,
    isInteractive: Bool = Terminal.isInteractive,
    write: @escaping (String) -> Void = { Terminal.write($0, to: 1) }
  ) {
    self.total = total
    self.isInteractive = isInteractive
    self.write = write
  }

  func caseEnded() {
    ended += 1
    let text = "\(ended) of \(total) cases run"
    if isInteractive {
      write(ended == total ? "\r\u{1b}[K" : "\r\(text)")
    } else if ended * Self.linesMax / total > (ended - 1) * Self.linesMax / total {
      write("\(text)\n")
    }
  }
}
