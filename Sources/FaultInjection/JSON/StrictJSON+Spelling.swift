// SPDX-License-Identifier: Apache-2.0

extension StrictJSON {
  /// A way to write a value as text; all of them mean the same.
  package enum Spelling: String, Hashable, Sendable, CaseIterable {
    /// Members in the order of their names, no white space, no escape that is not needed.
    case plain
    case reversedMembers = "reversed-members"
    case spaced
    /// Whole numbers with a fraction of nothing, such as `1.0`.
    case fractions
    /// Whole numbers with an exponent, such as `1e0`.
    case exponents
    /// Letters and slashes as escapes.
    case escapes
  }

  /// Writes the value as JSON text.
  package func text(_ spelling: Spelling = .plain) -> [UInt8] {
    let comma = spelling == .spaced ? Array(" ,\n ".utf8) : Array(",".utf8)
    let colon = spelling == .spaced ? Array(" :\t".utf8) : Array(":".utf8)
    switch self {
    case .null: return Array("null".utf8)
    case .bool(let value): return Array((value ? "true" : "false").utf8)
    case .number(let number): return Array(number.text(spelling).utf8)
    case .string(let string): return Self.quoted(string, spelling)
    case .array(let elements):
      return Self.bracketed("[", elements.map { $0.text(spelling) }, comma, "]")
    case .object(let members):
      let ordered = spelling == .reversedMembers ? members.reversed() : members
      let pairs = ordered.map {
        Self.quoted($0.name, spelling) + colon + $0.value.text(spelling)
      }
      return Self.bracketed("{", pairs, comma, "}")
    }
  }

  private static func bracketed(
    _ open: String,
    _ parts: [[UInt8]],
    _ separator: [UInt8],
    _ close: String
  ) -> [UInt8] {
    Array(open.utf8) + parts.joined(separator: separator) + Array(close.utf8)
  }

  private static func quoted(_ string: [UInt8], _ spelling: Spelling) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote]
      + string.flatMap { byte -> [UInt8] in
        switch byte {
        case quote, UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "/") where spelling == .escapes: Array(#"\/"#.utf8)
        case ..<0x20,
          UInt8(ascii: "a")...UInt8(ascii: "z") where spelling == .escapes || byte < 0x20:
          escape(byte)
        default: [byte]
        }
      } + [quote]
  }

  /// Source: RFC 8259, section 7.
  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }

  /// Returns the value with a text where a JSON pointer leads to, or nothing where it leads nowhere.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - pointer: a pointer through objects; those that are missing are made.
  /// - Returns: the value.
  package func placing(_ text: String, at pointer: String) -> StrictJSON? {
    guard let pointer = JSONPointer(pointer) else { return nil }
    return placing(.string(Array(text.utf8)), along: pointer.steps[...])
  }

  private func placing(_ value: StrictJSON, along steps: ArraySlice<String>) -> StrictJSON? {
    guard let step = steps.first else { return value }
    guard case .object(let members) = self,
      let inner = (member(step) ?? .object([])).placing(value, along: steps.dropFirst())
    else { return nil }
    let name = Array(step.utf8)
    let all = members.filter { $0.name != name } + [Member(name: name, value: inner)]
    return .object(all.sorted { $0.name.lexicographicallyPrecedes($1.name) })
  }

  /// Returns the value where a JSON pointer leads to; the empty one leads to the whole.
  package func value(at pointer: String) -> StrictJSON? {
    pointer.isEmpty ? self : JSONPointer(pointer)?.value(in: self)
  }

  /// Returns the value with another one in place of the first part for which there is one.
  ///
  /// - Parameter replacement: makes another value, or nothing.
  /// - Returns: the value, or nothing where no part was replaced.
  package func replacingFirst(_ replacement: (StrictJSON) -> StrictJSON?) -> StrictJSON? {
    if let other = replacement(self) { return other }
    switch self {
    case .array(var elements):
      for index in elements.indices {
        guard let other = elements[index].replacingFirst(replacement) else { continue }
        elements[index] = other
        return .array(elements)
      }
      return nil
    case .object(var members):
      for index in members.indices {
        guard let other = members[index].value.replacingFirst(replacement) else { continue }
        members[index] = Member(name: members[index].name, value: other)
        return .object(members)
      }
      return nil
    default: return nil
    }
  }

  /// Returns the way to the first part that differs from another value, or nothing where none does.
  ///
  /// - Parameter other: a value of the same shape.
  /// - Returns: the steps: names of members, and indices as text.
  package func firstDifference(from other: StrictJSON) -> [String]? {
    switch (self, other) {
    case (.array(let left), .array(let right)) where left.count == right.count:
      for (index, pair) in zip(left, right).enumerated() {
        if let way = pair.0.firstDifference(from: pair.1) { return ["\(index)"] + way }
      }
      return nil
    case (.object(let left), .object(let right)) where left.map(\.name) == right.map(\.name):
      for (one, two) in zip(left, right) {
        if let way = one.value.firstDifference(from: two.value) {
          return [String(decoding: one.name, as: UTF8.self)] + way
        }
      }
      return nil
    default: return self == other ? nil : []
    }
  }

  /// Returns the value at the end of a way of member names and indices.
  package func value(along steps: [String]) -> StrictJSON? {
    JSONPointer(steps: steps).value(in: self)
  }
}

extension ExactNumber {
  /// The longest run of zeros that is written out.
  private static let zerosMax = 30

  fileprivate func text(_ spelling: StrictJSON.Spelling) -> String {
    let sign = isNegative ? "-" : ""
    let text = digits.isEmpty ? "0" : digits.map(String.init).joined()
    guard (0...Self.zerosMax).contains(exponent) else { return "\(sign)\(text)e\(exponent)" }
    switch spelling {
    case .exponents: return "\(sign)\(text)e\(exponent)"
    case .fractions: return "\(sign)\(text)\(String(repeating: "0", count: exponent)).0"
    default: return "\(sign)\(text)\(String(repeating: "0", count: exponent))"
    }
  }
}
