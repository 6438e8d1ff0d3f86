// SPDX-License-Identifier: Apache-2.0

import Contracts

/// What a line looks like, without anything that it says: its type, and the contract's own names in it.
package enum LineShape {
  /// The names that the contracts give to members, in the order in which they are told.
  private static let names = [
    "task", "key", "attempts", "state", "do", "session", "record", "order", "outcome", "value",
    "records", "confirmed", "visible", "pending", "enabled", "needsSync", "ticket", "syncs",
  ]

  /// Describes a line without its line break.
  package static func words(of line: some Collection<UInt8>) -> String {
    if line.isEmpty { return "an empty line" }
    do {
      return words(of: try ContractLine.value(from: line))
    } catch .lineTooLong {
      return "\(line.count) bytes"
    } catch .notUTF8 {
      return "bytes that are not UTF-8"
    } catch {
      return "no JSON"
    }
  }

  /// Describes a value, with the members of an object.
  static func words(of value: JSONValue) -> String {
    guard case .object(let members) = value else {
      return "JSON, but no object: \(type(of: value))"
    }
    let known = names.filter { members[$0] != nil }
    var parts = grouped(known) { name in members[name].map { inner(name, $0) } ?? "" }
    if members.count > known.count { parts.append("\(members.count - known.count) of other names") }
    return parts.isEmpty
      ? "a JSON object without members" : "a JSON object with " + parts.joined(separator: ", ")
  }

  /// Describes a member: its type, and of records what they have.
  private static func inner(_ name: String, _ value: JSONValue) -> String {
    guard name == "records", case .object(let records) = value, !records.isEmpty else {
      return type(of: value)
    }
    var types: [String: Set<String>] = [:]
    for case .object(let members) in records.values {
      for (name, value) in members { types[name, default: []].insert(type(of: value)) }
    }
    let members = grouped(names.filter { types[$0] != nil }) { name in
      types[name, default: []].sorted().joined(separator: " or ")
    }
    // Where the records are no objects, as in a request, their types are all there is to tell.
    let plain = Set(records.values.map(type(of:))).sorted().joined(separator: " or ")
    return "\(records.count): " + (members.isEmpty ? plain : members.joined(separator: ", "))
  }

  /// Puts neighbours of the same type together, such as `task, key (text)`.
  private static func grouped(_ names: [String], type: (String) -> String) -> [String] {
    names.indices.map { index in
      let type = (
        own: type(names[index]), next: index + 1 < names.count ? type(names[index + 1]) : ""
      )
      return type.own == type.next ? names[index] : "\(names[index]) (\(type.own))"
    }
  }

  private static func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "whole number"
    case .number: "number"
    case .string(let text): text.isEmpty ? "empty text" : "text"
    case .array: "list"
    case .object: "object"
    }
  }
}
