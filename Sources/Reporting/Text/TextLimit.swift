// SPDX-License-Identifier: Apache-2.0

/// Keeps a text within a number of bytes, and says what it left out.
enum TextLimit {
  /// The longest single line that a report shows, in characters.
  static let lineCharactersMax = 2000

  /// Keeps the first and the last lines where all of them would be too long.
  ///
  /// - Parameters:
  ///   - lines: clean lines without line breaks.
  ///   - bytesMax: what the lines may have together, line breaks included.
  ///   - dropped: the lines and bytes that are missing in the middle already.
  /// - Returns: the lines, with one in the middle that says how much is left out.
  static func headAndTail(
    _ lines: [String],
    bytesMax: Int,
    dropped: (lines: Int, bytes: Int) = (0, 0)
  ) -> [String] {
    let sizes = lines.map { $0.utf8.count + 1 }
    let total = sizes.reduce(0, +)
    guard total > bytesMax else { return lines }
    // The line that says what is left out needs room itself.
    let half = max(0, bytesMax - 80) / 2
    var headBytes = 0
    var head = 0
    while head < lines.count, headBytes + sizes[head] <= half {
      headBytes += sizes[head]
      head += 1
    }
    var tailBytes = 0
    var tail = lines.count
    while tail > head, tailBytes + sizes[tail - 1] <= half {
      tailBytes += sizes[tail - 1]
      tail -= 1
    }
    let leftOutLines = tail - head + dropped.lines
    let leftOutBytes = total - headBytes - tailBytes + dropped.bytes
    let leftOut = "... \(leftOutLines) lines, \(leftOutBytes) bytes left out ..."
    return lines[..<head] + [leftOut] + lines[tail...]
  }
}
