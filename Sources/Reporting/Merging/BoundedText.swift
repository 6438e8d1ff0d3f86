// SPDX-License-Identifier: Apache-2.0

/// A text that comes in pieces, of which the head and the tail are kept.
struct BoundedText {
  private let bytesMax: Int
  private var head = ""
  private var tail = ""
  private var dropped = (lines: 0, bytes: 0)

  /// - Parameter bytesMax: what is kept of the head, and of the tail, in bytes.
  init(bytesMax: Int) { self.bytesMax = bytesMax }

  var isEmpty: Bool { head.isEmpty }

  mutating func append(_ piece: String) {
    if tail.isEmpty, head.utf8.count + piece.utf8.count <= bytesMax {
      head += piece
      return
    }
    tail += piece
    guard tail.utf8.count > 2 * bytesMax else { return }
    let start = tail.utf8.index(tail.startIndex, offsetBy: tail.utf8.count - bytesMax)
    // A cut inside of a character moves to its start.
    let cut = tail.unicodeScalars.index(before: tail.unicodeScalars.index(after: start))
    let gone = tail[..<cut].utf8
    dropped.lines += gone.count { $0 == UInt8(ascii: "\n") }
    dropped.bytes += gone.count
    tail = String(tail[cut...])
  }

  /// The lines of the text, clean, and at most so many bytes of them.
  func lines(bytesMax: Int) -> [String] {
    TextLimit.headAndTail(
      CleanText(head + tail).description.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init),
      bytesMax: bytesMax,
      dropped: dropped
    )
  }
}
