// SPDX-License-Identifier: Apache-2.0

import FaultInjection

/// What decides whether two bodies are the same.
struct Comparable: Hashable {
  private let bytes: [UInt8]

  /// Reads a body, or returns nothing where it is no JSON.
  init?(_ body: [UInt8], _ flaw: Flaw?) {
    guard let value = try? StrictJSON(parsing: body) else { return nil }
    bytes =
      switch flaw {
      case .comparesBytes: body
      case .oneIsTrue: Self.changed(value) { $0 == .bool(true) ? 1 : nil }.canonicalBytes
      case .comparesDoubles:
        Self.changed(value) { $0.integer.map { Int(Double($0)) } }.canonicalBytes
      default: value.canonicalBytes
      }
  }

  /// The value with whole numbers in place of parts, as many as there are.
  private static func changed(
    _ value: StrictJSON,
    _ number: (StrictJSON) -> Int?
  ) -> StrictJSON {
    var value = value
    while let next = value.replacingFirst({ part in
      guard let number = number(part),
        let other = try? StrictJSON(parsing: Array(String(number).utf8)), other != part
      else { return nil }
      return other
    }) {
      value = next
    }
    return value
  }
}
