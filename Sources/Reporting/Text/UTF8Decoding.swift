// SPDX-License-Identifier: Apache-2.0

/// Decodes one character of UTF-8, where the bytes are well-formed.
///
/// Source: The Unicode Standard, table 3-7,
/// https://www.unicode.org/versions/latest/core-spec/chapter-3/.
enum UTF8Decoding {
  /// Decodes the character that starts at an index with a byte of `0x80` or more.
  ///
  /// - Parameters:
  ///   - bytes: any bytes.
  ///   - index: where the character starts.
  /// - Returns: the character and its length in bytes, or nothing where the bytes are malformed.
  static func scalar(in bytes: [UInt8], at index: Int) -> (scalar: UInt32, length: Int)? {
    let first = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0:
      length = 3
      second = 0xa0...0xbf
    case 0xed:
      length = 3
      second = 0x80...0x9f
    case 0xe1...0xef: length = 3
    case 0xf0:
      length = 4
      second = 0x90...0xbf
    case 0xf1...0xf3: length = 4
    case 0xf4:
      length = 4
      second = 0x80...0x8f
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    var scalar = UInt32(first) & (0xff >> UInt32(length + 1))
    for next in bytes[index + 1..<index + length] {
      guard (0x80...0xbf).contains(next) else { return nil }
      scalar = scalar << 6 | UInt32(next & 0x3f)
    }
    return (scalar, length)
  }
}
