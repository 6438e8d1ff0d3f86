// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

/// Why a configuration cannot be used: everything that is wrong with one file.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  /// Something that is wrong.
  struct Problem: Hashable {
    /// The line, from 1, or nothing where it is about the whole file.
    let line: Int?
    let reason: Reason
  }

  enum Reason: Hashable {
    case file(FileError)
    case syntax(StrictJSONError, found: Character?, column: Int)
    /// A member that nobody reads.
    case unknownMember(String, known: [String])
    /// A member that has to be there.
    case missingMember(String, expected: String)
    /// A value that is not as it should be, with the names that it may have been meant to be.
    case unexpected(String, found: String, expected: String, nearest: [String] = [])
    case requestTimeout(milliseconds: Int, commandTimeoutSeconds: Int)
    /// Something that no server could do, in the profile's own words.
    case flaw(String)
  }

  /// The file as its reader wrote it.
  let file: String
  /// At least one, in the order of the lines.
  let problems: [Problem]

  var description: String {
    problems.map { problem in
      ([file] + (problem.line.map { ["\($0)"] } ?? [])).joined(separator: ":")
        + ": \(problem.reason)"
    }.joined(separator: "\n")
  }
}

extension ConfigurationError.Reason: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let error): "\(error); see 'oncegate help config'"
    case .syntax(let error, let found, let column): Self.words(error, found, column)
    case .unknownMember(let name, let known):
      "'\(name)' is unknown" + Self.suggestion(Self.nearest(name, known))
        + "; expected one of: \(known.joined(separator: ", "))"
    case .missingMember(let name, let expected): "'\(name)' is missing; expected \(expected)"
    case .unexpected(let name, let found, let expected, let nearest):
      (name.isEmpty ? "the file" : "'\(name)'") + " is \(found); expected \(expected)"
        + Self.suggestion(nearest)
    case .requestTimeout(let milliseconds, let seconds):
      "'requestTimeoutMilliseconds' is \(milliseconds) ms; expected less than one command may take, "
        + "'commandTimeoutSeconds', which is \(seconds) s"
    case .flaw(let words): "profile: \(words)"
    }
  }

  private static func words(
    _ error: StrictJSONError,
    _ found: Character?,
    _ column: Int
  ) -> String {
    switch error {
    case .endsEarly: "is no JSON; it ends early: a bracket or a quotation mark is not closed"
    case .unexpected:
      "is no JSON; unexpected \(found.map { "'\($0)'" } ?? "character") in column \(column)"
        + "; JSON has no comments and no comma behind the last element"
    case .invalidUTF8: "is no JSON; column \(column) is not UTF-8"
    case .loneSurrogate: "is no JSON; column \(column) has half a surrogate pair"
    case .duplicateMember: "a member's name is repeated in column \(column); expected it once"
    case .tooDeep(let limit): "is nested more than \(limit) deep"
    case .exponentTooLarge: "the number in column \(column) is too large"
    }
  }

  /// The last part of a member's path is what somebody misspelt.
  private static func nearest(_ path: String, _ known: [String]) -> [String] {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    return NearestNames.to(name, among: known)
  }

  private static func suggestion(_ nearest: [String]) -> String {
    nearest.isEmpty
      ? "" : "; did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
  }
}
