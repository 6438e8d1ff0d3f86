// SPDX-License-Identifier: Apache-2.0

import FaultInjection

extension ConfigurationReader {
  /// Checks that a value is an object, and reports its members that nobody reads.
  mutating func members(of place: Place, known: [String]) -> Bool {
    guard case .object = place.value else { return false }
    for name in StrictJSON.memberNames(at: place.path, in: bytes) where !known.contains(name) {
      let path = place.path + [.member(name)]
      report(path, .unknownMember(Self.words(path), known: known))
    }
    return true
  }

  /// Reads a text that is not empty.
  mutating func text(_ place: Place, expected: String) -> String? {
    guard let text = place.value.text, !text.isEmpty, !text.utf8.contains(0) else {
      report(place, expected: expected)
      return nil
    }
    return text
  }

  /// Reads a command, and makes its program's path one from the current folder.
  mutating func command(_ place: Place, expected: String) -> ConfiguredCommand? {
    var words: [String] = []
    var written: String?
    if let elements = place.elements {
      for element in elements {
        guard let word = element.value.text, !word.utf8.contains(0) else {
          report(element, expected: "text")
          return nil
        }
        words.append(word)
      }
    } else if let text = place.value.text, !text.utf8.contains(0) {
      guard let split = ShellWords.split(text) else {
        report(place, found: "a command with a quote that is not closed", expected: expected)
        return nil
      }
      words = split
      written = text
    } else {
      report(place, expected: expected)
      return nil
    }
    guard let program = words.first, !program.isEmpty else {
      report(place, found: "empty", expected: expected)
      return nil
    }
    return ConfiguredCommand(
      written: written ?? words.map(ShellWords.quoted).joined(separator: " "),
      words: [program.contains("/") ? fromHere(program) : program] + words.dropFirst()
    )
  }

  /// Makes a path that is meant from the file's folder one from the current folder.
  func fromHere(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return "\(file[...slash])\(path)"
  }

  // MARK: - Problems

  /// Reports a value of another kind or out of its range.
  mutating func report(_ place: Place, unit: String = "", expected: String) {
    report(place, found: found(place, unit: unit), expected: expected)
  }

  mutating func report(
    _ place: Place,
    found: String,
    expected: String,
    nearest: [String] = []
  ) {
    report(
      place.path,
      .unexpected(Self.words(place.path), found: found, expected: expected, nearest: nearest)
    )
  }

  mutating func report(_ path: [StrictJSON.Step], _ reason: ConfigurationError.Reason) {
    problems.append(ConfigurationError.Problem(line: line(of: path), reason: reason))
  }

  /// The line of a value, or of the nearest thing around it that is in the file.
  func line(of path: [StrictJSON.Step]) -> Int {
    var path = path
    while true {
      if let range = StrictJSON.range(of: path, in: bytes) { return lineNumber(range.lowerBound) }
      guard !path.isEmpty else { return 1 }
      path.removeLast()
    }
  }

  /// What stands in the file, in a word; texts are not shown, because a command may hold a secret.
  func found(_ place: Place, unit: String = "") -> String {
    switch place.value {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .string(let text): return text.isEmpty ? "empty" : "text"
    case .array(let elements): return elements.isEmpty ? "an empty list" : "a list"
    case .object: return "an object"
    case .number:
      guard let range = StrictJSON.range(of: place.path, in: bytes), range.count <= 40 else {
        return "a number"
      }
      let digits = String(decoding: bytes[range], as: UTF8.self)
      return unit.isEmpty ? digits : "\(digits) \(unit)"
    }
  }

  func lineNumber(_ offset: Int) -> Int {
    1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  /// A path as errors write it, such as `cases[0].name`.
  static func words(_ path: [StrictJSON.Step]) -> String {
    path.reduce("") { words, step in
      switch step {
      case .member(let name): (words.isEmpty ? "" : "\(words).") + printable(name)
      case .element(let index): "\(words)[\(index)]"
      }
    }
  }

  /// A name that moves no cursor.
  private static func printable(_ name: String) -> String {
    String(
      name.map {
        $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "?" : $0
      }
    )
  }
}

extension ConfigurationReader.Place {
  func member(_ name: String) -> Self? {
    value.member(name).map { Self(path: path + [.member(name)], value: $0) }
  }

  /// The elements, or nothing where this is no list.
  var elements: [Self]? {
    guard case .array(let elements) = value else { return nil }
    return elements.enumerated().map { Self(path: path + [.element($0)], value: $1) }
  }
}
