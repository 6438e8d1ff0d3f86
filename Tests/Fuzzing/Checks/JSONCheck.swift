// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import FaultInjection
@testable import OfflineWrites

/// What holds for any bytes that are read as JSON: by the fault server, and by the queue.
enum JSONCheck {
  static func run(_ input: [UInt8]) throws {
    let strict = Result { () throws(StrictJSONError) in try StrictJSON(parsing: input) }
    try compare(strict, with: JSONShape(input))
    guard case .success(let value) = strict else { return }
    try respell(value)
    try find(value, in: input)
    if isWithinFoundation(value) {
      let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
      let other = try? JSONSerialization.jsonObject(with: Data(input), options: options)
      try require(other != nil, "the platform's reader refuses what is accepted here")
    }
  }

  /// The two readers of the grammar differ in nothing but repeated names and immense exponents.
  private static func compare(
    _ strict: Result<StrictJSON, StrictJSONError>,
    with shape: JSONShape?
  ) throws(Broken) {
    switch strict {
    case .success(.object(let members)):
      guard case .object(let outer)? = shape else {
        throw Broken(description: "an object is none to the queue")
      }
      let names = outer.map { NamedShape(name: $0.name, isNull: $0.isNull) }
      let expected = members.map { NamedShape(name: $0.name, isNull: $0.value == .null) }
      try require(names.count == expected.count, "the queue sees other members")
      try require(Set(names) == Set(expected), "the queue sees other members")
    case .success: try require(shape == .other, "the queue does not read what is JSON")
    // What follows was not looked at.
    case .failure(.duplicateMember), .failure(.exponentTooLarge): return
    case .failure(let error):
      try require(shape == nil, "the queue reads what is refused here: \(error)")
    }
  }

  private struct NamedShape: Hashable {
    let name: [UInt8]
    let isNull: Bool
  }

  /// Every spelling of a value is read as that value, by both readers.
  private static func respell(_ value: StrictJSON) throws(Broken) {
    for spelling in StrictJSON.Spelling.allCases {
      let text = value.text(spelling)
      let again = Result { () throws(StrictJSONError) in try StrictJSON(parsing: text) }
      guard case .success(let read) = again else {
        throw Broken(description: "the spelling '\(spelling.rawValue)' is refused: \(again)")
      }
      try require(read == value, "the spelling '\(spelling.rawValue)' is another value")
      try require(value == read && read.hashValue == value.hashValue, "equality is one-sided")
      try require(read.canonicalBytes == value.canonicalBytes, "equal values have other bytes")
      try require(read.firstDifference(from: value) == nil, "equal values differ somewhere")
      try require(JSONShape(text) != nil, "the queue does not read what is written here")
    }
  }

  /// What is found by its place in the text is what was read.
  private static func find(_ value: StrictJSON, in input: [UInt8]) throws {
    let space: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
    let range = StrictJSON.range(of: [], in: input)
    guard let range else { throw Broken(description: "the whole text is not found") }
    try require(
      input[..<range.lowerBound].allSatisfy(space.contains)
        && input[range.upperBound...].allSatisfy(space.contains),
      "the text's place is too small"
    )
    switch value {
    case .object(let members):
      let names = StrictJSON.memberNames(at: [], in: input)
      let expected = members.map { String(decoding: $0.name, as: UTF8.self) }
      try require(names.count == members.count, "other names are found")
      try require(Set(names.map { Array($0.utf8) }) == Set(members.map(\.name)), "other names")
      for (name, member) in zip(expected, members) {
        try find(member.value, at: .member(name), in: input)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        try find(element, at: .element(index), in: input)
      }
      let behind = StrictJSON.range(of: [.element(elements.count)], in: input)
      try require(behind == nil, "an element is found behind the last one")
    default: break
    }
  }

  private static func find(
    _ value: StrictJSON,
    at step: StrictJSON.Step,
    in input: [UInt8]
  ) throws {
    guard let range = StrictJSON.range(of: [step], in: input) else {
      throw Broken(description: "a part is not found")
    }
    try require(try StrictJSON(parsing: Array(input[range])) == value, "another part is found")
  }

  /// Says whether a value has no number that the platform's reader cannot hold.
  private static func isWithinFoundation(_ value: StrictJSON) -> Bool {
    switch value {
    case .number(let number): abs(number.exponent) + number.digits.count <= 100
    case .array(let elements): elements.allSatisfy(isWithinFoundation)
    case .object(let members): members.allSatisfy { isWithinFoundation($0.value) }
    default: true
    }
  }
}
