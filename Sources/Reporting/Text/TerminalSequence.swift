// SPDX-License-Identifier: Apache-2.0

/// Finds the control sequences that colour a terminal, move its cursor or name its window.
///
/// Source: ECMA-48, sections 5.3 to 5.6,
/// https://ecma-international.org/publications-and-standards/standards/ecma-48/.
enum TerminalSequence {
  /// The longest text of a command string, in bytes; what is longer is no sequence.
  static let stringBytesMax = 4096

  /// Finds the end of a sequence that starts at an index.
  ///
  /// - Parameters:
  ///   - bytes: any bytes.
  ///   - start: where the sequence would start.
  /// - Returns: the index after the sequence, or nothing where none starts there or none ends.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    // The one-character form of CSI is U+009B, which is two bytes in UTF-8.
    if bytes[start] == 0xc2, start + 1 < bytes.count, bytes[start + 1] == 0x9b {
      return endOfControlSequence(in: bytes, from: start + 2)
    }
    guard bytes[start] == 0x1b, start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return endOfControlSequence(in: bytes, from: start + 2)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return endOfString(in: bytes, from: start + 2)
    case 0x20...0x2f: return endOfEscape(in: bytes, from: start + 2)
    case 0x30...0x7e: return start + 2
    default: return nil
    }
  }

  private static func endOfControlSequence(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count, (0x30...0x3f).contains(bytes[index]) { index += 1 }
    while index < bytes.count, (0x20...0x2f).contains(bytes[index]) { index += 1 }
    guard index < bytes.count, (0x40...0x7e).contains(bytes[index]) else { return nil }
    return index + 1
  }

  private static func endOfEscape(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count, (0x20...0x2f).contains(bytes[index]) { index += 1 }
    guard index < bytes.count, (0x30...0x7e).contains(bytes[index]) else { return nil }
    return index + 1
  }

  /// A command string ends with BEL or ST; one that does not end hides no text.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count, index - start <= stringBytesMax {
      switch bytes[index] {
      case 0x07: return index + 1
      case 0x1b:
        let closes = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\\")
        return closes ? index + 2 : nil
      case 0..<0x20: return nil
      default: index += 1
      }
    }
    return nil
  }
}
