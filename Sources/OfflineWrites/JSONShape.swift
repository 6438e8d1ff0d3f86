// SPDX-License-Identifier: Apache-2.0

/// What a JSON text is at its outermost level.
///
/// The platform's reader takes trailing commas, byte order marks and other encodings; a success
/// that is believed must be well formed, so this one follows the grammar and nothing else.
///
/// Source: RFC 8259.
enum JSONShape: Hashable {
  struct Member: Hashable {
    /// The name in UTF-8, escapes resolved.
    let name: [UInt8]
    let isNull: Bool
  }

  case object([Member])
  case other

  /// How deep arrays and objects may lie in each other.
  static let depthMax = 128

  /// Reads the shape of a text, or nothing where the text is not JSON in UTF-8.
  init?(_ bytes: [UInt8]) {
    guard Self.isUTF8(bytes) else { return nil }
    var reader = JSONReader(bytes)
    guard let shape = reader.text() else { return nil }
    self = shape
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}

/// Walks over a JSON text; each function returns nothing, or false, where the grammar is broken.
private struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func text() -> JSONShape? {
    guard let shape = value() else { return nil }
    skipSpace()
    return position == bytes.count ? shape : nil
  }

  private mutating func value() -> JSONShape? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array() ? .other : nil
    case UInt8(ascii: "\""): return string() == nil ? nil : .other
    case UInt8(ascii: "t"): return word("true") ? .other : nil
    case UInt8(ascii: "f"): return word("false") ? .other : nil
    case UInt8(ascii: "n"): return word("null") ? .other : nil
    default: return number() ? .other : nil
    }
  }

  private mutating func object() -> JSONShape? {
    guard enter() else { return nil }
    defer { depth -= 1 }
    var members: [JSONShape.Member] = []
    if closes(with: UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard let name = string() else { return nil }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { return nil }
      skipSpace()
      // Nothing else that is JSON begins so.
      let isNull = next == UInt8(ascii: "n")
      guard value() != nil else { return nil }
      // Only the outermost object is asked for its members.
      if depth == 1 { members.append(JSONShape.Member(name: name, isNull: isNull)) }
      skipSpace()
    } while take(UInt8(ascii: ","))
    return closes(with: UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func array() -> Bool {
    guard enter() else { return false }
    defer { depth -= 1 }
    if closes(with: UInt8(ascii: "]")) { return true }
    repeat {
      guard value() != nil else { return false }
      skipSpace()
    } while take(UInt8(ascii: ","))
    return closes(with: UInt8(ascii: "]"))
  }

  /// Takes the opening bracket, unless the text is too deep.
  private mutating func enter() -> Bool {
    position += 1
    guard depth < JSONShape.depthMax else { return false }
    depth += 1
    return true
  }

  private mutating func closes(with bracket: UInt8) -> Bool {
    skipSpace()
    return take(bracket)
  }

  private mutating func string() -> [UInt8]? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return content
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        content += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: content.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return escapedScalar()
    default: return nil
    }
  }

  /// Reads what follows `\u`; half of a surrogate pair is no character.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let unit = fourDigits() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(UInt32(unit)) }
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let trail = fourDigits(),
      UTF16.isTrailSurrogate(trail)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(trail) - 0xdc00))
  }

  private mutating func fourDigits() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      position += 1
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) {
      guard digits() else { return false }
    }
    if take(UInt8(ascii: ".")) {
      guard digits() else { return false }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for byte in "\(word)".utf8 {
      guard take(byte) else { return false }
    }
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }
}
