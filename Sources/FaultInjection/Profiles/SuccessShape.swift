// SPDX-License-Identifier: Apache-2.0

/// Where the record's name stands in the success that a profile declares.
package struct SuccessShape: Hashable, Sendable {
  /// The way to the name, or nothing where the body has none or is no JSON.
  package let way: [String]?

  package init(_ profile: Profile) {
    // The place is the one at which two successes differ that differ in nothing but the record.
    let bodies = ["1", "2"].map { id in
      let values = ["id": id, "attempts": "1", "record_count": "1", "key": "k", "body": "{}"]
      let text = values.reduce(profile.success.body) { text, value in
        text.replacing("${\(value.key)}", with: value.value)
      }
      return try? StrictJSON(parsing: Array(text.utf8))
    }
    guard let one = bodies[0], let two = bodies[1] else {
      way = nil
      return
    }
    way = one.firstDifference(from: two)
  }

  /// What names the record in a body: a text or a number, or nothing.
  package func record(in body: [UInt8]) -> StrictJSON? {
    guard let way, let value = (try? StrictJSON(parsing: body))?.value(along: way) else {
      return nil
    }
    switch value {
    case .string, .number: return value
    default: return nil
    }
  }
}
