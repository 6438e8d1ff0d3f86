// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What every line of both contracts keeps to.
public enum ContractLine {
  /// The longest line, in bytes, without its line break.
  public static let bytesMax = 65_536

  /// Reads a JSON object from a line without its line break.
  ///
  /// A trailing comma is accepted, because the platform's reader accepts it.
  static func object(
    from bytes: some Collection<UInt8>
  ) throws(ContractViolation) -> [String: JSONValue] {
    guard case .object(let members) = try value(from: bytes) else { throw .notAnObject }
    return members
  }

  /// Reads any JSON value from a line without its line break.
  package static func value(
    from bytes: some Collection<UInt8>
  ) throws(ContractViolation) -> JSONValue {
    guard bytes.count <= bytesMax else { throw .lineTooLong }
    guard isUTF8(bytes) else { throw .notUTF8 }
    // The platform's reader would take a byte order mark, and UTF-16 with its zero bytes.
    guard bytes.first != 0xef, !bytes.contains(0),
      let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    else { throw .notJSON }
    return value
  }

  /// Says whether decoding repairs nothing, which is so for UTF-8 alone.
  static func isUTF8(_ bytes: some Collection<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  /// A text as a JSON string, with its quotation marks.
  ///
  /// Source: RFC 8259 section 7.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Members as a JSON object, in ascending order of their names.
  static func object(_ members: [String: String]) -> String {
    let pairs = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }
    return "{\(pairs.joined(separator: ","))}"
  }
}

/// A JSON value, as far as the contracts look into it.
package enum JSONValue: Hashable, Sendable, Decodable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }
}

extension [String: JSONValue] {
  /// The Boolean of that name.
  func boolean(_ name: String) throws(ContractViolation) -> Bool {
    guard case .boolean(let value) = try member(name) else { throw .wrongType }
    return value
  }

  /// The string of that name; `rule` is what is broken where there is no such member.
  func string(
    _ name: String,
    orElse rule: ContractViolation = .memberMissing
  ) throws(ContractViolation) -> String {
    guard case .string(let value) = try member(name, orElse: rule) else { throw .wrongType }
    return value
  }

  /// The count of that name, 0 or more; `rule` is what is broken where there is no such member.
  func count(
    _ name: String,
    orElse rule: ContractViolation = .memberMissing
  ) throws(ContractViolation) -> Int {
    guard case .integer(let value) = try member(name, orElse: rule), value >= 0 else {
      throw .wrongType
    }
    return value
  }

  /// The object of that name; `rule` is what is broken where there is no such member.
  func object(
    _ name: String,
    orElse rule: ContractViolation = .memberMissing
  ) throws(ContractViolation) -> [String: JSONValue] {
    guard case .object(let value) = try member(name, orElse: rule) else { throw .wrongType }
    return value
  }

  /// The value of that name; `rule` is what is broken where there is no such member.
  func member(
    _ name: String,
    orElse rule: ContractViolation = .memberMissing
  ) throws(ContractViolation) -> JSONValue {
    guard let value = self[name] else { throw rule }
    return value
  }
}
