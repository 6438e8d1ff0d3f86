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
    guard tail.isEmpty else { return appendToTail(piece[...]) }
    let room = bytesMax - head.utf8.count
    if piece.utf8.count <= room {
      head += piece
    } else {
      let cut = Self.scalarStart(in: piece[...], bytes: room)
      head += piece[..<cut]
      appendToTail(piece[cut...])
    }
  }

  private mutating func appendToTail(_ piece: Substring) {
    tail += piece
    guard tail.utf8.count > 2 * bytesMax else { return }
    let cut = Self.scalarStart(in: tail[...], bytes: tail.utf8.count - bytesMax)
    let gone = tail[..<cut].utf8
    dropped.lines += gone.count { $0 == UInt8(ascii: "\n") }
    dropped.bytes += gone.count
    tail = String(tail[cut...])
  }

  /// Where the character starts that has the byte at an offset.
  private static func scalarStart(in text: Substring, bytes: Int) -> String.Index {
    let index = text.utf8.index(text.startIndex, offsetBy: bytes)
    return text.unicodeScalars.index(before: text.unicodeScalars.index(after: index))
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
