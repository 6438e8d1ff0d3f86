// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// Reads a configuration from its bytes, and finds everything that is wrong with it.
struct ConfigurationReader {
  /// A value in the file with the way to it.
  struct Place {
    let path: [StrictJSON.Step]
    let value: StrictJSON
  }

  /// The file as its reader wrote it.
  let file: String
  let bytes: [UInt8]
  var configuration = Configuration()
  var problems: [ConfigurationError.Problem] = []

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - bytes: what the file holds.
  ///   - file: its path, for errors and for the paths in it.
  /// - Returns: the configuration.
  /// - Throws: everything that is wrong with it.
  static func read(
    _ bytes: [UInt8],
    file: String
  ) throws(ConfigurationError) -> Configuration {
    var reader = ConfigurationReader(file: file, bytes: bytes)
    reader.configuration.file = file
    reader.read(try reader.parsed())
    let problems = reader.problems.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    if !problems.isEmpty {
      throw ConfigurationError(file: file, problems: problems.map(\.element))
    }
    return reader.configuration
  }

  private init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  private func parsed() throws(ConfigurationError) -> StrictJSON {
    do {
      return try StrictJSON(parsing: bytes)
    } catch {
      throw ConfigurationError(file: file, problems: [problem(error)])
    }
  }

  private func problem(_ error: StrictJSONError) -> ConfigurationError.Problem {
    let offset: Int? =
      switch error {
      case .endsEarly: bytes.lastIndex { !$0.isSpace } ?? 0
      case .tooDeep: nil
      case .unexpected(let offset), .invalidUTF8(let offset), .loneSurrogate(let offset),
        .duplicateMember(let offset), .exponentTooLarge(let offset):
        offset
      }
    let line = offset.map { bytes[..<$0] } ?? []
    let column = line.count - (line.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
    let byte = offset.flatMap { $0 < bytes.count ? bytes[$0] : nil }
    return ConfigurationError.Problem(
      line: offset.map(lineNumber),
      reason: .syntax(
        error,
        // A part of a character, or one that nobody sees, is not shown.
        found: byte.flatMap { 0x21...0x7e ~= $0 ? Character(Unicode.Scalar($0)) : nil },
        column: column
      )
    )
  }

  private mutating func read(_ root: StrictJSON) {
    let place = Place(path: [], value: root)
    guard members(of: place, known: ConfigurationMember.all.map(\.name)) else {
      return report(place, expected: "an object with members; see 'oncegate help config'")
    }
    for member in ConfigurationMember.all {
      guard let place = place.member(member.name) else { continue }
      read(member, place)
    }
    checkTimeouts()
  }

  private mutating func read(_ member: ConfigurationMember, _ place: Place) {
    switch member.kind {
    case .command(let target):
      configuration[keyPath: target] = command(place, expected: member.expected)
    case .number(let target, let allowed, let unit):
      guard let number = place.value.integer, allowed.contains(number) else {
        return report(place, unit: unit, expected: member.expected)
      }
      configuration[keyPath: target] = number
    case .folder(let target):
      guard let text = text(place, expected: member.expected) else { return }
      configuration[keyPath: target] = fromHere(text)
    case .variables: readVariables(place, member)
    case .sources: readSources(place, member)
    case .profile: readProfile(place, member)
    case .upstream: readUpstream(place, member)
    case .cases: readCases(place, member)
    }
  }

  private mutating func readVariables(_ place: Place, _ member: ConfigurationMember) {
    guard let elements = place.elements, elements.count <= Configuration.passedMax else {
      return report(place, expected: member.expected)
    }
    for element in elements {
      guard let name = text(element, expected: "the name of an environment variable") else {
        continue
      }
      if let words = VariableName.refusal(of: name) {
        report(element, found: words, expected: "another variable's name")
      } else {
        configuration.pass.append(name)
      }
    }
  }

  /// Reads where the behaviour of each area is; the areas of own cases are taken from the file itself.
  private mutating func readSources(_ place: Place, _ member: ConfigurationMember) {
    let root = try? StrictJSON(parsing: bytes)
    let own = root?.member("cases").map { Place(path: [], value: $0).elements ?? [] } ?? []
    let areas =
      Set(CaseCatalogue.all.map(\.name.area)).sorted()
      + own.compactMap { $0.member("name")?.value.text.flatMap { CaseName($0) }?.area }
    guard members(of: place, known: areas) else {
      return report(place, expected: member.expected)
    }
    for area in areas {
      guard let source = place.member(area) else { continue }
      let expected = "a path, with a line behind a colon where one is meant"
      guard let text = text(source, expected: expected) else { continue }
      guard let found = SourcePlace(text) else {
        report(source, found: "no path with a line from 1", expected: expected)
        continue
      }
      configuration.sources[area] = found
    }
  }

  private mutating func checkTimeouts() {
    let request =
      configuration.requestTimeoutMilliseconds ?? RunOptions.requestTimeoutMillisecondsDefault
    let command = configuration.commandTimeoutSeconds ?? RunOptions.commandTimeoutSecondsDefault
    guard request >= command * 1000 else { return }
    // The line of the one that is in the file; where both are, the shorter time is the wish.
    let isThere = configuration.requestTimeoutMilliseconds != nil
    let path = [
      StrictJSON.Step.member(isThere ? "requestTimeoutMilliseconds" : "commandTimeoutSeconds")
    ]
    report(path, .requestTimeout(milliseconds: request, commandTimeoutSeconds: command))
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { [0x20, 0x09, 0x0a, 0x0d].contains(self) }
}
