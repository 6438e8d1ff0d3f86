// SPDX-License-Identifier: Apache-2.0

extension StrictJSON {
  /// One step of the way to a value inside a JSON text.
  package enum Step: Hashable, Sendable {
    case member(String)
    /// Counted from 0.
    case element(Int)
  }

  /// Finds the bytes of a value, so that an error can say where in a file it stands.
  ///
  /// - Parameters:
  ///   - path: the way to the value; empty for the whole text.
  ///   - bytes: a text that was read without an error.
  /// - Returns: the bytes without the space around them, or nothing where the way leads nowhere.
  package static func range(of path: [Step], in bytes: [UInt8]) -> Range<Int>? {
    var scanner = Scanner(bytes: bytes)
    for step in path {
      let isFound =
        switch step {
        case .member(let name): scanner.enterMember(name)
        case .element(let index): scanner.enterElement(index)
        }
      guard isFound else { return nil }
    }
    return scanner.valueRange()
  }

  /// Lists the names of an object's members in the order of the text.
  ///
  /// - Parameters:
  ///   - path: the way to the object.
  ///   - bytes: a text that was read without an error.
  /// - Returns: the names; none where there is no object.
  package static func memberNames(at path: [Step], in bytes: [UInt8]) -> [String] {
    guard let range = range(of: path, in: bytes) else { return [] }
    var scanner = Scanner(bytes: Array(bytes[range]))
    return scanner.memberNames()
  }

  /// Walks over a text that is known to be well-formed; on another one it finds nothing.
  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Moves to the value of a member of the object that comes next.
    mutating func enterMember(_ name: String) -> Bool {
      guard open(UInt8(ascii: "{")) else { return false }
      repeat {
        guard let found = memberName() else { return false }
        if found == Array(name.utf8) { return true }
        skipValue()
      } while skipComma()
      return false
    }

    /// Moves to an element of the list that comes next.
    mutating func enterElement(_ index: Int) -> Bool {
      guard open(UInt8(ascii: "[")), next != UInt8(ascii: "]") else { return false }
      for _ in 0..<index {
        skipValue()
        guard skipComma() else { return false }
      }
      return true
    }

    mutating func memberNames() -> [String] {
      guard open(UInt8(ascii: "{")) else { return [] }
      var names: [String] = []
      repeat {
        guard let name = memberName() else { return names }
        names.append(String(decoding: name, as: UTF8.self))
        skipValue()
      } while skipComma()
      return names
    }

    mutating func valueRange() -> Range<Int>? {
      skipSpace()
      let start = position
      skipValue()
      return position > start ? start..<position : nil
    }

    private mutating func open(_ bracket: UInt8) -> Bool {
      skipSpace()
      guard next == bracket else { return false }
      position += 1
      skipSpace()
      return true
    }

    /// Reads a name and moves behind its colon.
    private mutating func memberName() -> [UInt8]? {
      skipSpace()
      let start = position
      guard next == UInt8(ascii: "\"") else { return nil }
      skipString()
      let name = try? StrictJSON(parsing: Array(bytes[start..<position]))
      skipSpace()
      guard case .string(let name)? = name, next == UInt8(ascii: ":") else { return nil }
      position += 1
      return name
    }

    private mutating func skipComma() -> Bool {
      skipSpace()
      guard next == UInt8(ascii: ",") else { return false }
      position += 1
      return true
    }

    /// Moves behind the value that comes next, whatever it holds.
    private mutating func skipValue() {
      skipSpace()
      var depth = 0
      while let byte = next {
        switch byte {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard depth > 0 else { return }
          depth -= 1
          position += 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0a, 0x0d:
          guard depth > 0 else { return }
          position += 1
          continue
        default: skipScalar()
        }
        if depth == 0 { return }
      }
    }

    /// Moves behind a number or a word.
    private mutating func skipScalar() {
      while let byte = next {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0a, 0x0d:
          return
        default: position += 1
        }
      }
    }

    private mutating func skipString() {
      position += 1
      while let byte = next {
        position += byte == UInt8(ascii: "\\") ? 2 : 1
        if byte == UInt8(ascii: "\"") { break }
      }
      position = min(position, bytes.count)
    }

    private mutating func skipSpace() {
      while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
    }
  }
}
