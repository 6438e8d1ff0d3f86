// SPDX-License-Identifier: Apache-2.0

extension StrictJSON {
  /// Reads one JSON text that fills the bytes.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, without a byte order mark.
  ///   - depthMax: the deepest nesting that is read.
  /// - Throws: an error with the offset in bytes of what is wrong.
  package init(
    parsing bytes: [UInt8],
    depthMax: Int = Self.depthMax
  ) throws(StrictJSONError) {
    var parser = Parser(bytes: bytes, depthMax: depthMax)
    self = try parser.text()
  }

  /// Reads values from bytes, one after the other.
  private struct Parser {
    let bytes: [UInt8]
    let depthMax: Int
    var position = 0

    mutating func text() throws(StrictJSONError) -> StrictJSON {
      let value = try value(depth: 0)
      skipSpace()
      guard position == bytes.count else { throw .unexpected(offset: position) }
      return value
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(StrictJSONError) -> StrictJSON {
      skipSpace()
      switch try peek() {
      case UInt8(ascii: "{"): return try object(depth: depth + 1)
      case UInt8(ascii: "["): return try array(depth: depth + 1)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
      case UInt8(ascii: "t"): return try word("true", .bool(true))
      case UInt8(ascii: "f"): return try word("false", .bool(false))
      case UInt8(ascii: "n"): return try word("null", .null)
      default: throw .unexpected(offset: position)
      }
    }

    private mutating func object(depth: Int) throws(StrictJSONError) -> StrictJSON {
      guard depth <= depthMax else { throw .tooDeep(limit: depthMax) }
      position += 1
      skipSpace()
      if try skip(UInt8(ascii: "}")) { return .object([]) }
      var members: [(member: Member, offset: Int)] = []
      repeat {
        skipSpace()
        let offset = position
        guard try peek() == UInt8(ascii: "\"") else { throw .unexpected(offset: position) }
        let name = try string()
        skipSpace()
        guard try skip(UInt8(ascii: ":")) else { throw .unexpected(offset: position) }
        members.append((Member(name: name, value: try value(depth: depth)), offset))
        skipSpace()
      } while try skip(UInt8(ascii: ","))
      guard try skip(UInt8(ascii: "}")) else { throw .unexpected(offset: position) }
      members.sort { $0.member.name.lexicographicallyPrecedes($1.member.name) }
      for (former, latter) in zip(members, members.dropFirst())
      where former.member.name == latter.member.name {
        throw .duplicateMember(offset: max(former.offset, latter.offset))
      }
      return .object(members.map(\.member))
    }

    private mutating func array(depth: Int) throws(StrictJSONError) -> StrictJSON {
      guard depth <= depthMax else { throw .tooDeep(limit: depthMax) }
      position += 1
      skipSpace()
      if try skip(UInt8(ascii: "]")) { return .array([]) }
      var elements: [StrictJSON] = []
      repeat {
        elements.append(try value(depth: depth))
        skipSpace()
      } while try skip(UInt8(ascii: ","))
      guard try skip(UInt8(ascii: "]")) else { throw .unexpected(offset: position) }
      return .array(elements)
    }

    private mutating func word(
      _ word: StaticString,
      _ value: StrictJSON
    ) throws(StrictJSONError) -> StrictJSON {
      for byte in String(describing: word).utf8 {
        guard try skip(byte) else { throw .unexpected(offset: position) }
      }
      return value
    }

    // MARK: - Numbers

    /// Greater powers are read as this one: no text has digits enough to bring it below the limit.
    private static let powerMax = 1 << 50

    private mutating func number() throws(StrictJSONError) -> ExactNumber {
      let start = position
      let isNegative = try skip(UInt8(ascii: "-"))
      var found = try digits()
      guard found.count == 1 || found.first != 0 else { throw .unexpected(offset: start) }
      var exponent = 0
      if position < bytes.count, try skip(UInt8(ascii: ".")) {
        let fraction = try digits()
        found += fraction
        exponent -= fraction.count
      }
      if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
        position += 1
        let isSmall = try skip(UInt8(ascii: "-"))
        if !isSmall { _ = try skip(UInt8(ascii: "+")) }
        var power = 0
        for digit in try digits() { power = min(power * 10 + Int(digit), Self.powerMax) }
        exponent += isSmall ? -power : power
      }
      let number = ExactNumber(isNegative: isNegative, digits: found, exponent: exponent)
      // The exponent of the value is asked, and not the one that is written: equal numbers are read alike.
      guard number.exponent.magnitude <= ExactNumber.exponentMax else {
        throw .exponentTooLarge(offset: start)
      }
      return number
    }

