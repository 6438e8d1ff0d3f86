// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationReader {
  mutating func readProfile(_ place: Place, _ member: ConfigurationMember) {
    if let name = place.value.text {
      let known = Profile.builtIn.map(\.name)
      configuration.profile = Profile.builtIn.first { $0.name == name }
      guard configuration.profile == nil else { return }
      return report(
        place,
        found: "text that names no built-in profile",
        expected: known.joined(separator: ", ") + ", or a whole profile as an object",
        nearest: NearestNames.to(name, among: known)
      )
    }
    guard case .object = place.value else { return report(place, expected: member.expected) }
    let problemCount = problems.count
    checkMembers(place, inside: "")
    // What is unknown is told with its nearest name; what it was meant to be is then missing.
    guard problems.count == problemCount else { return }
    decodeProfile(place)
  }

  /// Reports every member that a profile does not have.
  private mutating func checkMembers(_ place: Place, inside pattern: String) {
    if let elements = place.elements {
      for element in elements { checkMembers(element, inside: "\(pattern)[]") }
      return
    }
    let known = ProfileMember.names(under: pattern)
    guard !known.isEmpty, members(of: place, known: known) else { return }
    for name in known {
      guard let member = place.member(name) else { continue }
      checkMembers(member, inside: pattern.isEmpty ? name : "\(pattern).\(name)")
    }
  }

  private mutating func decodeProfile(_ place: Place) {
    guard let range = StrictJSON.range(of: place.path, in: bytes) else { return }
    do {
      let profile = try JSONDecoder().decode(Profile.self, from: Data(bytes[range]))
      // A report names the profile; one name must not mean two.
      if let builtIn = Profile.builtIn.first(where: { $0.name == profile.name }),
        builtIn != profile, let name = place.member("name")
      {
        return report(
          name,
          found: "'\(builtIn.name)', and the profile is not the built-in one",
          expected: "a name of your own"
        )
      }
      configuration.profile = profile
    } catch let error as DecodingError {
      report(error, place)
    } catch {
      report(place, expected: ProfileMember.expected(at: ""))
    }
  }

  private mutating func report(_ error: DecodingError, _ place: Place) {
    switch error {
    case .keyNotFound(let key, let context):
      let steps = Self.steps(context.codingPath + [key])
      let path = place.path + steps
      report(
        path,
        .missingMember(Self.words(path), expected: ProfileMember.expected(at: Self.pattern(steps)))
      )
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      report(
        place.path + Self.flawedMember(context.debugDescription),
        .flaw(context.debugDescription)
      )
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      reportValue(place, Self.steps(context.codingPath))
    @unknown default: report(place, expected: ProfileMember.expected(at: ""))
    }
  }

  private mutating func reportValue(_ place: Place, _ steps: [StrictJSON.Step]) {
    let value = steps.reduce(place) { place, step in
      switch step {
      case .member(let name): place.member(name) ?? place
      case .element(let index): place.elements?[index] ?? place
      }
    }
    let expected = ProfileMember.expected(at: Self.pattern(steps))
    report(value, found: value.value.text.map { "'\($0)'" } ?? found(value), expected: expected)
  }

  private static func steps(_ keys: [any CodingKey]) -> [StrictJSON.Step] {
    keys.map { key in key.intValue.map { .element($0) } ?? .member(key.stringValue) }
  }

  /// The path in the form of the table, in which no element has a number.
  private static func pattern(_ steps: [StrictJSON.Step]) -> String {
    steps.reduce("") { words, step in
      switch step {
      case .member(let name): words.isEmpty ? name : "\(words).\(name)"
      case .element: "\(words)[]"
      }
    }
  }

  /// The way to the member whose name a flaw's words begin with, in quotes.
  private static func flawedMember(_ words: String) -> [StrictJSON.Step] {
    let parts = words.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].isEmpty else { return [] }
    return parts[1].split(separator: ".").map { .member(String($0)) }
  }
}