    /// Reads at least one digit.
    private mutating func digits() throws(StrictJSONError) -> [UInt8] {
      _ = try peek()
      let start = position
      while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
      guard position > start else { throw .unexpected(offset: position) }
      return bytes[start..<position].map { $0 - 0x30 }
    }

    // MARK: - Strings

    private mutating func string() throws(StrictJSONError) -> [UInt8] {
      position += 1
      var result: [UInt8] = []
      while true {
        let byte = try peek()
        switch byte {
        case UInt8(ascii: "\""):
          position += 1
          return result
        case UInt8(ascii: "\\"): try escape(into: &result)
        case 0..<0x20: throw .unexpected(offset: position)
        case 0x80...: try multibyte(into: &result)
        default:
          result.append(byte)
          position += 1
        }
      }
    }

    private mutating func escape(into result: inout [UInt8]) throws(StrictJSONError) {
      let start = position
      position += 1
      let byte = try peek()
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0c)
      case UInt8(ascii: "n"): result.append(0x0a)
      case UInt8(ascii: "r"): result.append(0x0d)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var code = try hexadecimal()
        if 0xd800...0xdbff ~= code {
          guard try skip(UInt8(ascii: "\\")), try skip(UInt8(ascii: "u")) else {
            throw .loneSurrogate(offset: start)
          }
          let low = try hexadecimal()
          guard 0xdc00...0xdfff ~= low else { throw .loneSurrogate(offset: start) }
          code = 0x1_0000 + (code - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw .loneSurrogate(offset: start) }
        result += Array(String(Character(scalar)).utf8)
      default: throw .unexpected(offset: position - 1)
      }
    }

    /// Reads the four digits of an escape.
    private mutating func hexadecimal() throws(StrictJSONError) -> UInt32 {
      var code: UInt32 = 0
      for _ in 0..<4 {
        let byte = try peek()
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
          throw .unexpected(offset: position)
        }
        code = code << 4 | UInt32(digit)
        position += 1
      }
      return code
    }

    /// Copies one well-formed sequence of two to four bytes.
    ///
    /// Source: RFC 3629, section 4.
    private mutating func multibyte(into result: inout [UInt8]) throws(StrictJSONError) {
      let (count, second): (Int, ClosedRange<UInt8>) =
        switch bytes[position] {
        case 0xc2...0xdf: (2, 0x80...0xbf)
        case 0xe0: (3, 0xa0...0xbf)
        case 0xed: (3, 0x80...0x9f)
        case 0xe1...0xef: (3, 0x80...0xbf)
        case 0xf0: (4, 0x90...0xbf)
        case 0xf1...0xf3: (4, 0x80...0xbf)
        case 0xf4: (4, 0x80...0x8f)
        default: throw .invalidUTF8(offset: position)
        }
      let sequence = bytes[position...].prefix(count)
      guard sequence.count == count, second ~= sequence[position + 1],
        sequence.dropFirst(2).allSatisfy({ 0x80...0xbf ~= $0 })
      else { throw .invalidUTF8(offset: position) }
      result += sequence
      position += count
    }

    // MARK: - Bytes

    private func peek() throws(StrictJSONError) -> UInt8 {
      guard position < bytes.count else { throw .endsEarly }
      return bytes[position]
    }

    /// Moves past a byte where it comes next.
    private mutating func skip(_ byte: UInt8) throws(StrictJSONError) -> Bool {
      guard try peek() == byte else { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while position < bytes.count {
        switch bytes[position] {
        case 0x20, 0x09, 0x0a, 0x0d: position += 1
        default: return
        }
      }
    }
  }
}

/// Why bytes are not one JSON text.
package enum StrictJSONError: Error, Hashable, CustomStringConvertible {
  case endsEarly
  case unexpected(offset: Int)
  case invalidUTF8(offset: Int)
  case loneSurrogate(offset: Int)
  case duplicateMember(offset: Int)
  case tooDeep(limit: Int)
  case exponentTooLarge(offset: Int)

  package var description: String {
    switch self {
    case .endsEarly: "the JSON text ends early"
    case .unexpected(let offset): "byte \(offset) of the JSON text is not expected there"
    case .invalidUTF8(let offset): "byte \(offset) of the JSON text is not UTF-8"
    case .loneSurrogate(let offset): "byte \(offset) of the JSON text begins half a surrogate pair"
    case .duplicateMember(let offset): "byte \(offset) of the JSON text repeats a member's name"
    case .tooDeep(let limit): "the JSON text is nested more than \(limit) deep"
    case .exponentTooLarge(let offset):
      "byte \(offset) of the JSON text begins a number with an exponent above "
        + "\(ExactNumber.exponentMax)"
    }
  }
}
